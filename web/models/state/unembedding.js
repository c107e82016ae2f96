import { readBeforeProduct, readBeforeTransform } from "../../core/contributions.js";
import { Likeliest, project, transform } from "../../core/transformer.js";
import { MOST_PIECES } from "./generation.js";
import { constantsOf, gainOf } from "./norms.js";
import { BYTES } from "./weights.js";

/** @import { Core } from "../../core/core.js" */
/** @import { Readings } from "../../core/contributions.js" */
/** @import { Matrix } from "../../core/transformer.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { KeptWeights } from "./keeper.js" */
/** @import { Matrices } from "./matrices.js" */
/** @import { Pace } from "./pace.js" */

/**
 * The likeliest pieces after each token, or at each token (masked models).
 * @typedef {object} Likely
 * @property {number} most pieces a token
 * @property {number[]} ids
 * @property {Float32Array} logits
 * @property {number[]} logSums  of each token: the log of the sum of the exponentials of all logits
 * @property {Float32Array} answers  the logit of each token's answer
 */

/** Parts whose length is a multiple of this number of pieces give the same bits. */
const STRETCH = 256;

/** The output of a model: a matrix (vocabulary, d_model), read in parts. */
export class Unembedding {
  #core;
  #checkpoint;
  #pace;
  #weights;
  #matrices;

  /** @param {Core} core @param {Checkpoint} checkpoint @param {{ pace: Pace, weights: KeptWeights, matrices: Matrices }} options */
  constructor(core, checkpoint, { pace, weights, matrices }) {
    this.#core = core;
    this.#checkpoint = checkpoint;
    this.#matrices = matrices;
    this.#pace = pace;
    this.#weights = weights;
  }

  /**
   * @param {TensorOutput} x (1, T, d_model): after the last norm @param {readonly number[]} answers a piece for each token, or -1
   * @param {{ breathe?: () => Promise<void>, signal?: AbortSignal }} [options] breathe: called between two parts
   * @returns {Promise<Likely>}
   */
  async likely(x, answers, { breathe, signal } = {}) {
    const { vocabulary, outputSoftcap } = this.#checkpoint.model.description;
    const most = Math.min(MOST_PIECES, vocabulary);
    const read = await this.transform(x);
    const bias = await this.bias();
    const search = new Likeliest(this.#core, { tokens: x.shape[1], most, answers });
    const cap = outputSoftcap ?? 0;
    try {
      await this.eachPart(
        (matrix, first, end) => search.add(read, matrix, { bias: bias?.slice(first, end), cap, first }),
        { breathe, signal },
      );
      return { most, ...search.found() };
    } finally {
      search.dispose();
    }
  }

  /**
   * Calls f with each part of the output matrix: the columns of pieces [first, end).
   * @param {(matrix: Matrix, first: number, end: number) => void} f @param {{ breathe?: () => Promise<void>, signal?: AbortSignal }} [options]
   */
  eachPart(f, options) {
    return this.eachPartOf(this.name, this.#checkpoint.model.description.outputScale, f, options);
  }

  /**
   * Calls f with each part of another matrix (vocabulary, width), such as the embeddings.
   * @param {string} name @param {number} factor of its numbers @param {(matrix: Matrix, first: number, end: number) => void} f
   * @param {{ breathe?: () => Promise<void>, signal?: AbortSignal }} [options]
   */
  async eachPartOf(name, factor, f, { breathe, signal } = {}) {
    const { vocabulary, dModel } = this.#checkpoint.model.description;
    const fitting = Math.floor(this.#pace.part / (dModel * BYTES.F32));
    const count = Math.max(1, Math.floor(fitting / STRETCH)) * STRETCH;
    for (let first = 0; first < vocabulary; first += count) {
      const end = Math.min(vocabulary, first + count);
      await this.#matrices.use(name, { first, end, factor, signal }, (matrix) => f(matrix, first, end));
      await breathe?.();
    }
  }

  /** The columns of some pieces, as rows (pieces, width). @param {readonly number[]} pieces @returns {Promise<TensorOutput>} */
  async rows(pieces) {
    const { outputScale } = this.#checkpoint.model.description;
    const { data, shape } = await this.#weights.rows(this.name, pieces);
    return { data: outputScale === 1 ? data : data.map((each) => each * outputScale), shape };
  }

  /** The bias of each piece; undefined for none. */
  bias() {
    return this.#tensor("bOutput");
  }

  /** The name of its tensor. */
  get name() {
    const { tensors, description } = this.#checkpoint.model;
    return /** @type {{ name: string }} */ (tensors.get(description.tied ? "words" : "output")).name;
  }

  /** The input of the output matrix: x after the head of a masked model, or after a projection to the width of the embeddings. @param {TensorOutput} x */
  async transform(x) {
    const { tensors } = this.#checkpoint.model;
    const back = tensors.get("wProjectBack");
    if (back) return this.#matrices.use(back.name, {}, (matrix) => project(this.#core, x, matrix));
    const dense = tensors.get("wDense");
    if (!dense) return x;
    const options = await this.#transform();
    return this.#matrices.use(dense.name, {}, (matrix) => transform(this.#core, x, matrix, options));
  }

  /** Readings of transform(x), as readings of x. @param {TensorOutput} rows @param {TensorOutput} x (1, 1, dModel) @returns {Promise<Readings>} */
  async readBefore(rows, x) {
    const { tensors } = this.#checkpoint.model;
    const back = tensors.get("wProjectBack");
    if (back)
      return this.#matrices.use(back.name, {}, (matrix) => readBeforeProduct(this.#core, rows, matrix));
    const dense = tensors.get("wDense");
    if (!dense) return { rows, added: Array(rows.shape[0]).fill(0) };
    const options = await this.#transform();
    return this.#matrices.use(dense.name, {}, (matrix) =>
      readBeforeTransform(this.#core, rows, x, matrix, options),
    );
  }

  async #transform() {
    const { description } = this.#checkpoint.model;
    const [bias, gain, shift] = await Promise.all(
      ["bDense", "outputNorm.gain", "outputNorm.shift"].map((role) => this.#tensor(role)),
    );
    const { norm, eps, activation, outputActivation = activation, dModel, projection } = description;
    const size = projection?.width ?? dModel;
    return {
      ...{ norm, eps, activation: outputActivation, bias: bias ?? new Float32Array(size), shift },
      gain: gain && gainOf(gain, description),
      ...constantsOf(description, size),
    };
  }

  /** @param {string} role @returns {Promise<Float32Array | undefined>} undefined if the model has none */
  async #tensor(role) {
    const place = this.#checkpoint.model.tensors.get(role);
    return place && this.#weights.vector(place.name);
  }
}
