import { elements } from "../../core/tensor-argument.js";
import { optionsOf } from "./settings.js";

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
 * @property {Partial<Record<WeightName, import("../../core/types.js").Numbers | TensorInput>> | null} parameters
 * @property {number | string} given          identity of the given parameters, which also changes when they change in place
 * @property {TensorInput | null} input       (T, d_model), or (1, T, d_model)
 * @property {TensorInput} [source]           source of keys and values, if it is not the input
 * @property {import("../../core/types.js").MaskInput} [mask]        added to the scores, (T, T)
 * @property {number} [window]                number of following words that each word sees, if the mask is such a window; otherwise 0
 * @property {() => readonly (import("./head-roles.js").Role | null)[]} [roles]  roles of the heads in the shown layer of a trained model
 * @property {{ task: string, step: number, layers: number, keysFrom: "words" | "stream" }} [model]  the trained model
 * @property {import("../../core/types.js").LayerOptions} [options]  of a checkpoint's layer, instead of those of the settings
 * @property {"language" | "checkpoint"} [weights]  which model the parameters are of, if they are no author's
 * @property {() => Promise<OwnBlock>} [block]  the block around a checkpoint's layer
 *
 * @typedef {object} OwnBlock
 * @property {"pre" | "post" | "sandwich" | "parallel"} order  of its norms
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
export const replaces = ({ attention, parameters, input }, { name, of }) =>
  (attention !== null && (of !== undefined || /^(seed|batchTokens)$/.test(name))) ||
  (parameters !== null && (/^(weights|dK|dV|bias)$/.test(name) || (name === "seed" && input !== null))) ||
  (input !== null && /^(dModel|batchTokens)$/.test(name));

/**
 * Whether the language model determines a setting: everything of its layer but the choice of weights. It reads one sentence alone.
 * @param {Settings} settings @param {import("./settings.js").Setting} row
 */
export const isOfLanguage = (settings, { name, of }) =>
  settings.weights === "language" &&
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
  const width = (/** @type {WeightName} */ name, /** @type {number} */ heads) => {
    const each = numbersIn(name) / options.dModel / heads;
    return Number.isInteger(each) && each > 0 ? each : undefined;
  };
  return {
    ...options,
    dK: width("wQ", options.numHeads),
    dV: width("wO", options.numHeads),
    bias: Object.keys(parameters).some((name) => name.startsWith("b")),
    init: "small",
  };
}
