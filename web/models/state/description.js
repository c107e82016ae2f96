import { modelRefusal } from "../words-refusals.js";

/** @import { LayerOptions } from "../../core/types.js" */
/** @import { Config } from "./config.js" */

/**
 * Description of a model that determines its blocks: plain data, in the same form for all families.
 *
 * Layer l computes, from its input x (T, d_model), with attention A, feed-forward network M and norms N:
 *   pre       y = x + A(N1(x)),      y + M(N2(y))
 *   post      y = N1(x + A(x)),      N2(y + M(y))
 *   sandwich  y = x + N2(A(N1(x))),  y + N4(M(N3(y)))
 *   parallel  x + A(N1(x)) + M(N2(x))
 *
 * @typedef {object} Description
 * @property {string} family
 * @property {boolean} causal  a token sees no later token
 * @property {number} vocabulary
 * @property {number} layers
 * @property {number} dModel
 * @property {number} heads
 * @property {number} kvHeads
 * @property {number} dHead  d_k and d_v
 * @property {number} dFeedForward
 * @property {number} longest  tokens that the model has learned positions for, or was trained on
 * @property {number} positions  rows of the matrix of learned positions; 0 for none
 * @property {number} firstPosition  row of the first token
 * @property {number | null} padding  id of the piece that does not count as a position and has the row before the first token's
 * @property {ByDistance | null} byDistance  learned vectors of distances, which queries meet beside the keys
 * @property {number} types  rows of the matrix of token types; 0 for none
 * @property {number} embeddingScale  factor of the words' embeddings
 * @property {boolean} inputNorm  a norm of the sum of the embeddings
 * @property {boolean} finalNorm  a norm after the last layer
 * @property {"layer" | "rms"} norm  LayerNorm with a gain and a shift, or RMSNorm with a gain
 * @property {number} eps
 * @property {boolean} gainPlusOne  norms multiply by 1 + w
 * @property {"pre" | "post" | "sandwich" | "parallel"} order
 * @property {number} scale  factor of the scores
 * @property {boolean} inverseLayerScale  the scores of layer l are also divided by l + 1
 * @property {number | null} softcap  c of c · tanh(score / c)
 * @property {readonly (number | null)[]} windows  of each layer: the newest keys that a query sees, itself among them; null for all
 * @property {boolean} qkNorm  RMSNorm of each head's queries and keys
 * @property {Rotary | null} rope
 * @property {boolean} qkvBias
 * @property {boolean} oBias
 * @property {boolean} gated  down(activation(gate(x)) · up(x)); without a gate, down(activation(up(x)))
 * @property {Activation} activation
 * @property {boolean} mlpBias
 * @property {boolean} tied  the output's matrix is the words' embedding
 * @property {boolean} outputBias
 * @property {boolean} outputTransform  masked models: norm(activation(dense(x))) before the output's matrix
 * @property {Activation} [outputActivation]  of the output's transform, if it is not that of the layers
 * @property {number | null} outputSoftcap
 * @property {Vision} [vision]  of models that read pictures; their vocabulary is that of classes
 *
 * @typedef {object} Vision
 * @property {number} channels  3, or 1 for grey
 * @property {readonly [height: number, width: number]} patch
 * @property {readonly [height: number, width: number]} size  of the pictures that positions were learned for
 * @property {readonly string[]} extra  texts of the tokens before the patches
 * @property {number} registers  the last ones of these, which have no position
 * @property {boolean} antialias  positions for smaller pictures are the means of more than their neighbours
 *
 * @typedef {"gelu" | "gelu_tanh" | "quick_gelu" | "silu" | "relu"} Activation  GELU by erf, and its approximations by tanh and by the logistic
 *   function
 *
 * @typedef {{ most: number, keys: boolean }} ByDistance  distances of up to so many tokens (Shaw et al. 2018); keys: keys meet the vectors,
 *   too (Huang et al. 2020)
 *
 * @typedef {object} Rotary  rotary positions of rotate_half: feature i is turned with feature i + width / 2, width being what is turned
 * @property {number} base
 * @property {number} fraction  of d_head that is turned
 * @property {LinearScaling | Llama3Scaling | DynamicScaling | null} scaling
 *
 * @typedef {{ kind: "linear", factor: number }} LinearScaling  every frequency divided by the factor
 * @typedef {{ kind: "llama3", factor: number, lowFrequency: number, highFrequency: number, originalLength: number }} Llama3Scaling
 *   frequencies of few turns within the original length divided by the factor, of many kept, and between the two mixed
 * @typedef {{ kind: "dynamic", most: number }} DynamicScaling  frequencies are kept up to so many tokens; longer texts are not read
 */

/** Most layers that a config may give; the largest published models have fewer than 200. */
const MOST_LAYERS = 1000;

/** Activations by their names in transformers. @type {Readonly<Record<string, Activation>>} */
export const ACTIVATIONS = {
  gelu: "gelu",
  gelu_python: "gelu",
  gelu_new: "gelu_tanh",
  gelu_fast: "gelu_tanh",
  gelu_pytorch_tanh: "gelu_tanh",
  quick_gelu: "quick_gelu",
  silu: "silu",
  swish: "silu",
  relu: "relu",
};

/** Defaults of fields that most families do not set. */
export const PLAIN = Object.freeze({
  ...{ positions: 0, firstPosition: 0, padding: null, types: 0, embeddingScale: 1, gainPlusOne: false },
  ...{ byDistance: null, inverseLayerScale: false },
  ...{ softcap: null, qkNorm: false, rope: null, outputSoftcap: null },
});

/** @param {Config} config @param {string} name @param {number} usual */
export const layersIn = (config, name, usual) => config.whole(name, usual, { most: MOST_LAYERS });

/** Most tokens that a model reads. @param {Description} model */
export function mostTokens({ positions, firstPosition, byDistance, rope }) {
  if (positions) return positions - firstPosition;
  if (byDistance) return byDistance.most;
  return rope?.scaling?.kind === "dynamic" ? rope.scaling.most : Infinity;
}

/** d_model shared evenly by the heads. @param {number} dModel @param {number} heads */
export function shareOf(dModel, heads) {
  if (dModel % heads) throw modelRefusal("config", "config_heads", { d_model: dModel, heads });
  return dModel / heads;
}

/** Number of key/value heads; null means as many as query heads. @param {Config} config @param {number} heads @param {number} usual */
export function kvHeadsIn(config, heads, usual) {
  const kvHeads = config.whole("num_key_value_heads", config.isOff("num_key_value_heads") ? heads : usual);
  if (heads % kvHeads) throw modelRefusal("config", "config_kv_heads", { heads, kv_heads: kvHeads });
  return kvHeads;
}

/** The values of layer_types in transformers; the first has the window. */
const KINDS = ["sliding_attention", "full_attention"];

/**
 * Windows of layers.
 * @param {Config} config @param {number} layers @param {number | null} window @param {(layer: number) => boolean} hasIt  where config has no layer_types
 */
export function windowsOf(config, layers, window, hasIt) {
  const kinds = config.eachLayer("layer_types", layers, KINDS);
  const slides = (/** @type {number} */ layer) => (kinds ? kinds[layer] === KINDS[0] : hasIt(layer));
  return Array.from({ length: layers }, (_, layer) => (slides(layer) ? window : null));
}

/**
 * Rotary positions: rope_theta and rope_scaling, or rope_parameters, which holds both since transformers 5.
 * @param {Config} config @param {{ dHead: number, longest: number }} sizes
 * @param {{ base?: string, fraction?: { name: string, usual: number } }} [names] of a family's own fields
 * @returns {Rotary}
 */
export function rotaryIn(config, { dHead, longest }, { base = "rope_theta", fraction: share } = {}) {
  const parameters = config.part("rope_parameters");
  /** @param {string} name in rope_parameters @param {string} own name beside it @param {number} usual */
  const read = (name, own, usual) =>
    parameters?.given(name) === undefined ? config.positive(own, usual) : parameters.positive(name, usual);
  const fraction = share ? read("partial_rotary_factor", share.name, share.usual) : 1;
  const width = Math.trunc(dHead * fraction);
  if (width < 2 || width > dHead || width % 2)
    throw modelRefusal("config", "config_rotary", { width, d_head: dHead });
  return {
    base: read("rope_theta", base, 10_000),
    fraction: width / dHead,
    scaling: scalingIn(parameters ?? config.part("rope_scaling"), longest),
  };
}

/** @param {Config | undefined} given @param {number} longest @returns {Rotary["scaling"]} */
function scalingIn(given, longest) {
  const name = given?.given("rope_type") === undefined ? "type" : "rope_type";
  return given?.choice(name, "default", SCALINGS)(given, longest) ?? null;
}

/** Rotary scaling by its name in transformers. @type {Readonly<Record<string, (given: Config, longest: number) => Rotary["scaling"]>>} */
const SCALINGS = {
  default: () => null,
  dynamic: (_, longest) => ({ kind: "dynamic", most: longest }),
  linear: (given) => ({ kind: "linear", factor: given.positive("factor", 1) }),
  llama3: (given) => ({
    kind: "llama3",
    factor: given.positive("factor", 8),
    lowFrequency: given.positive("low_freq_factor", 1),
    highFrequency: given.positive("high_freq_factor", 4),
    originalLength: given.whole("original_max_position_embeddings", 8192),
  }),
};

/**
 * The options of createLayer for a layer's attention.
 * @param {Description} model @param {number} layer @returns {LayerOptions}
 */
export function attentionOf(model, layer) {
  const { dModel, heads, kvHeads, dHead, qkvBias, oBias, eps, rope, qkNorm, softcap, windows } = model;
  return {
    ...{ dModel, numHeads: heads, numKvHeads: kvHeads, dK: dHead, bias: qkvBias || oBias },
    ...{ softcap, window: windows[layer], qkNorm: qkNorm && { eps }, rope: rope ? ropeOf(rope) : false },
  };
}

/** @param {Rotary} rope */
function ropeOf({ base, fraction, scaling }) {
  const half = { style: /** @type {const} */ ("half"), base, fraction, scaling: 1 };
  if (!scaling || scaling.kind === "dynamic") return half;
  if (scaling.kind === "linear") return { ...half, scaling: scaling.factor };
  const { originalLength: length, lowFrequency: low, highFrequency: high } = scaling;
  return { ...half, scaling: scaling.factor, length, low, high };
}
