/** What means something else in a list of fonts. */
const KEYWORD = /^(inherit|initial|unset|revert|revert-layer|default)$/i;
const GENERIC = /^(serif|sans-serif|monospace|cursive|fantasy|math|system-ui|ui-.+)$/i;

/** A list of fonts as browsers write it: quoted are names of several words, and those that would mean something else. @param {string} list that is one */
export const familiesIn = (list) =>
  list
    .split(",")
    .map((each) => {
      const [, sign, name] = /** @type {string[]} */ (
        /^\s*(["']?)(.*?)\1\s*$/.exec(each.replace(/ +/g, " "))
      );
      const isPlain =
        /^-?[\p{L}_][^ ]*$/u.test(name) && !(sign && (GENERIC.test(name) || KEYWORD.test(name)));
      return isPlain ? name : `"${name}"`;
    })
    .join(", ");

/** Whether one of them is no family. @param {string} list */
export const hasKeyword = (list) => list.split(",").some((each) => KEYWORD.test(each.trim()));
