import { HeadscopeError } from "../core/errors.js";

/**
 * Reads data from a forward pass of a picture's layer, and frees the run.
 *
 * @template Read
 * @param {import("../kit/state/picture.js").Picture} picture a picture with a layer
 * @param {import("../core/types.js").ForwardInput} input
 * @param {(run: import("../core/index.js").Run) => Read} read
 * @returns {Read}
 */
export function valuesOf({ layer }, input, read) {
  const run = /** @type {import("../core/index.js").Layer} */ (layer).forward(input);
  try {
    return read(run);
  } finally {
    run.dispose();
  }
}

/**
 * Whether the core embedded the picture's words. Only then can a lab embed other words; vectors from a host have no embedding.
 * @param {import("../kit/state/picture.js").Picture} picture
 */
export const isEmbedded = ({ own: { input, source } }) => !input && !source;

/**
 * A generator of random numbers in [0, 1), deterministic by seed, for shuffled and inserted words.
 * @param {number} seed
 * @returns {() => number}
 */
export function drawing(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/** @typedef {{ refused: HeadscopeError }} Refused the core's error */

/** The answer, or the error of the core. @template Answer @param {() => Answer} answer @returns {Answer | Refused} */
export function orRefused(answer) {
  try {
    return answer();
  } catch (error) {
    if (error instanceof HeadscopeError && error.code !== "disposed") return { refused: error };
    throw error;
  }
}
