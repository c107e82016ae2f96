/**
 * How the softmax saturates with the width of a head: the mean entropy of attention with and without 1/sqrt(d_k), for queries and keys
 * whose features have variance 1, as initialization gives.
 *
 * @typedef {object} Saturation
 * @property {number[]} widths     values of d_k
 * @property {number[]} scaled     nats
 * @property {number[]} unscaled   nats
 */

const WIDTHS = [4, 16, 64, 256];
const HEADS = 4;
const WIDTH = 64;

/**
 * @param {import("../../core/index.js").Core} core
 * @param {readonly string[]} tokens
 * @param {number} seed
 * @returns {Saturation}
 */
export function measureSaturation(core, tokens, seed) {
  const query = normaliseRows(core.embed(tokens, { dModel: WIDTH, seed }));
  const entropies = WIDTHS.map((dK) => {
    const layer = core.createLayer({ dModel: WIDTH, numHeads: HEADS, dK, seed, init: "random" });
    const { wQ, wK } = layer.weights();
    layer.setWeights({ wQ: normaliseWeight(wQ), wK: normaliseWeight(wK) });
    const means = /** @type {const} */ (["none", "no_scale"]).map((fault) => {
      const run = layer.forward({ query, fault });
      const { heads } = run.measure();
      run.dispose();
      return heads.reduce((sum, { entropy }) => sum + entropy / heads.length, 0);
    });
    layer.dispose();
    return means;
  });
  return {
    widths: WIDTHS,
    scaled: entropies.map(([scaled]) => scaled),
    unscaled: entropies.map(([, unscaled]) => unscaled),
  };
}

/** Scales every row to a mean square of 1. @param {{ data: Float32Array, shape: number[] }} x */
export function normaliseRows({ data, shape }) {
  const width = shape[shape.length - 1];
  const out = data.map((value, i) => {
    const row = data.subarray(i - (i % width), i - (i % width) + width);
    return value / Math.sqrt(row.reduce((sum, v) => sum + v * v, 0) / width);
  });
  return { data: out, shape };
}

/**
 * Scales weights to a mean square of 1/d_model, so that queries and keys have variance 1 at every width. Xavier's rule does so for square matrices
 * only.
 * @param {import("../../core/types.js").TensorOutput | undefined} weight
 */
export function normaliseWeight(weight) {
  const data = weight?.data ?? new Float32Array();
  const square = data.reduce((sum, value) => sum + value * value, 0) / data.length;
  return data.map((value) => value / Math.sqrt(square * WIDTH));
}
