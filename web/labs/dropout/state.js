import { valuesOf } from "../state-runs.js";

/**
 * The effect of dropout on attention weights: one mask, and the mean of many.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 *
 * @typedef {object} Roll
 * @property {TensorOutput} weights  (B, H, T_q, T_k), before dropout
 * @property {TensorOutput} dropped  (B, H, T_q, T_k), after dropout: the attention that the wrong path dropped_attention returns
 * @property {TensorOutput} sums     (B, H, T_q): sums of the rows after dropout
 * @property {number} gone           number of weights that dropout set to 0
 * @property {number} of             number of weights that were not 0
 *
 * @typedef {{ rolls: number, data: Float32Array }} Mean  mean weights over `rolls` masks
 */

export const ROLLS = 100;

/** @param {Core} core @param {Picture} picture a picture with a layer @param {number} p in [0, 1) @param {number} seed @returns {Roll} */
export function rollOf(core, picture, p, seed) {
  const call = /** @type {import("../../core/types.js").ForwardInput} */ (picture.call);
  return valuesOf(picture, { ...call, dropout: { p, seed }, fault: "dropped_attention" }, (wrong) => {
    const dropped = /** @type {TensorOutput} */ (wrong.attention);
    const { data, shape } = wrong.tensor("weights");
    const weights = { data, shape };
    let [gone, of] = [0, 0];
    data.forEach((weight, at) => {
      if (!(weight > 0)) return;
      of++;
      if (dropped.data[at] === 0) gone++;
    });
    return { weights, dropped, sums: core.measure(dropped, { similarity: false }).rowSum, gone, of };
  });
}

/** The mean over one more mask. All masks have equal weight. @param {Core} core @param {Mean | null} mean @param {Roll} roll @returns {Mean} */
export function meanWith(core, mean, { dropped: { data } }) {
  if (!mean) return { rolls: 1, data };
  const rolls = mean.rolls + 1;
  const both = new Float32Array(2 * data.length);
  both.set(mean.data);
  both.set(data, data.length);
  const { data: mixed } = core.blend({ data: both, shape: [1, 2, 1, data.length] }, [
    mean.rolls / rolls,
    1 / rolls,
  ]);
  return { rolls, data: mixed };
}
