import { inShape, refused, saying } from "../text/refusals.js";
import { elements } from "../../core/tensor-argument.js";
import { MOST_TOKENS } from "./settings.js";

/**
 * Applies an author's own numbers: which of them can be combined, names for their tokens, and messages.
 *
 * @typedef {import("../../core/types.js").TensorInput} TensorInput
 * @typedef {import("./own.js").Own} Own
 * @typedef {import("./settings.js").Settings} Settings
 */

let count = 0;

/** Own numbers after a change. A new attention starts at its first layer. @param {Own} own @param {Partial<Own>} change @returns {Own} */
export const ownWith = (own, change) => ({
  ...own,
  ...(change.attention === undefined ? {} : { layer: 0 }),
  ...(change.parameters === undefined ? {} : { given: ++count }),
  ...change,
});

/** The numbers of queries and keys of a tensor. @param {Own} own @returns {{ queries: number, keys: number } | null} null if there is no such tensor */
function tokensOf({ attention, input }) {
  const [rows, columns] = (attention ?? input)?.shape?.slice(-2) ?? [];
  if (!(rows > 0 && columns > 0 && Math.max(rows, attention ? columns : 0) <= MOST_TOKENS)) return null;
  return { queries: rows, keys: attention ? columns : rows };
}

/**
 * Names for the tokens of own numbers: numbers, unless the author names the tokens. These numbers go when the tensor is removed.
 * @param {Pick<Settings, "tokens" | "keyTokens">} settings @param {Own} own @param {Own} before the previous tensor
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
    throw saying(
      RangeError,
      refused("tokens_of_input", { tokens: tokens.length, shape, expected: Number(shape.at(-2)) }),
    );
  return { data: Float32Array.from(data), shape: shape.length === 2 ? [1, ...shape] : shape.slice() };
}
