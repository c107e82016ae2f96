/** @typedef {{ dModel: number, numHeads: number, T: number, dK?: number }} Size dK: dModel / numHeads */

/**
 * @typedef {object} Problem one multi-head self-attention, batch 1, without biases
 * @property {Size} size
 * @property {Float32Array} x (T, dModel)
 * @property {Record<"wQ" | "wK" | "wV" | "wO", Float32Array>} weights (dModel, numHeads * dK) each, as Q = X W_Q; wO (numHeads * dK, dModel)
 * @property {boolean} needWeights whether the attention weights are asked for
 */

/** What all runtimes compute. @type {readonly Size[]} */
export const FORWARD_SIZES = [
  { dModel: 64, numHeads: 8, T: 10 },
  { dModel: 128, numHeads: 8, T: 10 },
  { dModel: 512, numHeads: 8, T: 64 },
  { dModel: 768, numHeads: 12, T: 128 },
  { dModel: 768, numHeads: 12, T: 512 },
];

/**
 * @param {Size} size
 * @param {boolean} needWeights
 * @returns {Problem}
 */
export function randomProblem(size, needWeights) {
  const { dModel, T } = size;
  const width = size.dK === undefined ? dModel : size.numHeads * size.dK;
  const random = uniform(1);
  // Of variance 1 and 1 / dModel: every tensor on the way keeps a variance of about 1.
  const matrix = () => random(dModel * width, Math.sqrt(3 / dModel));
  const x = random(T * dModel, Math.sqrt(3));
  return { size, x, weights: { wQ: matrix(), wK: matrix(), wV: matrix(), wO: matrix() }, needWeights };
}

/**
 * Numbers between -most and most: a linear congruential generator (Numerical Recipes').
 * @param {number} seed
 */
export function uniform(seed) {
  let state = seed;
  /** @param {number} count @param {number} most */
  return (count, most) =>
    Float32Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state / 2 ** 31 - 1) * most;
    });
}

/** @param {Size} size */
export const sizeName = ({ dModel, numHeads, T }) => `(${dModel}, ${numHeads}, ${T})`;
