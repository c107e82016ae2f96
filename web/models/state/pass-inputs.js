import { modelRefusal } from "../words-refusals.js";

/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Description } from "./description.js" */
/** @import { LayerPatches, Sentence } from "./transformer.js" */

// Inputs of a pass: positions, padding, replaced rows; and the refusal of a sentence that is too long.

/** The most bytes of attention weights that a pass may return. */
const MOST_ATTENTION = 2 ** 29;

/** A stream with other rows. @param {TensorOutput} x (1, T, d_model) @param {LayerPatches["stream"]} rows @returns {TensorOutput} */
export function withRows(x, rows) {
  if (!rows.length) return x;
  const data = x.data.slice();
  for (const { token, row } of rows) data.set(row, token * row.length);
  return { data, shape: x.shape };
}

/** For the core: 1 for keys that no query sees; undefined if all are seen. @param {readonly number[]} attentionMask @returns {TensorOutput | undefined} (1, T_k) */
export const keyPaddingOf = (attentionMask) =>
  attentionMask.includes(0)
    ? { data: Float32Array.from(attentionMask, (seen) => 1 - seen), shape: [1, attentionMask.length] }
    : undefined;

/**
 * Rows of the tokens' positions, and the number of tokens with a position so far. In some models, padding has no position; in others, hidden tokens
 * have none.
 * @param {Sentence} sentence @param {Description} description @param {number} counted before these tokens
 */
export function placesOf({ ids, attentionMask }, { firstPosition, padding, countsSeen }, counted) {
  const counts = (/** @type {number} */ id, /** @type {number} */ i) =>
    id !== padding && !(countsSeen && attentionMask?.[i] === 0);
  const places = ids.map((id, i) => firstPosition + (counts(id, i) ? counted++ : -1));
  return { places, counted };
}

/** Refuses a pass whose attention weights are too large. @param {number} tokens @param {number} keys the tokens of a cache, and these @param {Description} description */
export function requireRoom(tokens, keys, { layers, heads }) {
  const room = MOST_ATTENTION / (4 * layers * heads);
  const most = Math.floor(Math.sqrt(room));
  if (tokens * keys > room)
    throw modelRefusal("memory", "attention_too_large", { tokens, layers, heads, most });
}
