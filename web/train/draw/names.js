import { headName, shortHeadName } from "../../kit/text/head-names.js";
import { headNamed } from "../state/removal.js";

/**
 * Names of the model's heads: in full and short.
 * @param {{ layers: number }} config @param {import("../../kit/text/words.js").Localized} [speaker]
 */
export function namesIn({ layers }, speaker) {
  const of = (/** @type {string} */ name) => {
    const [layer, head] = headNamed(name);
    return /** @type {const} */ ([layers > 1 ? layer : null, head]);
  };
  return {
    full: (/** @type {string} */ name) => headName(...of(name), speaker),
    short: (/** @type {string} */ name) => shortHeadName(...of(name)),
  };
}
