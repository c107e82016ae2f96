import { scorePairs } from "../../core/contributions.js";

/** @import { Readings } from "../../core/contributions.js" */
/** @import { Core } from "../../core/core.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Blocks } from "./blocks.js" */
/** @import { Contributions, Shares, StreamRows } from "./contributions.js" */
/** @import { Contribution } from "./parts-of-logit.js" */

/**
 * @typedef {Pick<StreamRows, "x" | "concat" | "made">} EarlierRows one position's rows: of x up to the layer's input, of the others before the layer
 *
 * @typedef {object} Cell of a head's map
 * @property {number} layer
 * @property {number} head
 * @property {number} query
 * @property {number} key
 * @property {TensorOutput} hidden  what the layer reads, (T, d_model)
 * @property {{ query: EarlierRows, key: EarlierRows }} rows
 * @property {number} pairs  how many are listed
 *
 * @typedef {Pick<Contribution, "kind" | "layer" | "head">} PartName
 * @typedef {PartName & { value: number }} ScorePart
 * @typedef {{ query: PartName, key: PartName, value: number }} ScorePair
 *
 * A score as a sum: what positions by distance add, and what each pair of parts adds.
 * @typedef {object} PartsOfScore
 * @property {number} score  before the softmax, and before a soft cap
 * @property {number} position  what positions by distance add to it; 0 for positions that are in the stream or turn queries and keys
 * @property {number | null} softcap  that the model applies to the score afterwards
 * @property {number} remainder  the score without position and the sum of its parts, which is rounding
 * @property {ScorePart[]} query  each part of the query with the whole key, the largest value first
 * @property {ScorePart[]} key  the whole query with each part of the key, the largest value first
 * @property {ScorePair[]} pairs  of a part of the query and a part of the key, the largest by size first
 */

/** Writes scores of heads as sums over parts of the stream. */
export class ScoreParts {
  #core;
  #blocks;
  #contributions;

  /** @param {Core} core @param {{ blocks: Blocks, contributions: Contributions }} of */
  constructor(core, { blocks, contributions }) {
    this.#core = core;
    this.#blocks = blocks;
    this.#contributions = contributions;
  }

  /** @param {Cell} cell @param {TensorOutput} [added] to the scores, (1, H, T, T) @returns {Promise<Omit<PartsOfScore, "softcap">>} */
  async of({ layer, head, query, key, hidden: { data, shape }, rows, pairs: most }, added) {
    const x = { data, shape: [1, ...shape] };
    const score = await this.#blocks.use(layer, shape[0], (block) => block.score({ x, head, query, key }));
    const queries = await this.#parts(rows.query, score.query, layer);
    const keys = await this.#parts(rows.key, score.key, layer);
    const found = scorePairs(this.#core, queries.vectors, keys.vectors, score.scale);
    const position = score.distance + (added ? at(added, [head, query, key]) : 0);
    return {
      ...{ score: score.product + position, position },
      ...partsIn(found, queries.names, keys.names, { product: score.product, most }),
    };
  }

  /** What each earlier part of the stream adds to the features of a query or a key. @param {EarlierRows} rows @param {Readings} readings @param {number} layer */
  async #parts(rows, readings, layer) {
    return vectorsOf(await this.#contributions.toReadings(rows, readings, layer));
  }
}

/** The parts by name, and their features (parts, d_k). @param {Shares} shares @returns {{ names: PartName[], vectors: TensorOutput }} */
function vectorsOf({ embedding, biases, networks, heads }) {
  const width = embedding.length;
  /** @type {PartName[]} */
  const names = [
    { kind: "embedding", layer: null, head: null },
    { kind: "biases", layer: null, head: null },
  ];
  const all = [...embedding, ...biases];
  networks.forEach((network, layer) => {
    names.push({ kind: "network", layer, head: null });
    all.push(...network);
    const count = heads[layer].length / width;
    for (let head = 0; head < count; head++) {
      names.push({ kind: "head", layer, head });
      for (let i = 0; i < width; i++) all.push(heads[layer][i * count + head]);
    }
  });
  return { names, vectors: { data: Float32Array.from(all), shape: [names.length, width] } };
}

/**
 * The parts of both sides, and their largest pairs.
 * @param {TensorOutput} pairs (queries, keys) @param {readonly PartName[]} queries @param {readonly PartName[]} keys
 * @param {{ product: number, most: number }} of product: of the whole query and the whole key; most: pairs
 * @returns {Pick<PartsOfScore, "query" | "key" | "pairs" | "remainder">}
 */
function partsIn({ data }, queries, keys, { product, most }) {
  const query = queries.map((name) => ({ ...name, value: 0 }));
  const key = keys.map((name) => ({ ...name, value: 0 }));
  let sum = 0;
  const pairs = Array.from(data, (value, i) => {
    const [row, column] = [Math.floor(i / keys.length), i % keys.length];
    query[row].value += value;
    key[column].value += value;
    sum += value;
    return { query: queries[row], key: keys[column], value };
  });
  pairs.sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  for (const side of [query, key]) side.sort((a, b) => b.value - a.value);
  return { query, key, pairs: pairs.slice(0, most), remainder: product - sum };
}

/** @param {TensorOutput} tensor (1, H, T, T) @param {readonly [head: number, query: number, key: number]} place */
const at = ({ data, shape }, [head, query, key]) => data[(head * shape[2] + query) * shape[3] + key];
