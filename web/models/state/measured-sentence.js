import { SentenceKeys, sentenceMeasures, strongestKeys } from "../../core/sentence-study.js";
import { LOSS_WITHOUT, lossesWithout } from "./loss-without.js";

/** @import { Core } from "../../core/core.js" */
/** @import { SentenceFacts } from "../../core/sentence-study.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Sentence, Transformer } from "./transformer.js" */

/**
 * @typedef {object} Measured one sentence
 * @property {Float32Array} values (layers, heads, measures); NaN where the sentence has no such keys
 * @property {Float32Array} even (measures): of attention that is spread evenly over what a query sees; NaN for the loss without a head
 * @property {Uint16Array} [looks] (layers, heads, T): the key with the largest weight of each query
 *
 * @typedef {object} ToMeasure
 * @property {Sentence} sentence
 * @property {SentenceFacts} facts
 * @property {Sentence} [predicted] the same for its loss; left out, the loss without each head is no measure
 */

/**
 * Runs a sentence, and measures each layer's attention as soon as it is computed. Then, if asked, runs the sentence without each head.
 * @param {Core} core @param {Transformer} transformer @param {ToMeasure} given @param {{ looks?: boolean, signal?: AbortSignal }} options
 * @returns {Promise<Measured>}
 */
export async function measureSentence(
  core,
  transformer,
  { sentence, facts, predicted },
  { looks = false, signal },
) {
  const keys = new SentenceKeys(core, facts);
  let heads = 0;
  /** @type {Float32Array[]} */
  const rows = [];
  /** @type {Float32Array[]} */
  const strongest = [];
  try {
    await transformer.run(sentence, {
      ...{ predicts: false, signal },
      onValues(attention, values) {
        [heads] = attention.shape;
        rows.push(keys.measure(attention, values).data);
        if (looks) strongest.push(strongestKeys(core, attention).data);
      },
    });
    const values = concatenate(Float32Array, rows);
    const even = keys.measure(evenAttention(sentence.ids.length, facts.causal)).data;
    const losses =
      predicted && (await lossesWithout(transformer, predicted, { layers: rows.length, heads, signal }));
    return {
      values: losses ? withColumn(values, losses) : values,
      even: losses ? withColumn(even, Float32Array.of(NaN)) : even,
      ...(looks && { looks: concatenate(Uint16Array, strongest) }),
    };
  } finally {
    keys.dispose();
  }
}

/** Names of the measures. @param {Core} core @param {{ losses?: boolean }} [options] losses: with the loss without each head */
export const measureNames = (core, { losses = false } = {}) => [
  ...sentenceMeasures(core),
  ...(losses ? [LOSS_WITHOUT] : []),
];

/** @param {number} tokens @param {boolean} causal @returns {TensorOutput} (1, T, T) */
function evenAttention(tokens, causal) {
  const data = new Float32Array(tokens * tokens);
  for (let i = 0; i < tokens; i++) {
    const seen = causal ? i + 1 : tokens;
    data.fill(1 / seen, i * tokens, i * tokens + seen);
  }
  return { data, shape: [1, tokens, tokens] };
}

/** @template {Float32Array | Uint16Array} T @param {new (length: number) => T} type @param {readonly Float32Array[]} parts @returns {T} */
function concatenate(type, parts) {
  const out = new type(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Rows with a number more at the end of each. @param {Float32Array} rows @param {Float32Array} column */
function withColumn(rows, column) {
  const width = rows.length / column.length;
  const out = new Float32Array(rows.length + column.length);
  column.forEach((value, i) => {
    out.set(rows.subarray(i * width, (i + 1) * width), i * (width + 1));
    out[i * (width + 1) + width] = value;
  });
  return out;
}
