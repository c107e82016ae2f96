import { HeadscopeError } from "../../core/errors.js";
import { elements } from "../../core/given.js";
import { unknownStep } from "./stages.js";

/**
 * Any model's attention as a picture of one step: what is known without a layer.
 *
 * @typedef {import("./picture.js").Picture} Picture
 *
 * @param {import("../../core/index.js").Core} core
 * @param {import("./settings.js").Settings} settings
 * @param {import("./own.js").Own} own with attention
 * @returns {Picture}
 */
export function attentionPicture(core, settings, own) {
  const { layers, ...attention } = attentionOf(own);
  const [, heads, queries, keys] = attention.shape;
  const words = wordsFor(settings, queries, keys);
  /** @type {import("../../core/types.js").Step} */
  const step = {
    id: "weights",
    op: "softmax",
    lane: null,
    stage: 0,
    inputs: [],
    weights: [],
    axes: ["B", "H", "T_q", "T_k"],
    shape: attention.shape,
    strides: [heads * queries * keys, queries * keys, keys, 1],
    offset: 0,
    contiguous: true,
    storage: "copy",
    buffer: 0,
    attributes: {},
    flops: 0,
    bytesRead: 0,
    bytesWritten: 0,
    error: null,
  };
  const none = () => {
    throw new Error("attention of one's own comes without a layer");
  };
  const options = {
    tokens: words.tokens,
    keyTokens: words.keyTokens.length ? words.keyTokens : words.tokens,
  };
  const measured = core.measure(attention, { ...options, similarity: false });
  return {
    settings: { ...settings, ...words, heads, causal: false },
    fault: "none",
    own,
    config: /** @type {any} */ ({ numHeads: heads, numKvHeads: heads }),
    steps: [step],
    stages: [[step]],
    operations: core.operations,
    layer: null,
    call: null,
    layers,
    step: (id) => (id === step.id ? step : undefined),
    values: () => attention.data,
    tensor(id) {
      if (id !== step.id) throw unknownStep(id, [step]);
      return { ...step, data: attention.data.slice(), shape: attention.shape.slice() };
    },
    measure: () => measured,
    similarity: () => core.measure(attention).similarity,
    rank: core.rank.bind(core),
    blend: (factors) => core.blend(attention, factors),
    run: /** @type {any} */ ({ differenceFrom: none }),
    weight: none,
    warnings: notesOn(attention.data, measured.rowSum.data),
    dispose() {},
  };
}

/** @param {import("./settings.js").Settings} settings @param {number} queries @param {number} keys */
function wordsFor({ tokens, keyTokens }, queries, keys) {
  const of = keyTokens.length || tokens.length;
  if (tokens.length === queries && of === keys) return { tokens, keyTokens };
  const apart = keyTokens.length || queries !== keys;
  throw new RangeError(
    `tokens ${tokens.length}${apart ? ` and key-tokens ${keyTokens.length}` : ""} for attention of ${queries} queries and ${keys} keys: ` +
      `set tokens to ${queries} words${apart ? ` and key-tokens to ${keys}` : ""}, or to none, and they are numbered`,
  );
}

/**
 * One layer of attention as (1, H, T_q, T_k).
 * @param {import("./own.js").Own} own
 * @returns {{ data: Float32Array, shape: number[], layers: number }}
 * @throws {HeadscopeError} where it is none
 */
export function attentionOf({ attention, layer }) {
  if (Array.isArray(attention) || typeof attention !== "object") throw notTensor(attention);
  const { data, shape } = /** @type {import("../../core/types.js").TensorInput} */ (attention);
  const given = Array.isArray(shape) ? `(${shape.join(", ")})` : String(shape);
  if (
    !Array.isArray(shape) ||
    ![3, 4].includes(shape.length) ||
    !shape.every((size) => Number.isInteger(size) && size > 0)
  )
    throw new HeadscopeError(
      "shape",
      `attention has shape ${given}; expected (heads, queries, keys), or (layers, heads, queries, keys) of several layers`,
    );
  if (data?.length !== elements(shape))
    throw new HeadscopeError(
      "shape",
      `attention of shape ${given} has ${elements(shape)} weights, and data has ${data?.length ?? 0}`,
    );
  const [layers, ...one] = shape.length === 4 ? shape : [1, ...shape];
  const size = elements(one);
  const at = Math.min(layer, layers - 1);
  const numbers = Float32Array.from({ length: size }, (_, i) => Number(data[at * size + i]));
  return { data: numbers, shape: [1, ...one], layers };
}

/** @param {unknown} given */
function notTensor(given) {
  const sizes = [];
  for (let each = given; Array.isArray(each) && sizes.length < 5; [each] = each) sizes.push(each.length);
  const shape = sizes.length === 3 || sizes.length === 4 ? `[${sizes.join(", ")}]` : "[heads, queries, keys]";
  return new HeadscopeError(
    "shape",
    Array.isArray(given)
      ? `attention is an array; expected { data, shape }, as { data: attention.flat(Infinity), shape: ${shape} }`
      : `attention is a ${typeof given}; expected { data, shape }, data a typed or plain array`,
  );
}

const ROUNDING = 1e-3; // a row's sum may be off by so much and still be 1: half-precision models' are

/** Of numbers that are not what attention is made of. @param {Float32Array} weights @param {Float32Array} sums of its rows, by the core @returns {string[]} */
function notesOn(weights, sums) {
  const off = sums.filter((sum) => !(Math.abs(sum - 1) <= ROUNDING)).length;
  const negative = weights.filter((weight) => weight < 0).length;
  const none = weights.filter(Number.isNaN).length;
  const said = (
    /** @type {number} */ count,
    /** @type {number} */ all,
    /** @type {string} */ one,
    /** @type {string} */ several,
  ) => (count ? [`${count} of ${all} ${count === 1 ? one : several}`] : []);
  return [
    ...said(off, sums.length, "rows does not sum to 1", "rows do not sum to 1"),
    ...said(negative, weights.length, "weights is negative", "weights are negative"),
    ...said(none, weights.length, "weights is no number (NaN)", "weights are no numbers (NaN)"),
  ];
}
