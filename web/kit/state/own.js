import { elements } from "../../core/tensor-argument.js";
import { inShape, refused, makeError } from "../text/refusals.js";
import { DEFAULTS, optionsOf, MOST_PATCHES, MOST_TOKENS } from "./settings.js";

/**
 * An author's own numbers, used in place of the page's: attention of any model, or parameters and input of a layer.
 *
 * @typedef {import("../../core/types.js").TensorInput} TensorInput
 * @typedef {import("../../core/types.js").WeightName} WeightName
 * @typedef {import("./settings.js").Settings} Settings
 *
 * @typedef {object} Own
 * @property {TensorInput | null} attention   (H, T_q, T_k), or (L, H, T_q, T_k) of several layers
 * @property {number} layer                   index of the shown layer
 * @property {number} [layers]                number of layers, for a trained model
 * @property {OwnPatches | null} [patches]  the image whose patches are among the attention's tokens
 * @property {Partial<Record<WeightName, import("../../core/types.js").Numbers | TensorInput>> | null} parameters
 * @property {number | string} given          identity of the given parameters, which also changes when they change in place
 * @property {TensorInput | null} input       (T, d_model), or (1, T, d_model)
 * @property {TensorInput} [source]           source of keys and values, if it is not the input
 * @property {import("../../core/types.js").MaskInput} [mask]        added to the scores, (T, T)
 * @property {number} [window]                number of following words that each word sees, if the mask is such a window; otherwise 0
 * @property {() => readonly (import("./head-roles.js").Role | null)[]} [roles]  roles of the heads in the shown layer of a trained model
 * @property {{ task: string, step: number, layers: number, keysFrom: "words" | "stream" }} [model]  the trained model
 * @property {() => { words: readonly string[], rows?: import("../../core/types.js").TensorOutput, columns?: import("../../core/types.js").TensorOutput }} [output]
 *   of a trained model whose stream this layer writes to: the words that it predicts, and the output matrix, with a row or a column for each
 * @property {import("../../core/types.js").LayerOptions} [options]  of a checkpoint's layer, instead of those of the settings
 * @property {"language" | "translation" | "vision" | "checkpoint"} [weights]  which model the parameters are of, if they are no author's
 * @property {TensorInput} [everyLayer]  attention of all layers of a model, (L, H, T, T), of which one layer is shown
 * @property {readonly { name: string, probability: number }[]} [classes]  what a model of pictures calls the picture, in the order of its classes
 * @property {() => Promise<OwnBlock>} [block]  the block around a checkpoint's layer
 *
 * @typedef {object} OwnPatches  the class Patches of the feature
 * @property {number} rows
 * @property {number} columns
 * @property {number} extra  number of tokens before the patches
 * @property {number} count  number of patches
 * @property {import("./png.js").Raster | null} image
 * @property {import("../text/refusals.js").Message | null} trouble  error of the image, without which the patches are drawn alone
 * @property {(settings: Pick<Settings, "tokens" | "keyTokens">, queries: number, keys: number) => Pick<Settings, "tokens" | "keyTokens">} wordsFor
 *   names of the tokens; throws if the grid does not fit
 * @property {(token: number, word?: string) => { row: number, column: number } | null} placeOf  counted from 0; null for tokens that are no patches
 *
 * @typedef {object} OwnBlock
 * @property {"pre" | "post" | "sandwich" | "parallel" | "after"} order  of its norms
 * @property {"layer" | "rms"} norm
 * @property {string} activation
 * @property {{ data: Float32Array, shape: readonly number[] }} input  (T, d_model)
 * @property {Readonly<Record<string, { data: Float32Array, shape: readonly number[] }>>} steps  (1, T, …) by id
 * @property {(token: number) => { token: number, words: { word: string, probability: number }[] } | null} likely  the likeliest pieces after the
 *   last layer, after a token or in its place; null if the model predicts nothing
 */

/** @type {Readonly<Own>} */
export const NOTHING_OWN = Object.freeze({
  attention: null,
  layer: 0,
  parameters: null,
  given: 0,
  input: null,
});

/** Attention without a layer has no output and no steps. @param {Own} own */
export const isAttentionAlone = ({ attention }) => attention !== null;

/** @param {Own} own */
export const isOwn = ({ attention, parameters, input }) => Boolean(attention ?? parameters ?? input);

/** Whether own numbers determine a setting, so that its control has no effect. @param {Own} own @param {import("./settings.js").Setting} row */
export const overridesSetting = ({ attention, parameters, input }, { name, of }) =>
  (attention !== null &&
    (of !== undefined || /^(seed|batchTokens|attentionKind|visionPicture|painted)$/.test(name))) ||
  (parameters !== null && (/^(weights|dK|dV|bias)$/.test(name) || (name === "seed" && input !== null))) ||
  (input !== null && /^(dModel|batchTokens)$/.test(name));

const { colormap, weights, training, seed, attentionKind, visionPicture, painted, ...defaultsOfLayer } =
  DEFAULTS;
/** Settings of a layer that a whole model leaves at their defaults. */
export const DEFAULTS_OF_LAYER = Object.freeze(defaultsOfLayer);

/** Weights of models that determine their whole layer, and read one sentence alone, or one picture. @type {readonly Settings["weights"][]} */
export const WHOLE_MODELS = ["language", "translation", "vision"];

/**
 * Whether a model determines a setting: everything of its layer but the choice of weights.
 * @param {Settings} settings @param {import("./settings.js").Setting} row
 */
export const isOfModel = (settings, { name, of }) =>
  WHOLE_MODELS.includes(settings.weights) &&
  ((of !== undefined && name !== "weights") ||
    (/^(key|batch)Tokens$/.test(name) && !settings[/** @type {"keyTokens"} */ (name)].length));

/**
 * The core's options of a layer. Own parameters determine sizes that the settings omit.
 * @param {Settings} settings @param {Own} own
 * @returns {import("../../core/types.js").LayerOptions}
 */
export function layerOptions(settings, { parameters, input, options: given }) {
  if (given) return { ...given, init: "small" };
  const options = optionsOf(settings, "layer");
  if (input) options.dModel = input.shape?.at(-1) ?? options.dModel;
  if (!parameters) return options;
  const numbersIn = (/** @type {WeightName} */ name) => {
    const given = /** @type {any} */ (parameters[name]);
    return given?.shape ? elements(given.shape) : given?.length;
  };
  const { dModel, numHeads, latent } = options;
  const width = (/** @type {WeightName} */ name, /** @type {number} */ rows, heads = numHeads) => {
    const each = numbersIn(name) / rows / heads;
    return Number.isInteger(each) && each > 0 ? each : undefined;
  };
  const bias = Object.keys(parameters).some((name) => name.startsWith("b"));
  const sizes = { ...options, dV: width("wO", dModel), init: /** @type {const} */ ("small") };
  if (!latent) return { ...sizes, dK: width("wQ", dModel), bias };
  const { ropeWidth = width("wKR", dModel, 1) } = latent;
  return { ...sizes, dK: width("wK", latent.rank), bias: false, latent: { ...latent, ropeWidth, bias } };
}

// Applies an author's own numbers: which of them can be combined, names for their tokens, and messages.

let timesGiven = 0;

/** Own numbers after a change. A new attention starts at its first layer. @param {Own} own @param {Partial<Own>} change @returns {Own} */
export const ownWith = (own, change) => ({
  ...own,
  ...(change.attention === undefined ? {} : { layer: 0 }),
  ...(change.parameters === undefined ? {} : { given: ++timesGiven }),
  ...change,
});

/** The numbers of queries and keys of a tensor. @param {Own} own @returns {{ queries: number, keys: number } | null} null if there is no such tensor */
function tokensOf({ attention, input, patches }) {
  const [rows, columns] = (attention ?? input)?.shape?.slice(-2) ?? [];
  const most = attention && patches ? MOST_PATCHES : MOST_TOKENS; // images have more than sentences
  if (!(rows > 0 && columns > 0 && Math.max(rows, attention ? columns : 0) <= most)) return null;
  return { queries: rows, keys: attention ? columns : rows };
}

/**
 * Names for the tokens of own numbers: numbers, unless the author names the tokens. These numbers go when the tensor is removed.
 * @param {Pick<Settings, "tokens" | "keyTokens">} settings @param {Own} own @param {Own} before the previous tensor
 * @returns {Pick<Settings, "tokens" | "keyTokens">}
 */
export function namesFor({ tokens, keyTokens }, own, before) {
  const count = tokensOf(own);
  const renumber = (/** @type {readonly string[]} */ words, /** @type {number} */ wanted) =>
    areNumbered(words) ? numbered(wanted) : words;
  const stays = count ? !areNumbered(tokens) : (own.attention ?? own.input ?? !tokensOf(before));
  if (stays) return { tokens, keyTokens };
  const others = count !== null && count.keys !== count.queries;
  return {
    tokens: renumber(tokens, count?.queries ?? 0),
    keyTokens: renumber(keyTokens, others ? count.keys : 0),
  };
}

/** @param {number} count */
const numbered = (count) => Array.from({ length: count }, (_, i) => String(i));

/** @param {readonly string[]} words */
export const areNumbered = (words) => words.every((word, i) => word === String(i));

/** Reshapes to (1, T, d_model). @param {TensorInput} input @param {readonly string[]} tokens @throws {RangeError} if it has another number of tokens */
export function inputOf({ data, shape }, tokens) {
  const isOne = Array.isArray(shape) && (shape.length === 2 || (shape.length === 3 && shape[0] === 1));
  if (!isOne || data?.length !== elements(shape))
    throw inShape(
      refused("input_count", {
        ...{ shape: Array.isArray(shape) ? shape : String(shape), count: data?.length ?? 0 },
      }),
    );
  if (shape.at(-2) !== tokens.length)
    throw makeError(
      RangeError,
      refused("tokens_of_input", { tokens: tokens.length, shape, expected: Number(shape.at(-2)) }),
    );
  return { data: Float32Array.from(data), shape: shape.length === 2 ? [1, ...shape] : shape.slice() };
}
