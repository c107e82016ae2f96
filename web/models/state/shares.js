/** @import { Description } from "./description.js" */
/** @import { Range } from "./parameters.js" */

// What each of several workers has of a model: heads with their columns of W_Q, W_K and W_V and rows of W_O, features between the matrices of the feed-forward
// network, and pieces of the output.

/** @typedef {{ heads: Range, kvHeads: Range, features: Range, pieces: Range }} Share what one worker has */

/** Workers share the features of a feed-forward network in stretches of this length: the core packs a stretch together. */
const FEATURES = 16;
/** Workers share and search the vocabulary in stretches of this length. */
export const PIECES = 256;

/**
 * How a parameter is cut.
 * @typedef {object} Cutting
 * @property {"attention" | "network"} of
 * @property {"heads" | "kvHeads" | "features"} [by]  its features; all workers have all if left out
 * @property {boolean} [isByRow]  by the features that the matrix reads
 * @property {boolean} [isSummed]  added to a sum over all workers, so that only the first has it
 * @property {boolean} [isOfHeads]  one number for each head
 */

/** @type {Readonly<Record<string, Cutting | undefined>>} */
export const CUTTINGS = {
  wQ: { of: "attention", by: "heads" },
  bQ: { of: "attention", by: "heads" },
  wK: { of: "attention", by: "kvHeads" },
  bK: { of: "attention", by: "kvHeads" },
  wV: { of: "attention", by: "kvHeads" },
  bV: { of: "attention", by: "kvHeads" },
  wO: { of: "attention", by: "heads", isByRow: true },
  bO: { of: "attention", isSummed: true },
  gQ: { of: "attention" },
  gK: { of: "attention" },
  sinks: { of: "attention", isOfHeads: true },
  distances: { of: "attention" },
  "attentionNorm.gain": { of: "attention" },
  "attentionNorm.shift": { of: "attention" },
  wGate: { of: "network", by: "features" },
  bGate: { of: "network", by: "features" },
  wUp: { of: "network", by: "features" },
  bUp: { of: "network", by: "features" },
  wDown: { of: "network", by: "features", isByRow: true },
  bDown: { of: "network", isSummed: true },
};

/** What each worker has. @param {Description} description @param {number} workers @returns {Share[]} */
export function sharesOf({ heads, kvHeads, dFeedForward, vocabulary }, workers) {
  const group = heads / kvHeads;
  return Array.from({ length: workers }, (_, i) => {
    const shared = (/** @type {number} */ count, /** @type {number} */ stretch) =>
      shareOf(count, stretch, i, workers);
    // Each worker has a copy of a single head of keys and values, because all query heads read that head.
    const isOne = kvHeads === 1;
    const ofKeys = shared(kvHeads, 1);
    const own = isOne ? shared(heads, 1) : scaleRange(ofKeys, group);
    return {
      ...{ heads: own, kvHeads: isOne ? [0, 1] : ofKeys },
      ...{ features: shared(dFeedForward, FEATURES), pieces: shared(vocabulary, PIECES) },
    };
  });
}

/** The part of one worker, in whole stretches unless there are too few. The first worker has one. @param {number} count @param {number} stretch @param {number} i @param {number} workers @returns {Range} */
function shareOf(count, stretch, i, workers) {
  const unit = count < stretch * workers ? 1 : stretch;
  const at = (/** @type {number} */ place) =>
    place === workers ? count : Math.ceil((place * Math.floor(count / unit)) / workers) * unit;
  return [at(i), at(i + 1)];
}

/** @param {Range} range @param {number} width @returns {Range} */
export const scaleRange = ([first, end], width) => [first * width, end * width];
