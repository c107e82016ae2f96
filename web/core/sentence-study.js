import { Handle } from "./handle.js";

/** @import { Core } from "./core.js" */
/** @import { TensorOutput } from "./types.js" */

// Studies of heads on many sentences, for web/models. Arguments come from this project, not from a caller, so they are not checked.

/** Kinds of a token, whose sum SentenceFacts has: see TokenKind of src/study. */
export const KINDS = { separator: 1, colon: 2, noun: 4, mask: 8, functionWord: 16 };

/**
 * What is known of the tokens of a sentence; each list has a number for each token.
 * @typedef {object} SentenceFacts
 * @property {readonly number[]} pieces equal for equal pieces
 * @property {readonly number[]} words ascending: the word that a token belongs to
 * @property {readonly number[]} sentences ascending: the sentence of the text
 * @property {readonly number[]} kinds sums of KINDS
 * @property {boolean} causal
 */

/** Names of the measures, in their order. @param {Core} core @returns {readonly string[]} */
export const sentenceMeasures = ({ boundary }) => boundary.names.sentenceMeasure;

/**
 * The keys that measures name in one sentence.
 * @extends {Handle<any>}
 */
export class SentenceKeys extends Handle {
  /** @param {Core} core @param {SentenceFacts} facts */
  constructor({ boundary }, facts) {
    super(boundary, boundary.call("createSentence", facts), "sentence");
  }

  /**
   * Measures of each head; NaN where the sentence has no such keys.
   * @param {TensorOutput} attention (H, T, T) @param {TensorOutput} [values] vectors, (H_kv, T, d_v) @returns {TensorOutput} (H, measures)
   */
  measure(attention, values) {
    return this.boundary.ask(this.native, "measure", attention, values);
  }
}

/** The key with the largest weight of each query. @param {Core} core @param {TensorOutput} attention (H, T, T) @returns {TensorOutput} (H, T) */
export const strongestKeys = ({ boundary }, attention) => boundary.call("strongestKeys", attention);

/** @typedef {Record<"mean" | "half" | "deviation" | "count", Float64Array>} Sums one number for each column; half: of the 95 % interval */

/**
 * Means over sentences. The same rows in the same order give the same bits, however many arrive at a time.
 * @extends {Handle<any>}
 */
export class StudySums extends Handle {
  #columns;

  /** @param {Core} core @param {number} columns */
  constructor({ boundary }, columns) {
    super(boundary, boundary.call("createStudySums", columns), "sums");
    this.#columns = columns;
  }

  /** Adds rows. @param {Float32Array} rows */
  add(rows) {
    const most = Math.max(1, Math.floor(MOST / this.#columns)) * this.#columns;
    for (let first = 0; first < rows.length; first += most) {
      const data = rows.subarray(first, first + most);
      this.boundary.ask(this.native, "add", { data, shape: [data.length] });
    }
  }

  /** @returns {Sums} */
  found() {
    return this.boundary.ask(this.native, "found");
  }
}

const MOST = 2 ** 20; // numbers that are copied at a time
