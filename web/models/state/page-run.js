import { breather } from "../../core/task.js";
import { measuresOf } from "./page-measures.js";

/** @import { Core } from "../../core/index.js" */
/** @import { Model, Text } from "./loaded-model.js" */
/** @import { ModelRun } from "./model-run.js" */
/** @import { Head, Opened } from "./page-state.js" */

/**
 * A run as it is shown.
 *
 * @typedef {object} Shown
 * @property {Opened} of
 * @property {readonly import("./tokenizer.js").Token[]} tokens
 * @property {readonly string[]} words  texts of the pieces, without the space before them
 * @property {number} layers
 * @property {number} heads
 * @property {boolean} causal
 * @property {readonly { data: Float32Array, shape: readonly number[] }[]} attention of each layer, (H, T, T)
 * @property {readonly (readonly import("./page-measures.js").Measured[])[]} measures by layer and head
 * @property {ModelRun} run
 */

/**
 * Measures the heads of a run, a layer at a time.
 * @param {Core} core @param {Opened} of @param {ModelRun} run @param {AbortSignal} [signal]
 * @returns {Promise<Shown>}
 */
export async function shownRun(core, of, run, signal) {
  const { layers, heads, causal } = of.model.info;
  const words = run.tokens.map(({ text: piece }) => labelOf(piece));
  const attention = Array.from({ length: layers }, (_, layer) => run.attention(layer));
  const measures = [];
  const breathe = breather();
  for (const each of attention) {
    await breathe();
    signal?.throwIfAborted();
    measures.push(measuresOf(core, each, words, causal));
  }
  return { of, tokens: run.tokens, words, layers, heads, causal, attention, measures, run };
}

/** A piece without the spaces around it; a piece of spaces alone as ␣. @param {string} piece */
export const labelOf = (piece) => piece.trim() || piece.replaceAll(" ", "␣");

/** The weights of a head, (T, T). @param {Shown} shown @param {Head} head */
export function mapOf({ attention }, { layer, head }) {
  const { data, shape } = attention[layer];
  const size = shape[1] * shape[2];
  return data.subarray(head * size, (head + 1) * size);
}

/** What a model reads: the text, or the ids in the text for a model without a tokenizer. @param {Model} model @param {string} text @returns {Text} */
export const readBy = (model, text) =>
  model.whyNoText === null ? text : { ids: (text.match(/\d+/g) ?? []).map(Number) };

/** Whether two runs of a model read the same tokens, with the same masks. @param {Shown} a @param {Shown} b */
export const readsSame = (a, b) =>
  a.tokens.length === b.tokens.length && a.tokens.every(({ id }, i) => id === b.tokens[i].id);
