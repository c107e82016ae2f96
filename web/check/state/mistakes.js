import {
  addDistances,
  featuresOf,
  headsOf,
  mergeOf,
  repeatHeads,
  multiplyHeads,
  scaleValues,
  tokensOf,
} from "./layer-steps.js";
import {
  waysToBlock,
  causalBy,
  maskAsBinary,
  maskedAfterwards,
  otherBatch,
  otherWindow,
  paddingBy,
  reverseMasks,
  softmaxes,
} from "./mask-mistakes.js";
import { blockedIn } from "./masks.js";
import { permuteAxes } from "./products.js";
import {
  exchangeMatrices,
  fusedOtherwise,
  rawInputs,
  transposeMatrices,
  withoutBiases,
} from "./projection-mistakes.js";
import { rotateHeads } from "./rotation.js";

/**
 * The mistakes that people make: each is a row of one table, with the steps that it computes otherwise.
 *
 * @typedef {import("./layer.js").Layer} Layer
 * @typedef {import("./layer-steps.js").LayerSteps} LayerSteps
 * @typedef {import("./layer-steps.js").Lane} Lane
 * @typedef {import("./layer-steps.js").Change} Change
 *
 * @typedef {object} Way  one way to make a mistake
 * @property {string[]} [of]  which, if there are several: arrays, masks or orders
 * @property {Change} change
 * @property {readonly import("./layer-steps.js").StepName[]} [whole]  exchanged steps that are computed for all queries at once, from scores on: a
 *   query depends on others, or an array of all is read
 *
 * @typedef {object} Mistake
 * @property {string} id
 * @property {(layer: Layer) => Way[]} ways  none if the layer leaves no room for the mistake
 */

const LANES = /** @type {const} */ (["q", "k", "v"]);
const QUERIES_KEYS = /** @type {const} */ (["q", "k"]);
const KEYS_VALUES = /** @type {const} */ (["k", "v"]);

/** Likeliest first. @type {readonly Mistake[]} */
export const MISTAKES = [
  // Projections.
  { id: "raw_inputs", ways: rawInputs },
  { id: "matrices_exchanged", ways: exchangeMatrices },
  { id: "transposed", ways: transposeMatrices },
  { id: "no_bias", ways: withoutBiases },
  { id: "qkv_by_heads", ways: fusedOtherwise },

  // Heads.
  {
    id: "view_without_transpose",
    ways: ({ sizes: { H, kvHeads } }) => {
      if (H === 1 && kvHeads === 1) return [];
      const split = Object.fromEntries(
        LANES.map((lane) => [`${lane}_heads`, (/** @type {LayerSteps} */ s) => s.get(lane)]),
      );
      return [
        { change: split },
        { of: ["concat"], change: { ...split, concat: (s) => s.get("context") }, whole: ["concat"] },
      ];
    },
  },
  { id: "split_features_first", ways: splitFeaturesFirst },
  {
    id: "kv_tiled",
    ways: ({ sizes: { H, kvHeads } }) => {
      if (kvHeads === H || kvHeads === 1) return [];
      return bothOrOne(KEYS_VALUES, (lane) => ({
        [`${lane}_groups`]: (/** @type {LayerSteps} */ s) => repeatHeads(s, lane, (head) => head % kvHeads),
      }));
    },
  },

  // Positions.
  { id: "rope_style", ways: (layer) => (layer.latent ? [] : otherStyle(layer)) },
  { id: "latent_style", ways: (layer) => (layer.latent ? otherStyle(layer) : []) },
  {
    id: "positions_restart",
    ways: ({ past, rope }) => (past && rope ? [turning(QUERIES_KEYS, { position: (token) => token })] : []),
  },
  {
    id: "rope_missing",
    ways: ({ rope }) =>
      rope ? bothOrOne(QUERIES_KEYS, (lane) => turning([lane], { rope: null }).change) : [],
  },
  {
    id: "rope_axis",
    ways: ({ rope, latent }) =>
      rope && !latent ? [turning(QUERIES_KEYS, { position: (_, head) => head })] : [],
  },

  // Scores.
  { id: "no_scale", ways: () => [scaledBy(() => 1)] },
  { id: "scale_d_model", ways: () => [scaledBy(({ sizes: { dModel } }) => 1 / Math.sqrt(dModel))] },
  { id: "scale_without_root", ways: () => [scaledBy(({ sizes: { width } }) => 1 / width)] },
  { id: "scale_multiplied", ways: () => [scaledBy(({ sizes: { width } }) => Math.sqrt(width))] },
  {
    id: "keys_ask",
    ways: ({ sizes: { T, Tk } }) =>
      T === Tk
        ? [
            {
              change: { scores: (s) => multiplyHeads(s.get("k_groups"), s.get("q_turned"), s.layer) },
              whole: ["scores"],
            },
          ]
        : [],
  },
  {
    id: "alibi_sign",
    ways: ({ slopes }) =>
      slopes
        ? [
            {
              change: {
                biased: (s) =>
                  addDistances(
                    s,
                    Float64Array.from(slopes, (slope) => -slope),
                  ),
              },
            },
          ]
        : [],
  },

  // Masks.
  { id: "mask_reversed", ways: reverseMasks },
  {
    id: "not_masked",
    ways: (layer) => causalBy(layer, () => false),
  },
  {
    id: "padding_ignored",
    ways: (layer) =>
      layer.padding ? waysToBlock(layer, (of) => blockedIn(of, { key_padding_mask: null })) : [],
  },
  { id: "mask_diagonal", ways: (layer) => causalBy(layer, ({ j, at }) => j >= at) },
  { id: "mask_future", ways: (layer) => causalBy(layer, ({ j, at }) => j > at + 1) },
  {
    id: "causal_top_left",
    ways: (layer) => (layer.sizes.T === layer.sizes.Tk ? [] : causalBy(layer, ({ i, j }) => j > i)),
  },
  { id: "window_off_by_one", ways: otherWindow },
  {
    id: "mask_repeat_order",
    ways: (layer) => otherBatch(layer, ({ b, h }, { B, H }) => (b * H + h) % B),
  },
  {
    id: "mask_batches_first",
    ways: (layer) => otherBatch(layer, ({ b, h }, { B, H }) => Math.floor((h * B + b) / H)),
  },
  {
    id: "mask_as_square",
    ways: ({ padding, sizes: { B, T, Tk } }) =>
      padding && B === T ? paddingBy(({ i, j }) => Boolean(padding[i * Tk + j])) : [],
  },
  {
    id: "mask_on_queries",
    ways: ({ padding, sizes: { T, Tk } }) =>
      padding && T === Tk ? paddingBy(({ b, i }) => Boolean(padding[b * Tk + i])) : [],
  },
  { id: "mask_added_as_binary", ways: maskAsBinary },

  // Weights.
  { id: "softmax_axis", ways: (layer) => (layer.sinks ? [] : softmaxes(layer, 2)) },
  { id: "softmax_heads", ways: (layer) => (layer.sinks ? [] : softmaxes(layer, 1)) },
  { id: "masked_afterwards", ways: maskedAfterwards },

  // The output.
  {
    id: "merge_without_transpose",
    ways: ({ sizes: { H } }) =>
      H > 1 ? [{ change: { concat: (s) => s.get("context") }, whole: ["concat"] }] : [],
  },
  { id: "merge_mixes_batch", ways: mixedBatch },
  {
    id: "no_output",
    ways: ({ isKernel, sizes: { H, dV, dModel } }) =>
      isKernel || H * dV !== dModel ? [] : [{ change: { output: (s) => s.get("concat") } }],
  },
];

/** A mistake in two lanes, or in one of them. @template {Lane} T @param {readonly T[]} lanes @param {(lane: T) => Change} change @returns {Way[]} */
const bothOrOne = (lanes, change) => [
  { change: Object.assign({}, ...lanes.map(change)) },
  ...lanes.map((lane) => ({ of: [lane], change: change(lane) })),
];

/** @param {readonly ("q" | "k")[]} lanes @param {import("./rotation.js").Turning} how @returns {Way} */
const turning = (lanes, how) => ({
  change: Object.fromEntries(
    lanes.map((lane) => [`${lane}_turned`, (/** @type {LayerSteps} */ s) => rotateHeads(s, lane, how)]),
  ),
});

/** The other style of rotary positions; of one of the two, if the other one is right. @param {Layer} layer @returns {Way[]} */
function otherStyle({ rope }) {
  if (!rope) return [];
  /** @type {"half" | "interleaved"} */
  const style = rope.style === "half" ? "interleaved" : "half";
  return bothOrOne(QUERIES_KEYS, (lane) => turning([lane], { rope: { ...rope, style } }).change);
}

/** @param {(layer: Layer) => number} factor @returns {Way} */
export const scaledBy = (factor) => ({
  change: { scaled: (s) => scaleValues(s.get("scores"), factor(s.layer)) },
});

/** Rows cut as (B, T, d, heads) and turned to heads. Merged as usual, or in the order of the cut. @param {Layer} layer @returns {Way[]} */
function splitFeaturesFirst(layer) {
  const { sizes, latent } = layer;
  const { H, kvHeads, dK, dV } = sizes;
  if (latent || (H === 1 && kvHeads === 1) || (dK === 1 && dV === 1)) return [];
  const split = Object.fromEntries(
    LANES.map((lane) => [
      `${lane}_heads`,
      (/** @type {LayerSteps} */ s) =>
        permuteAxes(
          s.get(lane),
          [sizes.B, tokensOf(layer, lane), featuresOf(layer, lane), headsOf(layer, lane)],
          [0, 3, 1, 2],
        ),
    ]),
  );
  const concat = (/** @type {LayerSteps} */ s) => permuteAxes(s.get("context"), mergeOf(layer), [0, 2, 3, 1]);
  return [{ change: split }, { of: ["concat"], change: { ...split, concat }, whole: ["concat"] }];
}

/** Heads merged as if the batch and the heads, or the batch and the tokens, stood in another order. @param {Layer} layer @returns {Way[]} */
function mixedBatch({ sizes: { B, H, T, dV } }) {
  /** @param {(context: import("./layer-steps.js").Values) => Float64Array} by @returns {Way} */
  const merge = (by) => ({
    change: { concat: (/** @type {LayerSteps} */ s) => by(s.get("context")) },
    whole: ["concat"],
  });
  return [
    merge((context) => permuteAxes(context, [B, H, T, dV], [1, 2, 0, 3])), // heads, tokens, batch
    merge((context) => permuteAxes(context, [B, H, T, dV], [2, 0, 1, 3])), // tokens, batch, heads
    merge((context) => permuteAxes(context, [B, H, T, dV], [1, 0, 2, 3])), // heads, batch, tokens
    merge((context) => permuteAxes(context, [H, B, T, dV], [1, 2, 0, 3])), // read as heads first
  ];
}
