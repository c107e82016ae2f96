import { modelRefusal } from "../words-refusals.js";
import { SCALINGS, factorsOf } from "./rotary-scaling.js";

/** @import { LayerOptions } from "../../core/types.js" */
/** @import { Config } from "./config.js" */
/** @import { RotarySizes, Scaling } from "./rotary-scaling.js" */

/**
 * Description of a model that determines its blocks: plain data, in the same form for all families.
 *
 * Layer l computes, from its input x (T, d_model), with attention A, feed-forward network M and norms N:
 *   pre       y = x + A(N1(x)),      y + M(N2(y))
 *   post      y = N1(x + A(x)),      N2(y + M(y))
 *   sandwich  y = x + N2(A(N1(x))),  y + N4(M(N3(y)))
 *   after     y = x + N2(A(x)),      y + N4(M(y))
 *   parallel  x + A(N1(x)) + M(N2(x)), where N1 and N2 may be the same norm
 *
 * @typedef {object} Description
 * @property {string} family
 * @property {boolean} causal  a token sees no later token
 * @property {number} vocabulary
 * @property {number} layers
 * @property {number} dModel
 * @property {number} heads
 * @property {number} kvHeads
 * @property {number} dHead  d_k and d_v; of latent attention, d_k without the features that turn
 * @property {Latent | null} latent  keys and values are made of a latent of each token
 * @property {number} dFeedForward
 * @property {number} longest  tokens that the model has learned positions for, or was trained on
 * @property {number} positions  rows of the matrix of learned positions; 0 for none
 * @property {number} firstPosition  row of the first token
 * @property {number | null} padding  id of the piece that does not count as a position and has the row before the first token's
 * @property {"marian" | "tensor2tensor" | null} sinusoids  rows of positions that are computed: by the formula of Marian, or of tensor2tensor
 * @property {Added | null} added  positions as learned numbers that are added to the scores
 * @property {ByDistance | null} byDistance  learned vectors of distances, which queries meet beside the keys
 * @property {number} types  rows of the matrix of token types; 0 for none
 * @property {number} tasks  rows of the matrix of tasks, of which the first is added to each embedding; 0 for none
 * @property {number} embeddingScale  factor of the words' embeddings
 * @property {Projection | null} projection  of embeddings that are not d_model wide
 * @property {boolean} inputNorm  a norm of the sum of the embeddings
 * @property {boolean} finalNorm  a norm after the last layer
 * @property {"layer" | "rms"} norm  LayerNorm with a gain and a shift, or RMSNorm with a gain
 * @property {"both" | "gain" | "none"} normParameters  of a LayerNorm; RMSNorm has a gain only
 * @property {number} eps
 * @property {boolean} gainPlusOne  norms multiply by 1 + w
 * @property {"pre" | "post" | "sandwich" | "after" | "parallel"} order
 * @property {readonly boolean[] | null} attentionNorms  of each layer, whether it has N1; null if all have
 * @property {number} residualScale  factor of what attention and the feed-forward network add
 * @property {number} scale  factor of the scores
 * @property {boolean} inverseLayerScale  the scores of layer l are also divided by l + 1
 * @property {number | null} softcap  c of c · tanh(score / c)
 * @property {readonly Window[]} windows  of each layer
 * @property {false | "heads" | "whole"} qkNorm  RMSNorm of queries and keys, of each head or of all heads together
 * @property {readonly (Rotary | null)[]} ropes  of each layer, null for none; empty in models without rotary positions
 * @property {boolean} sinks  a learned logit of each head in the softmax's denominator
 * @property {boolean} alibi  scores fall with the distance, by slopes of the heads
 * @property {boolean} qkvBias
 * @property {boolean} oBias
 * @property {boolean} gated  down(activation(gate(x)) · up(x)); without a gate, down(activation(up(x)))
 * @property {Activation} activation
 * @property {boolean} mlpBias
 * @property {Experts | null} experts  feed-forward networks of which a router chooses some for each token
 * @property {boolean} tied  the output's matrix is the words' embedding
 * @property {boolean} outputBias
 * @property {boolean} outputTransform  masked models: norm(activation(dense(x))) before the output's matrix
 * @property {boolean} denseBias  of the output's transform
 * @property {Activation} [outputActivation]  of the output's transform, if it is not that of the layers
 * @property {number} outputScale  factor of the logits
 * @property {number | null} outputSoftcap
 * @property {boolean} countsSeen  tokens that the attention mask hides do not count as positions
 * @property {readonly number[] | null} places  of each layer: the number in the names of its tensors, where layers share them; null for its own
 * @property {Description} [encoder]  before the layers described here, which are then a decoder's up to the sum of self-attention
 * @property {Description} [cross]  the rest of a decoder's layers: attention to the encoder's output, and the feed-forward network
 * @property {Vision} [vision]  of models that read pictures; their vocabulary is that of classes
 *
 * @typedef {number | readonly [before: number, after: number] | null} Window  the newest keys that a query sees, itself among them; or the keys
 *   before and after it; null for all
 *
 * @typedef {object} Vision
 * @property {number} channels  3, or 1 for grey
 * @property {readonly [height: number, width: number]} patch
 * @property {readonly [height: number, width: number]} size  of the pictures that positions were learned for
 * @property {readonly string[]} extra  texts of the tokens before the patches
 * @property {number} registers  the last ones of these, which have no position
 * @property {boolean} hasTextTower  whether the whole model has a text tower too, which is not read
 * @property {boolean} antialias  positions for smaller pictures are the means of more than their neighbours
 *
 * @typedef {"gelu" | "gelu_tanh" | "quick_gelu" | "silu" | "relu"} Activation  GELU by erf, and its approximations by tanh and by the logistic
 *   function
 *
 * @typedef {{ rank: number, queryRank: number, ropeWidth: number, dValue: number, eps: number }} Latent  see the core's option; queryRank is 0 if
 *   queries are made of the input; eps is of the norms of latents. Biases are those of what is projected from the input
 *
 * @typedef {{ buckets: number, most: number, isCausal?: boolean }} Added  a learned number of each head for the bucket of a distance, of which the
 *   last holds `most` tokens and more (Raffel et al. 2020); causal: all buckets are of earlier tokens
 *
 * @typedef {{ most: number, keys: boolean }} ByDistance  distances of up to so many tokens (Shaw et al. 2018); keys: keys meet the vectors,
 *   too (Huang et al. 2020)
 *
 * @typedef {object} Experts
 * @property {readonly boolean[]} isIn  of each layer, whether it has experts
 * @property {number} count
 * @property {number} chosen  for each token
 * @property {number} width
 * @property {"all" | "chosen"} softmaxOf  whose logits make the weights
 * @property {boolean} isNormed  the weights of the chosen ones sum to 1
 * @property {number} scale  factor of the weights
 * @property {Groups | null} groups  if only some groups of experts are chosen from
 * @property {{ width: number, isSwitched: boolean } | null} shared  one more network for all tokens; switched: times σ of a projection
 * @property {boolean} isStacked  the experts' matrices lie in one tensor, with biases
 * @property {boolean} hasRouterBias
 * @property {number} limit  see FeedForward of src/transformer; 0 for none
 *
 * @typedef {{ count: number, chosen: number }} Groups  of experts side by side; those are chosen whose best expert is best
 *
 * @typedef {object} Projection  a matrix (width, d_model) that projects the words' embeddings, or their sum with positions and types. The output
 *   projects back
 * @property {number} width
 * @property {"words" | "sum"} of
 * @property {boolean} bias
 *
 * @typedef {object} Rotary  rotary positions
 * @property {"half" | "interleaved"} style  feature i is turned with feature i + width / 2, width being what is turned; or 2i with 2i + 1
 * @property {number} base
 * @property {number} fraction  of d_head that is turned
 * @property {Scaling | null} scaling
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
  ...{
    positions: 0,
    firstPosition: 0,
    padding: null,
    types: 0,
    tasks: 0,
    embeddingScale: 1,
    gainPlusOne: false,
  },
  denseBias: true,
  ...{
    experts: null,
    sinks: false,
    latent: /** @type {Description["latent"]} */ (null),
    sinusoids: /** @type {Description["sinusoids"]} */ (null),
    added: null,
    byDistance: null,
    inverseLayerScale: false,
    projection: null,
    countsSeen: false,
    places: null,
    attentionNorms: null,
  },
  ropes: /** @type {readonly (Rotary | null)[]} */ ([]),
  qkNorm: /** @type {Description["qkNorm"]} */ (false),
  ...{ softcap: null, alibi: false, outputScale: 1, outputSoftcap: null, residualScale: 1 },
  normParameters: /** @type {"both" | "gain" | "none"} */ ("both"),
});

/** @param {Config} config @param {string} name @param {number} usual */
export const layersIn = (config, name, usual) => config.whole(name, usual, { most: MOST_LAYERS });

/** Most tokens that a model reads. @param {Description} model */
export function mostTokens({ positions, firstPosition, byDistance, ropes }) {
  if (positions) return positions - firstPosition;
  if (byDistance) return byDistance.most;
  return Math.min(...ropes.map((rope) => (rope?.scaling?.kind === "dynamic" ? rope.scaling.most : Infinity)));
}

/** Rows and columns of the patches of a picture. Pixels beyond the last whole patch are not read. @param {readonly [height: number, width: number]} size @param {Pick<Vision, "patch">} vision @returns {[rows: number, columns: number]} */
export const gridOf = ([height, width], { patch }) => [
  Math.floor(height / patch[0]),
  Math.floor(width / patch[1]),
];

/** d_model shared evenly by the heads. @param {number} dModel @param {number} heads */
export function shareOf(dModel, heads) {
  if (dModel % heads) throw modelRefusal("config", "config_heads", { d_model: dModel, heads });
  return dModel / heads;
}

/** Number of key/value heads; null means as many as query heads. @param {Config} config @param {number} heads @param {number} usual @param {string} [name] */
export function kvHeadsIn(config, heads, usual, name = "num_key_value_heads") {
  const kvHeads = config.whole(name, config.isOff(name) ? heads : usual);
  if (heads % kvHeads) throw modelRefusal("config", "config_kv_heads", { heads, kv_heads: kvHeads });
  return kvHeads;
}

/** The window of the layers that have one; null if config.json turns it off. @param {Config} config @param {number | null} usual */
export const windowIn = (config, usual) =>
  config.isOff("sliding_window") || (usual === null && config.given("sliding_window") === undefined)
    ? null
    : config.whole("sliding_window", usual ?? 1);

/** A soft cap; null if config.json turns it off. @param {Config} config @param {string} name @param {number | null} usual */
export const capIn = (config, name, usual) =>
  config.isOff(name) || (usual === null && config.given(name) === undefined)
    ? null
    : config.positive(name, usual ?? 1);

/** The values of layer_types in transformers; the first has the window. */
const KINDS = ["sliding_attention", "full_attention"];

/**
 * Windows of layers.
 * @param {Config} config @param {number} layers @param {Window} window @param {(layer: number) => boolean} hasIt  where config has no layer_types
 */
export function windowsOf(config, layers, window, hasIt) {
  return slidingOf(config, layers, hasIt).map((slides) => (slides ? window : null));
}

/** Whether each layer has the window. @param {Config} config @param {number} layers @param {(layer: number) => boolean} hasIt  where config has no layer_types */
export function slidingOf(config, layers, hasIt) {
  const kinds = config.eachLayer("layer_types", layers, KINDS);
  return Array.from({ length: layers }, (_, layer) => (kinds ? kinds[layer] === KINDS[0] : hasIt(layer)));
}

/**
 * Rotary positions: rope_theta and rope_scaling, or rope_parameters, which holds both since transformers 5.
 * @param {Config} config @param {{ dHead: number, longest: number }} sizes
 * @param {object} [own] of a family
 * @param {string} [own.base] the field @param {number} [own.usualBase] @param {{ name: string, usual: number }} [own.fraction] the field
 * @param {number} [own.turned] features of each head, in place of a fraction @param {boolean} [own.isScaled] whether rope_scaling applies
 * @param {Rotary["style"]} [own.style] @param {string} [own.kind] of layers, where rope_parameters holds an object for each kind
 * @returns {Rotary}
 */
export function rotaryIn(config, { dHead, longest }, own = {}) {
  const {
    base = "rope_theta",
    usualBase = 10_000,
    fraction: share,
    turned,
    style = "half",
    kind,
    isScaled = true,
  } = own;
  const given = config.part("rope_parameters");
  const parameters = (kind && given?.part(kind)) || given;
  /** @param {string} name in rope_parameters @param {string} beside the field of the config @param {number} usual */
  const read = (name, beside, usual) =>
    parameters?.given(name) === undefined ? config.positive(beside, usual) : parameters.positive(name, usual);
  const fraction = share ? read("partial_rotary_factor", share.name, share.usual) : 1;
  const width = turned ?? Math.trunc(dHead * fraction);
  if (width < 2 || width > dHead || width % 2)
    throw modelRefusal("config", "config_rotary", { width, d_head: dHead });
  return {
    style,
    base: read("rope_theta", base, usualBase),
    fraction: width / dHead,
    scaling: scalingIn(parameters ?? (isScaled ? config.part("rope_scaling") : undefined), {
      ...{ longest, pairs: width / 2, base: read("rope_theta", base, usualBase) },
      original: config.whole("original_max_position_embeddings", longest),
      hasOriginal: config.given("original_max_position_embeddings") !== undefined,
    }),
  };
}

/** @param {Config | undefined} given @param {RotarySizes} sizes @returns {Rotary["scaling"]} */
function scalingIn(given, sizes) {
  const name = given?.given("rope_type") === undefined ? "type" : "rope_type";
  return given?.choice(name, "default", SCALINGS)(given, sizes) ?? null;
}

/**
 * The options of createLayer for a layer's attention.
 * @param {Description} model @param {number} layer @param {number} tokens that attention sees @returns {LayerOptions}
 */
export function attentionOf(model, layer, tokens) {
  const {
    dModel,
    heads,
    kvHeads,
    dHead,
    qkvBias,
    oBias,
    eps,
    ropes,
    qkNorm,
    softcap,
    windows,
    alibi,
    sinks,
    latent,
  } = model;
  const rope = ropes[layer];
  const hasBias = qkvBias || oBias;
  return {
    ...{ dModel, numHeads: heads, numKvHeads: kvHeads, dK: dHead, bias: hasBias && !latent },
    ...(latent && latentOf(latent, hasBias)),
    ...{
      softcap,
      window: windows[layer],
      qkNorm: qkNorm && { eps, whole: qkNorm === "whole" },
      rope: rope ? ropeOf(rope, tokens) : false,
    },
    ...{ alibi, sinks },
  };
}

/** @param {Latent} latent @param {boolean} bias @returns {Partial<LayerOptions>} */
const latentOf = ({ rank, queryRank, ropeWidth, dValue, eps }, bias) => ({
  dV: dValue,
  latent: { rank, queryRank, ropeWidth, norm: { eps }, bias },
});

/** @param {Rotary} rope @param {number} tokens */
function ropeOf({ style, base, fraction, scaling }, tokens) {
  return { style, base, fraction, scaling: 1, ...(scaling && factorsOf(scaling, tokens)) };
}
