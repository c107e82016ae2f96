import { endingOf } from "./opening.js";

/**
 * Numbers of the opening that the core computed when the package was made. With them the opening shows its first picture before the core is
 * loaded. The single file has none.
 *
 * @typedef {import("./opening.js").Opening} Opening
 * @typedef {Omit<Opening, "endings"> & { endings: readonly { word: string, tokens: string, weights: string }[] }} StoredOpening
 *   tokens and weights separated by spaces
 */

/** @type {StoredOpening | null} */
let offered = null;

/** Registers the numbers of the package. @param {StoredOpening} stored */
export const offerStoredOpening = (stored) => void (offered = stored);

/** @returns {Opening | null} */
export const findStoredOpening = () => offered && readOpening(offered);

/** @param {StoredOpening} stored @returns {Opening} */
export function readOpening({ endings, ...head }) {
  const read = endings.map(({ word, tokens, weights }) => ({
    word,
    tokens: tokens.split(" "),
    weights: Float32Array.from(weights.split(" "), Number),
  }));
  return { ...head, endings: read.map((ending) => endingOf(ending, head.from)) };
}

/** @param {Opening} opening @returns {StoredOpening} */
export const storeOpening = ({ endings, ...head }) => ({
  ...head,
  endings: endings.map(({ word, tokens, weights }) => ({
    word,
    tokens: tokens.join(" "),
    weights: Array.from(weights, shortest).join(" "),
  })),
});

/** The fewest digits that give the same number in single precision. @param {number} value */
function shortest(value) {
  for (let digits = 1; ; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) return text;
  }
}
