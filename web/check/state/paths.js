import { maskedAfterwards, overHeads } from "./other-attention.js";
import { BIASES, MATRICES, transposed } from "./saved-layer.js";

/**
 * Possible explanations: the core's wrong paths, and mistakes that correspond to other weights or masks.
 *
 * @typedef {import("../../core/types.js").Fault} Fault
 * @typedef {import("../../core/types.js").ForwardInput} ForwardInput
 * @typedef {import("./saved-layer.js").SavedLayer} SavedLayer
 * @typedef {import("./saved-array.js").Result} Result
 * @typedef {Record<string, import("../../core/types.js").TensorInput>} Weights  weights by name
 *
 * @typedef {object} Reading  facts that the file leaves open
 * @property {boolean} isLinear  whether square weights are nn.Linear's (out, in)
 * @property {boolean} causal
 *
 * @typedef {object} Path
 * @property {string} id
 * @property {string[]} [of]    arrays of the mistake, if there are several possibilities
 * @property {Fault} [fault]
 * @property {(weights: Weights) => Weights} [weights]
 * @property {Partial<ForwardInput>} [forward]
 * @property {import("./other-attention.js").Attention} [attention]  makes the weights, if no layer does
 * @property {readonly Result[]} [keeps]  results that are as on the right path, although this path has other weights
 */

/** @type {Path} */
export const RIGHT = { id: "none" };

/**
 * Wrong paths of the core that give a result and need only saved arrays. The core refuses the others, or
 * dropout-share.js detects them.
 * @satisfies {readonly Fault[]}
 */
export const FAULTS_TRIED = /** @type {const} */ ([
  "view_without_transpose",
  "merge_without_transpose",
  "no_scale",
  "raw_inputs",
  "softmax_axis",
  "mask_reversed",
  "mask_repeat_order",
  "mask_as_square",
]);

/** Results for a query whose keys are all blocked. @type {readonly Partial<ForwardInput>[]} */
const EMPTY_ROWS = [{}, { softmaxEmptyRow: "nan" }, { maskFill: "-1e9" }];

/** @param {SavedLayer} layer @param {Reading} reading @returns {Path[]} likeliest first */
export function pathsOf(layer, reading) {
  const isMasked = reading.causal || layer.padding !== null;
  const rows = (/** @type {Path} */ path) =>
    EMPTY_ROWS.map((row) => ({ ...path, forward: { ...path.forward, ...row } }));
  return [
    ...FAULTS_TRIED.flatMap((fault) => {
      /** @type {Path} */
      const path = { id: fault, fault };
      if (fault.startsWith("mask_")) return isMasked ? rows(path) : [];
      return [path];
    }),
    ...scales(layer),
    ...interleaved(layer),
    ...(layer.sizes.H > 1 ? [{ id: "softmax_heads", attention: overHeads }] : []),
    ...(isMasked ? [{ id: "masked_afterwards", attention: maskedAfterwards }] : []),
    ...transposes(layer),
    ...withoutBiases(layer),
    ...(layer.sizes.H === layer.sizes.kvHeads ? [KEYS_ASK] : []),
    ...withoutOutput(layer),
    ...(reading.causal ? [{ id: "not_masked", forward: { causal: false } }, ...rows(diagonal(layer))] : []),
  ];
}

/** Wrong factors of the scores instead of 1 / √d_k, as a factor of the queries' weights. @param {SavedLayer} layer @returns {Path[]} */
const scales = ({ sizes: { dK, dModel } }) =>
  Object.entries({
    scale_d_model: Math.sqrt(dK / dModel),
    scale_without_root: 1 / Math.sqrt(dK),
    scale_multiplied: dK,
  }).flatMap(([id, factor]) =>
    factor === 1
      ? []
      : {
          id,
          keeps: ["q", "k", "v", "scores"],
          weights: ({ wQ, bQ, ...others }) => ({ ...others, wQ: times(wQ, factor), bQ: times(bQ, factor) }),
        },
  );

/** @param {import("../../core/types.js").TensorInput} tensor @param {number} factor */
const times = ({ data, shape }, factor) => ({
  data: Float64Array.from(data, (value) => value * factor),
  shape,
});

/**
 * Rows cut as (B, T, d_k, H) and turned to heads: head h has every H-th column from h on. Merged as usual, or in the order of the cut.
 * @param {SavedLayer} layer @returns {Path[]}
 */
function interleaved({ sizes: { H, kvHeads, dK, dV } }) {
  if (H !== kvHeads || H === 1 || (dK === 1 && dV === 1)) return [];
  const turns = (/** @type {import("../../core/types.js").TensorInput} */ tensor, /** @type {number} */ d) =>
    takenFrom(tensor, 1, (column) => (column % d) * H + Math.floor(column / d));
  /** @type {(weights: Weights) => Weights} */
  const split = (weights) => ({
    ...weights,
    ...Object.fromEntries(["wQ", "bQ", "wK", "bK"].map((name) => [name, turns(weights[name], dK)])),
    ...Object.fromEntries(["wV", "bV"].map((name) => [name, turns(weights[name], dV)])),
  });
  /** @type {(weights: Weights) => Weights} */
  const both = (weights) => ({
    ...split(weights),
    wO: takenFrom(weights.wO, 0, (row) => (row % dV) * H + Math.floor(row / dV)),
  });
  return [
    { id: "split_features_first", weights: split },
    { id: "split_features_first", of: ["concat"], weights: both },
  ];
}

/**
 * A matrix or vector with its rows (axis 0) or columns (axis 1) in another order: number i is number `from(i)` of the given one.
 * @param {import("../../core/types.js").TensorInput} tensor @param {0 | 1} axis @param {(i: number) => number} from
 */
function takenFrom({ data, shape }, axis, from) {
  const width = shape[shape.length - 1];
  const at = (/** @type {number} */ i) =>
    axis === 1
      ? Math.floor(i / width) * width + from(i % width)
      : from(Math.floor(i / width)) * width + (i % width);
  return { data: Float64Array.from({ length: data.length }, (_, i) => Number(data[at(i)])), shape };
}

/** Paths with transposed matrices, for square matrices, whose shape does not show a transpose. @param {SavedLayer} layer @returns {Path[]} */
const transposes = ({ isSquare }) =>
  isSquare
    ? MATRICES.map((name) => ({
        id: "transposed",
        of: [name],
        weights: (weights) => ({ ...weights, [name]: transposed(/** @type {any} */ (weights[name])) }),
      }))
    : [];

/** @param {SavedLayer} layer @returns {Path[]} */
function withoutBiases({ biases }) {
  const saved = BIASES.filter((name) => biases[name]?.data.some((value) => value !== 0));
  const ofInputs = saved.filter((name) => name !== "bO"); // a model that has biases in these three projections only
  const several = [saved, ofInputs].filter(({ length }) => length > 1);
  return [...several, ...saved.map((name) => [name])].map((of) => ({
    id: "no_bias",
    of,
    weights: (weights) => ({
      ...weights,
      ...Object.fromEntries(of.map((name) => [name, times(weights[name], 0)])),
    }),
  }));
}

/** K Qᵀ instead of Q Kᵀ. @type {Path} */
const KEYS_ASK = {
  id: "keys_ask",
  keeps: ["q", "k", "v"],
  weights: ({ wQ, wK, bQ, bK, ...others }) => ({ ...others, wQ: wK, wK: wQ, bQ: bK, bK: bQ }),
};

/** @param {SavedLayer} layer @returns {Path[]} */
function withoutOutput({ sizes: { H, dV, dModel } }) {
  if (H * dV !== dModel) return [];
  const data = Float32Array.from({ length: dModel * dModel }, (_, i) => Number(i % (dModel + 1) === 0));
  const identity = { data, shape: [dModel, dModel] };
  return [
    { id: "no_output", weights: ({ bO, ...others }) => ({ ...others, wO: identity, bO: times(bO, 0) }) },
  ];
}

/** A mask that includes the diagonal. @param {SavedLayer} layer @returns {Path} */
function diagonal({ sizes: { T } }) {
  const data = Uint8Array.from({ length: T * T }, (_, i) => Number(i % T >= Math.floor(i / T)));
  return { id: "mask_diagonal", forward: { causal: false, attnMask: { data, shape: [T, T] } } };
}
