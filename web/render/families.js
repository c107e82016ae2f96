/** CSS-wide keywords, which have another meaning in a list of fonts. */
const KEYWORD = /^(inherit|initial|unset|revert|revert-layer|default)$/i;
const GENERIC = /^(serif|sans-serif|monospace|cursive|fantasy|math|system-ui|ui-.+)$/i;

/** A list of fonts as browsers serialize it: names of several words and CSS keywords are quoted. @param {string} list a valid list */
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

/** Whether a name in the list is a CSS-wide keyword. @param {string} list */
export const hasKeyword = (list) => list.split(",").some((each) => KEYWORD.test(each.trim()));
