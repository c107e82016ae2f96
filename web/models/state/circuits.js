import { composition, copyingScore, throughCircuit } from "../../core/circuits.js";
import { readBeforeProduct } from "../../core/contributions.js";
import { Likeliest, finish } from "../../core/transformer.js";
import { MOST_LISTED } from "./generation.js";
import { dot, rowOf } from "./rows.js";

/** @import { Core } from "../../core/core.js" */
/** @import { Factors } from "../../core/circuits.js" */
/** @import { Readings } from "../../core/contributions.js" */
/** @import { Matrix, NormOptions } from "../../core/transformer.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Blocks } from "./blocks.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Likely, Unembedding } from "./unembedding.js" */
/** @import { KeptWeights } from "./keeper.js" */

/**
 * @typedef {{ layer: number, head: number }} Head
 * @typedef {Head & { q: number, k: number, v: number }} Composed how much of what an earlier head writes a head reads, by its queries, keys and
 *   values
 * @typedef {<T>(f: (matrix: Matrix, bias?: Float32Array) => T) => Promise<T>} UseProjection  calls f with what brings embeddings to the width of
 *   the blocks
 */

/**
 * A piece as the blocks read it, each (1, 1, d_model).
 * @typedef {object} Embedded
 * @property {TensorOutput} x  without positions
 * @property {TensorOutput} query  with the position of the query, where positions are added
 * @property {TensorOutput} [ofKey]  the position of the key, where positions are added
 */

/**
 * Positions of a query and a key.
 * @typedef {{ query: number, key: number, tokens: number }} Places  tokens: of the run, whose number changes some rotary positions
 */

/** Reads the circuits of heads off their weights. */
export class Circuits {
  #core;
  #checkpoint;
  #blocks;
  #unembedding;
  #useProjection;
  #weights;

  /** @param {Core} core @param {Checkpoint} checkpoint @param {{ blocks: Blocks, unembedding: Unembedding, weights: KeptWeights, useProjection: UseProjection }} of */
  constructor(core, checkpoint, { blocks, unembedding, weights, useProjection }) {
    this.#weights = weights;
    this.#core = core;
    this.#checkpoint = checkpoint;
    this.#blocks = blocks;
    this.#unembedding = unembedding;
    this.#useProjection = useProjection;
  }

  /** The copying score of a head, and what it reads of each head of earlier layers. @param {number} layer @param {number} head @returns {Promise<{ copying: number, composition: Composed[] }>} */
  async of(layer, head) {
    const [own] = await this.#factors(layer, [head]);
    const all = Array.from({ length: this.#checkpoint.model.description.heads }, (_, i) => i);
    /** @type {Composed[]} */
    const composed = [];
    for (let earlier = 0; earlier < layer; earlier++) {
      const factors = await this.#factors(earlier, all);
      factors.forEach((each, i) =>
        composed.push({ layer: earlier, head: i, ...composition(this.#core, each, own) }),
      );
    }
    return { copying: copyingScore(this.#core, own), composition: composed };
  }

  /**
   * For a piece's embedding: the pieces with the highest scores as keys, by W_Q W_Kᵀ without biases; and the pieces whose logits the head raises most if
   * it looks at this piece, by W_V W_O.
   * @param {Head} head @param {Embedded} embedded @param {{ norm: NormOptions, at?: Places }} how the final norm; without places, positions do not count
   * @returns {Promise<{ looksFor: Likely, raises: Likely }>}
   */
  async pieces({ layer, head }, { x, query, ofKey }, { norm, at }) {
    const [{ wK, wV, wO }] = await this.#factors(layer, [head]);
    const { query: place, key, tokens } = at ?? { query: 0, key: 0, tokens: 1 };
    const looks = await this.#blocks.use(layer, tokens, (block) => block.lookedFor(head, query, place - key));
    if (at) await this.#addDistance(looks, wK, layer, place - key);
    const written = throughCircuit(this.#core, x, wV, wO);
    const shift = norm.shift && new Float32Array(norm.shift.length);
    const raised = norm.gain ? finish(this.#core, written, { ...norm, shift }) : written;
    const offset = ofKey ? dot(looks.data, ofKey.data) : 0;
    return {
      looksFor: await this.#nearest(looks, offset),
      raises: await this.#unembedding.likely(raised, [-1]),
    };
  }

  /** Adds W_K e to what a head looks for, where keys meet the vector e of their distance. @param {TensorOutput} looks (1, 1, d_model) @param {TensorOutput} wK @param {number} layer @param {number} distance */
  async #addDistance({ data }, wK, layer, distance) {
    const { model } = this.#checkpoint;
    const { byDistance } = model.description;
    if (!byDistance?.keys) return;
    const { name } = /** @type {{ name: string }} */ (model.tensors.get(`layer${layer}.distances`));
    const vector = await this.#weights.rows(name, [distance + byDistance.most - 1]);
    for (let i = 0; i < data.length; i++) data[i] += dot(rowOf(wK, i), vector.data);
  }

  /** Pieces whose embeddings, as the blocks read them, lie most along a row. @param {TensorOutput} x (1, 1, d_model) @param {number} offset of all scores @returns {Promise<Likely>} */
  async #nearest(x, offset) {
    const { vocabulary } = this.#checkpoint.model.description;
    const { rows, added } = await this.#beforeProjection({ data: x.data, shape: [1, x.data.length] });
    const own = { data: rows.data, shape: [1, 1, rows.data.length] };
    const { name } = /** @type {{ name: string }} */ (this.#checkpoint.model.tensors.get("words"));
    const most = Math.min(MOST_LISTED, vocabulary);
    const search = new Likeliest(this.#core, { tokens: 1, most, answers: [-1] });
    try {
      await this.#unembedding.eachPartOf(name, 1, (matrix, first, end) => {
        const bias = new Float32Array(end - first).fill(added[0] + offset);
        search.add(own, matrix, { bias, cap: 0, first });
      });
      return { most, ...search.found() };
    } finally {
      search.dispose();
    }
  }

  /** Rows that are read from the stream, as they are read from embeddings. @param {TensorOutput} rows (1, d_model) @returns {Promise<Readings>} */
  async #beforeProjection(rows) {
    if (!this.#checkpoint.model.description.projection) return { rows, added: [0] };
    return this.#useProjection((matrix, bias) => readBeforeProduct(this.#core, rows, matrix, bias));
  }

  /** @param {number} layer @param {readonly number[]} heads @returns {Promise<Factors[]>} */
  #factors(layer, heads) {
    return this.#blocks.use(layer, 1, (block) => heads.map((head) => block.circuit(head)));
  }
}
