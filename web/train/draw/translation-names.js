import { headName, shortHeadName } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { TRANSLATION } from "../words-translation.js";
import { headsOfKind, placeOf } from "../state/translation-heads.js";

/**
 * Names of a translation's heads: without their kind of attention, in full, a number, short, and of a set of heads.
 * @param {Pick<import("../state/state.js").State, "config">} state @param {import("../../kit/text/words.js").Localized} [speaker]
 */
export function namesOf({ config }, speaker) {
  const sizes = /** @type {import("../state/translation-heads.js").Sizes} */ (config);
  const words = say(TRANSLATION, speaker);
  const parts = (/** @type {string} */ name) => {
    const { kind, layer, head } = placeOf(name);
    return { kind: words.kinds[kind], at: /** @type {const} */ ([sizes.layers > 1 ? layer : null, head]) };
  };
  const head = (/** @type {string} */ name) => headName(...parts(name).at, speaker);
  const full = (/** @type {string} */ name) => words.head(parts(name).kind, head(name));
  return {
    head,
    full,
    number: (/** @type {string} */ name) => shortHeadName(...parts(name).at),
    short: (/** @type {string} */ name) => `${parts(name).kind} ${shortHeadName(...parts(name).at)}`,
    /** The heads of a set, kind by kind. @param {readonly string[]} names */
    set: (names) => {
      /** @type {Map<string, string[]>} */
      const kinds = new Map();
      for (const name of names)
        kinds.set(placeOf(name).kind, [...(kinds.get(placeOf(name).kind) ?? []), name]);
      return words.set(
        [...kinds.entries()].map(([kind, own]) => {
          const said = words.kinds[/** @type {"cross"} */ (kind)];
          if (own.length === headsOfKind(/** @type {"cross"} */ (kind), sizes).length && own.length > 1)
            return words.allHeads(said);
          if (own.length === 1) return full(own[0]);
          return words.heads(
            said,
            own.map((name) => shortHeadName(...parts(name).at)),
          );
        }),
      );
    },
  };
}
