import { copyingScore, throughCircuit } from "../../core/circuits.js";
import { askOnce } from "../../kit/state/cached.js";

/** @import { Factors } from "../../core/circuits.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Head } from "../../kit/state/head.js" */
/** @import { Picture } from "../../kit/state/picture.js" */

/**
 * The two circuits of a head, W_Q W_Kᵀ and W_V W_O, by their factors: both are (d_model, d_model) of rank d_k or d_v, and are never formed.
 *
 * @typedef {Picture & { layer: NonNullable<Picture["layer"]>, call: NonNullable<Picture["call"]> }} LayerPicture
 * @typedef {Pick<Head, "head" | "item" | "tokens"> & { picture: LayerPicture }} HeadOfLayer
 *
 * @typedef {object} Expressed what a head writes for each key, in terms of some words
 * @property {readonly string[]} words
 * @property {"logits" | "cosines"} by  logits above their mean, by a trained model's output matrix; or cosines with the queries' rows
 * @property {number[][]} values  of each word, by key
 */

/** Most multiplications of the copying scores of a layer, about a second. */
const MOST_WORK = 10 * 128 ** 3;

/** The factors of a head's circuits. @param {Pick<Picture, "config" | "weight">} picture @param {number} head @returns {Factors} */
export function factorsOf({ config, weight }, head) {
  const { numHeads, numKvHeads, dK, dV } = config;
  const group = Math.floor((head * numKvHeads) / numHeads);
  return {
    wQ: columns(weight("wQ"), head * dK, dK),
    wK: columns(weight("wK"), group * dK, dK),
    wV: columns(weight("wV"), group * dV, dV),
    wO: rows(weight("wO"), head * dV, dV),
  };
}

/** The copying score of each head; null for heads so large that their eigenvalues take too long. @param {LayerPicture} picture @returns {readonly number[] | null} */
export function copyingScores(picture) {
  const { numHeads, dV } = picture.config;
  if (numHeads * dV ** 3 > MOST_WORK) return null;
  return askOnce(picture, "copying", () =>
    Array.from({ length: numHeads }, (_, head) => copyingScore(picture.layer, factorsOf(picture, head))),
  );
}

/** How much each query looks for each key, (T_q, T_k): x W_Q W_Kᵀ yᵀ / √d_k of their rows x and y. @param {HeadOfLayer} of @returns {number[][]} */
export function scorePairs({ picture, head, item }) {
  const { wQ, wK } = factorsOf(picture, head);
  const { query, key = query } = picture.call;
  const looks = throughCircuit(picture.layer, itemOf(query, item), wQ, transposed(wK));
  return products(looks, itemOf(key, item), 1 / Math.sqrt(picture.config.dK));
}

/** What the head writes if it looks at a key alone, for each key. @param {HeadOfLayer} of @returns {Expressed} */
export function expressWrites({ picture, head, item, tokens }) {
  const { wV, wO } = factorsOf(picture, head);
  const { query, key = query, value = key } = picture.call;
  const made = throughCircuit(picture.layer, itemOf(value, item), wV, wO);
  const output = picture.own.output?.();
  if (output) {
    const { rows: ofWords = transposed(/** @type {TensorOutput} */ (output.columns)) } = output;
    const values = products(made, ofWords).map(aboveMean);
    return { words: output.words, by: "logits", values };
  }
  const values = products(withLengthOne(made), withLengthOne(itemOf(query, item)));
  return { words: tokens, by: "cosines", values };
}

/** Indices of the largest values, the largest first; NaN is never among them. @param {readonly number[]} values @param {number} count */
export const indicesOfLargest = (values, count) =>
  values
    .map((_, i) => i)
    .filter((i) => !Number.isNaN(values[i]))
    .sort((a, b) => values[b] - values[a])
    .slice(0, count);

/** The rows of one sentence, (1, T, width). @param {unknown} given (B, T, width) @param {number} item @returns {TensorOutput} */
function itemOf(given, item) {
  const { data, shape } = /** @type {TensorOutput} */ (given);
  const [, count, width] = shape;
  const size = count * width;
  return { data: Float32Array.from(data.subarray(item * size, (item + 1) * size)), shape: [1, count, width] };
}

/** Products of all rows of a with all rows of b, by row of a. @param {TensorOutput} a (…, n, width) @param {TensorOutput} b (…, m, width) @param {number} [factor] @returns {number[][]} */
function products(a, b, factor = 1) {
  const width = Number(a.shape.at(-1));
  const [n, m] = [a.data.length / width, b.data.length / width];
  const product = (/** @type {number} */ i, /** @type {number} */ j) => {
    let sum = 0;
    for (let at = 0; at < width; at++) sum += a.data[i * width + at] * b.data[j * width + at];
    return sum * factor;
  };
  return Array.from({ length: n }, (_, i) => Array.from({ length: m }, (_, j) => product(i, j)));
}

/** @param {readonly number[]} values */
function aboveMean(values) {
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  return values.map((each) => each - mean);
}

/** Rows of length 1; a row of zeros becomes NaN. @param {TensorOutput} tensor @returns {TensorOutput} */
function withLengthOne({ data, shape }) {
  const width = Number(shape.at(-1));
  const out = new Float32Array(data.length);
  for (let from = 0; from < data.length; from += width) {
    const row = data.subarray(from, from + width);
    const length = Math.hypot(...row);
    out.set(
      row.map((each) => each / length),
      from,
    );
  }
  return { data: out, shape };
}

/** @param {TensorOutput} matrix @param {number} first @param {number} count @returns {TensorOutput} */
function columns({ data, shape: [height, width] }, first, count) {
  const out = new Float32Array(height * count);
  for (let row = 0; row < height; row++)
    out.set(data.subarray(row * width + first, row * width + first + count), row * count);
  return { data: out, shape: [height, count] };
}

/** @param {TensorOutput} matrix @param {number} first @param {number} count @returns {TensorOutput} */
const rows = ({ data, shape: [, width] }, first, count) => ({
  data: data.slice(first * width, (first + count) * width),
  shape: [count, width],
});

/** @param {TensorOutput} matrix @returns {TensorOutput} */
function transposed({ data, shape: [height, width] }) {
  return {
    data: data.map((_, at) => data[(at % height) * width + Math.floor(at / height)]),
    shape: [width, height],
  };
}
