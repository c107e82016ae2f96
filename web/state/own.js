import { elements } from "../core/given.js";
import { HeadscopeError } from "../core/errors.js";
import { MOST_TOKENS, optionsOf } from "./settings.js";

/**
 * Numbers of one's own, in place of those that the page makes: any model's attention, or the parameters and the input of a layer.
 *
 * @typedef {import("../core/types.js").TensorInput} TensorInput
 * @typedef {import("../core/types.js").WeightName} WeightName
 * @typedef {import("./settings.js").Settings} Settings
 *
 * @typedef {object} Own
 * @property {TensorInput | null} attention   (H, T_q, T_k), or (L, H, T_q, T_k) of several layers
 * @property {number} layer                   which of these is shown
 * @property {number} [layers]                of how many, where it is of a model that was trained
 * @property {Partial<Record<WeightName, import("../core/types.js").Numbers | TensorInput>> | null} parameters
 * @property {number | string} given          which parameters they are: those that were changed in place are others
 * @property {TensorInput | null} input       (T, d_model), or (1, T, d_model)
 * @property {TensorInput} [source]           what keys and values are read from, where that is not the input
 * @property {import("../core/types.js").MaskInput} [mask]        added to the scores, (T, T)
 */

/** @type {Readonly<Own>} */
export const NOTHING_OWN = Object.freeze({
  attention: null,
  layer: 0,
  parameters: null,
  given: 0,
  input: null,
});

let count = 0;

/** With another attention its first layer is shown. @param {Own} own @param {Partial<Own>} change @returns {Own} */
export const ownWith = (own, change) => ({
  ...own,
  ...(change.attention === undefined ? {} : { layer: 0 }),
  ...(change.parameters === undefined ? {} : { given: ++count }),
  ...change,
});

/** Without a layer there is no output, and there are no steps. @param {Own} own */
export const isAttentionAlone = ({ attention }) => attention !== null;

/** @param {Own} own */
export const isOwn = ({ attention, parameters, input }) => Boolean(attention ?? parameters ?? input);

/** Whether what a setting says is said by these numbers, so that it has nothing to set. @param {Own} own @param {import("./settings.js").Setting} row */
export const replaces = ({ attention, parameters, input }, { name, of }) =>
  (attention !== null && (of !== undefined || name === "seed")) ||
  (parameters !== null && (/^(weights|dK|dV|bias)$/.test(name) || (name === "seed" && input !== null))) ||
  (input !== null && name === "dModel");

/** How many tokens it has: queries, and keys where these are others. @param {Own} own @returns {{ queries: number, keys: number } | null} null where it has none, or is none */
function tokensOf({ attention, input }) {
  const [rows, columns] = (attention ?? input)?.shape?.slice(-2) ?? [];
  if (!(rows > 0 && columns > 0 && Math.max(rows, attention ? columns : 0) <= MOST_TOKENS)) return null;
  return { queries: rows, keys: attention ? columns : rows };
}

/**
 * The words for its tokens: numbers where nobody named them, which go when it goes.
 * @param {Pick<Settings, "tokens" | "keyTokens">} settings @param {Own} own @param {Own} before what was there in its place
 * @returns {Pick<Settings, "tokens" | "keyTokens">}
 */
export function namesFor({ tokens, keyTokens }, own, before) {
  const count = tokensOf(own);
  const named = (/** @type {readonly string[]} */ words, /** @type {number} */ wanted) =>
    areNumbered(words) ? numbered(wanted) : words;
  const stays = count ? !areNumbered(tokens) : (own.attention ?? own.input ?? !tokensOf(before));
  if (stays) return { tokens, keyTokens };
  const others = count !== null && count.keys !== count.queries;
  return { tokens: named(tokens, count?.queries ?? 0), keyTokens: named(keyTokens, others ? count.keys : 0) };
}

/** @param {number} count */
const numbered = (count) => Array.from({ length: count }, (_, i) => String(i));

/** @param {readonly string[]} words */
const areNumbered = (words) => words.every((word, i) => word === String(i));

/** As (1, T, d_model). @param {TensorInput} input @param {readonly string[]} tokens @throws {RangeError} where it is of another number of tokens */
export function inputOf({ data, shape }, tokens) {
  const isOne = Array.isArray(shape) && (shape.length === 2 || (shape.length === 3 && shape[0] === 1));
  if (!isOne || data?.length !== elements(shape))
    throw new HeadscopeError(
      "shape",
      `input has shape ${Array.isArray(shape) ? `(${shape.join(", ")})` : String(shape)} and ${data?.length ?? 0} numbers; expected as many as (tokens, d_model) or (1, tokens, d_model) has`,
    );
  if (shape.at(-2) !== tokens.length)
    throw new RangeError(
      `tokens ${tokens.length} for an input of shape (${shape.join(", ")}), which has ${shape.at(-2)}: set tokens to as many words, or to none, and they are numbered`,
    );
  return { data: Float32Array.from(data), shape: shape.length === 2 ? [1, ...shape] : shape.slice() };
}

/**
 * The core's options for a layer: what is not set says how large its own parameters are.
 * @param {Settings} settings @param {Own} own
 * @returns {import("../core/types.js").LayerOptions}
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
