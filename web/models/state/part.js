import { Block, Likeliest, feedForward } from "../../core/transformer.js";
import { computeBlock } from "./blocks.js";
import { atOnce, packMatrix } from "./pace.js";

/** @import { Core } from "../../core/core.js" */
/** @import { BlockOptions, HeadPatch, KeyValues, Matrix, StoredMatrix } from "../../core/transformer.js" */
/** @import { TensorOutput } from "../../core/types.js" */

/**
 * @typedef {{ matrices: Record<string, StoredMatrix>, vectors: Record<string, Float32Array> }} Parameters by their names in the core
 *
 * @typedef {object} PartOfLayer some of a layer's heads, and some features between the matrices of its feed-forward network
 * @property {{ options: BlockOptions } & Parameters} [attention]  left out if there are fewer heads than workers
 * @property {Parameters} [network]  left out if experts take its place, or there are fewer features than workers
 *
 * @typedef {{ matrices: Record<string, Matrix>, vectors: Record<string, Float32Array> }} Network
 *
 * @typedef {object} AttendOptions of these heads
 * @property {Float32Array} [headScale]
 * @property {TensorOutput} [keyPadding]
 * @property {TensorOutput} [added]
 * @property {readonly HeadPatch[]} [patches]
 * @property {{ number: number, layer: number }} [cache]
 *
 * @typedef {{ attended: TensorOutput, attention: TensorOutput, concat: TensorOutput }} PartAttended attended: of the sum over all heads
 *
 * @typedef {object} PartLikely the likeliest of some pieces, as Likely
 * @property {number[]} ids
 * @property {Float32Array} logits
 * @property {number[]} logSums
 * @property {Float32Array} answers  NaN for those that are not among these pieces
 */

/** What one of several workers holds and computes of each run that they share: a part of each layer, and of the output's pieces. */
export class Part {
  #core;
  #pace = atOnce();
  /** Blocks that end after attention, by the layer's key. @type {Map<number, Block>} */ #blocks = new Map();
  /** Matrices of feed-forward networks with their biases. @type {Map<number, Network>} */
  #networks = new Map();
  /** Columns of the output's matrix. @type {Map<number, Matrix>} */ #outputs = new Map();
  /** Keys and values by layer, of each open cache. @type {Map<number, KeyValues[]>} */ #caches = new Map();

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /** Takes the weights of a part of a layer. Returns the names of matrices with numbers that are not finite. @param {number} key @param {PartOfLayer} part @returns {Promise<string[]>} */
  async load(key, { attention, network }) {
    const { noted, pack } = this.#packing();
    try {
      if (attention) {
        const block = new Block(this.#core, attention.options);
        this.#blocks.set(key, block);
        for (const [name, stored] of Object.entries(attention.matrices)) {
          const matrix = await pack(name, stored);
          block.setMatrix(name, matrix);
          matrix.dispose(); // frees only this handle: the block shares the memory
        }
        for (const [name, values] of Object.entries(attention.vectors)) block.setVector(name, values);
      }
      if (network) {
        /** @type {Record<string, Matrix>} */
        const matrices = {};
        this.#networks.set(key, { matrices, vectors: network.vectors });
        for (const [name, stored] of Object.entries(network.matrices))
          matrices[name] = await pack(name, stored);
      }
    } catch (error) {
      this.free(key);
      throw error;
    }
    return noted;
  }

  /** Takes the weights of a part of the output's pieces. @param {number} key @param {StoredMatrix} stored @returns {Promise<string[]>} as load() */
  async loadOutput(key, stored) {
    const { noted, pack } = this.#packing();
    this.#outputs.set(key, await pack("output", stored));
    return noted;
  }

  /** @param {number} key */
  async free(key) {
    this.#blocks.get(key)?.dispose();
    for (const matrix of Object.values(this.#networks.get(key)?.matrices ?? {})) matrix.dispose();
    this.#outputs.get(key)?.dispose();
    for (const each of [this.#blocks, this.#networks, this.#outputs]) each.delete(key);
  }

  /** @param {number} key of the layer @param {TensorOutput} x the block's input, (1, T, d_model) @param {AttendOptions} options @returns {Promise<PartAttended>} */
  async attend(key, x, { cache, ...options }) {
    const cached = cache && this.#cached(cache.number);
    const past = cache && cached?.[cache.layer];
    const keeps = { caches: Boolean(cache), parts: true, attended: true };
    const block = /** @type {Block} */ (this.#blocks.get(key));
    const made = await computeBlock(block, x, { ...options, past, ...keeps }, { pace: this.#pace, breathe });
    if (cache && cached && made.present) cached[cache.layer] = made.present;
    const [attended, concat] = [made.attended, made.concat].map((each) => /** @type {TensorOutput} */ (each));
    return { attended, attention: made.attention, concat };
  }

  /** @param {number} key of the layer @param {TensorOutput} x what the network reads, (1, T, d_model) @param {string} activation @returns {Promise<TensorOutput>} a part of its output */
  async feed(key, x, activation) {
    const { matrices, vectors } = /** @type {Network} */ (this.#networks.get(key));
    const { wGate: gate, wUp: up, wDown: down } = matrices;
    return feedForward(this.#core, x, { gate, up, down }, { activation, ...vectors, limit: 0 });
  }

  /**
   * @param {number} key @param {TensorOutput} x (1, T, width) @param {{ most: number, answers: readonly number[], bias?: Float32Array, cap: number, first: number }} options
   * @returns {Promise<PartLikely>}
   */
  async likely(key, x, { most, answers, ...options }) {
    const search = new Likeliest(this.#core, { tokens: x.shape[1], most, answers });
    try {
      search.add(x, /** @type {Matrix} */ (this.#outputs.get(key)), options);
      return search.found();
    } finally {
      search.dispose();
    }
  }

  /** Keeps the arrays of tensors that no code reads any more, for later results of the core. @param {...TensorOutput} tensors */
  recycle(...tensors) {
    for (const { data } of tensors) this.#core.boundary.pool.give(data);
  }

  /** @param {number} cache */
  async closeCache(cache) {
    this.#caches.delete(cache);
  }

  dispose() {
    for (const each of [this.#blocks, this.#networks, this.#outputs])
      for (const key of each.keys()) void this.free(key);
    this.#caches.clear();
  }

  /** @param {number} number */
  #cached(number) {
    const known = this.#caches.get(number) ?? [];
    this.#caches.set(number, known);
    return known;
  }

  /** Packs matrices, and notes those with numbers that are not finite. */
  #packing() {
    /** @type {string[]} */
    const noted = [];
    const pack = async (/** @type {string} */ name, /** @type {StoredMatrix} */ stored) => {
      const matrix = await packMatrix(this.#core, stored, this.#pace);
      if (!matrix.isFinite) noted.push(name);
      return matrix;
    };
    return { noted, pack };
  }
}

const breathe = async () => {};
