import { elements } from "../../core/given.js";
import { optionsOf } from "./settings.js";

/**
 * Numbers of one's own, in place of those that the page makes: any model's attention, or the parameters and the input of a layer.
 *
 * @typedef {import("../../core/types.js").TensorInput} TensorInput
 * @typedef {import("../../core/types.js").WeightName} WeightName
 * @typedef {import("./settings.js").Settings} Settings
 *
 * @typedef {object} Own
 * @property {TensorInput | null} attention   (H, T_q, T_k), or (L, H, T_q, T_k) of several layers
 * @property {number} layer                   which of these is shown
 * @property {number} [layers]                of how many, where it is of a model that was trained
 * @property {Partial<Record<WeightName, import("../../core/types.js").Numbers | TensorInput>> | null} parameters
 * @property {number | string} given          which parameters they are: those that were changed in place are others
 * @property {TensorInput | null} input       (T, d_model), or (1, T, d_model)
 * @property {TensorInput} [source]           what keys and values are read from, where that is not the input
 * @property {import("../../core/types.js").MaskInput} [mask]        added to the scores, (T, T)
 */

/** @type {Readonly<Own>} */
export const NOTHING_OWN = Object.freeze({
  attention: null,
  layer: 0,
  parameters: null,
  given: 0,
  input: null,
});

/** Without a layer there is no output, and there are no steps. @param {Own} own */
export const isAttentionAlone = ({ attention }) => attention !== null;

/** @param {Own} own */
export const isOwn = ({ attention, parameters, input }) => Boolean(attention ?? parameters ?? input);

/** Whether what a setting says is said by these numbers, so that it has nothing to set. @param {Own} own @param {import("./settings.js").Setting} row */
export const replaces = ({ attention, parameters, input }, { name, of }) =>
  (attention !== null && (of !== undefined || /^(seed|batchTokens)$/.test(name))) ||
  (parameters !== null && (/^(weights|dK|dV|bias)$/.test(name) || (name === "seed" && input !== null))) ||
  (input !== null && /^(dModel|batchTokens)$/.test(name));

/**
 * The core's options for a layer: what is not set says how large its own parameters are.
 * @param {Settings} settings @param {Own} own
 * @returns {import("../../core/types.js").LayerOptions}
 */
export function layerOptions(settings, { parameters, input }) {
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
