import { inShape, refused, makeError } from "../text/refusals.js";
import { elements } from "../../core/tensor-argument.js";
import { attentionStep } from "./attention-step.js";
import { unknownStep } from "./stages.js";

/**
 * Attention of any model as a picture with one step, without a layer.
 *
 * @typedef {import("./picture.js").Picture} Picture
 *
 * @param {import("../../core/index.js").Core} core
 * @param {import("./settings.js").Settings} settings
 * @param {import("./own.js").Own} own has `attention`
 * @returns {Picture}
 */
export function attentionPicture(core, settings, own) {
  const { layers, ...attention } = attentionOf(own);
  const [, heads, queries, keys] = attention.shape;
  const words = (own.patches?.wordsFor ?? wordsFor)(settings, queries, keys);
  const step = attentionStep(attention.shape);
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
    patches: own.patches,
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
    notices: [
      ...(own.patches?.trouble ? [own.patches.trouble] : []), // first, because few are shown
      ...notesOn(attention.data, measured.rowSum.data),
    ],
    dispose() {},
  };
}

/** @param {import("./settings.js").Settings} settings @param {number} queries @param {number} keys */
function wordsFor({ tokens, keyTokens }, queries, keys) {
  const of = keyTokens.length || tokens.length;
  if (tokens.length === queries && of === keys) return { tokens, keyTokens };
  const apart = keyTokens.length || queries !== keys;
  const sizes = { tokens: tokens.length, queries, keys };
  throw makeError(
    RangeError,
    apart
      ? refused("tokens_and_keys_of_attention", { ...sizes, key_tokens: keyTokens.length })
      : refused("tokens_of_attention", sizes),
  );
}

/**
 * One layer of the attention, as (1, H, T_q, T_k).
 * @param {Pick<import("./own.js").Own, "attention" | "layer">} own
 * @returns {{ data: Float32Array, shape: number[], layers: number }}
 * @throws {import("../../core/errors.js").HeadscopeError} if the layer does not exist
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
    throw inShape(refused("attention_shape", { shape: given }));
  if (data?.length !== elements(shape))
    throw inShape(
      refused("attention_count", { shape: given, expected: elements(shape), count: data?.length ?? 0 }),
    );
  const [layers, ...one] = shape.length === 4 ? shape : [1, ...shape];
  const size = elements(one);
  const at = Math.min(layer, layers - 1);
  const numbers = Float32Array.from({ length: size }, (_, i) => Number(data[at * size + i]));
  return { data: numbers, shape: [1, ...one], layers };
}

/** @param {unknown} given */
function notTensor(given) {
  if (!Array.isArray(given)) return inShape(refused("attention_no_tensor", { kind: typeof given }));
  const sizes = [];
  for (let each = /** @type {any} */ (given); Array.isArray(each) && sizes.length < 5; [each] = each)
    sizes.push(each.length);
  const isNested = sizes.length === 3 || sizes.length === 4;
  return inShape(
    refused("attention_array", { shape: isNested ? `[${sizes.join(", ")}]` : "[heads, queries, keys]" }),
  );
}

const ROUNDING = 1e-3; // tolerance for a row's sum of 1: the rounding of half-precision models

/**
 * Warnings about numbers that are not attention weights.
 * @param {Float32Array} weights
 * @param {Float32Array} sums sums of the rows, from the core
 * @returns {import("../text/refusals.js").Message[]}
 */
function notesOn(weights, sums) {
  const off = sums.filter((sum) => !(Math.abs(sum - 1) <= ROUNDING)).length;
  const negative = weights.filter((weight) => weight < 0).length;
  const none = weights.filter(Number.isNaN).length;
  const all = weights.length;
  return [
    refused(off === 1 ? "row_off" : "rows_off", { count: off, all: sums.length }),
    refused(negative === 1 ? "weight_negative" : "weights_negative", { count: negative, all }),
    refused(none === 1 ? "weight_no_number" : "weights_no_numbers", { count: none, all }),
  ].filter(({ parameters }) => parameters.count);
}
