import { Likeliest, transform } from "../../core/transformer.js";
import { gainOf } from "./blocks.js";
import { MOST_PIECES } from "./generation.js";
import { Keeper } from "./keeper.js";
import { BYTES } from "./weights.js";
import { packed } from "./pace.js";
import { storedMatrix } from "./parameters.js";

/** @import { Core } from "../../core/core.js" */
/** @import { Matrix } from "../../core/transformer.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { KeptWeights } from "./keeper.js" */
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

/** Parts of a multiple of so many pieces give the same bits. */
const STRETCH = 256;

/** The output of a model: a matrix (vocabulary, d_model), read in parts. */
export class Unembedding {
  #core;
  #checkpoint;
  #pace;
  #weights;
  /** Packed matrices, by name and first row. @type {Keeper<Matrix>} */ #matrices;

  /** @param {Core} core @param {Checkpoint} checkpoint @param {{ keep: boolean, pace: Pace, weights: KeptWeights }} options */
  constructor(core, checkpoint, { keep, pace, weights }) {
    this.#core = core;
    this.#checkpoint = checkpoint;
    this.#matrices = new Keeper(keep);
    this.#pace = pace;
    this.#weights = weights;
  }

  /**
   * @param {TensorOutput} x (1, T, d_model): after the last norm @param {readonly number[]} answers a piece for each token, or -1
   * @param {{ breathe?: () => Promise<void>, signal?: AbortSignal }} [options] breathe: called between two parts
   * @returns {Promise<Likely>}
   */
  async likely(x, answers, { breathe, signal } = {}) {
    const { vocabulary, dModel, tied, outputSoftcap } = this.#checkpoint.model.description;
    const most = Math.min(MOST_PIECES, vocabulary);
    const read = await this.#transformed(x);
    const bias = await this.#tensor("bOutput");
    const { name } = /** @type {{ name: string }} */ (
      this.#checkpoint.model.tensors.get(tied ? "words" : "output")
    );
    const search = new Likeliest(this.#core, { tokens: x.shape[1], most, answers });
    try {
      const fitting = Math.floor(this.#pace.part / (dModel * BYTES.F32));
      const count = Math.max(1, Math.floor(fitting / STRETCH)) * STRETCH;
      for (let first = 0; first < vocabulary; first += count) {
        const end = Math.min(vocabulary, first + count);
        await this.#use(name, { first, end, signal }, (matrix) =>
          search.add(read, matrix, { bias: bias?.slice(first, end), cap: outputSoftcap ?? 0, first }),
        );
        await breathe?.();
      }
      return { most, ...search.found() };
    } finally {
      search.dispose();
    }
  }

  dispose() {
    this.#matrices.dispose();
  }

  /** The head of masked models, before the output matrix. @param {TensorOutput} x */
  async #transformed(x) {
    const { description, tensors } = this.#checkpoint.model;
    const dense = tensors.get("wDense");
    if (!dense) return x;
    const [bias, gain, shift] = await Promise.all(
      ["bDense", "outputNorm.gain", "outputNorm.shift"].map((role) => this.#tensor(role)),
    );
    const { norm, eps, activation, outputActivation = activation, dModel } = description;
    return this.#use(dense.name, undefined, (matrix) =>
      transform(this.#core, x, matrix, {
        ...{ norm, eps, activation: outputActivation, bias: bias ?? new Float32Array(dModel), shift },
        gain: gain && gainOf(gain, description),
      }),
    );
  }

  /** @param {string} role @returns {Promise<Float32Array | undefined>} undefined if the model has none */
  async #tensor(role) {
    const place = this.#checkpoint.model.tensors.get(role);
    return place && this.#weights.vector(place.name);
  }

  /**
   * Calls f with a matrix, whose memory is freed afterwards unless matrices are kept.
   * @template T @param {string} name @param {{ first: number, end: number, signal?: AbortSignal } | undefined} rows [first, end) of it @param {(matrix: Matrix) => T} f @returns {Promise<T>}
   */
  #use(name, rows, f) {
    return this.#matrices.use(`${name} ${rows?.first ?? 0}`, () => this.#load(name, rows), f, rows?.signal);
  }

  /** Reads and packs a matrix. @param {string} name @param {{ first: number, end: number, signal?: AbortSignal }} [rows] */
  async #load(name, rows) {
    const { model, weights } = this.#checkpoint;
    const raw = await weights.bytes(name, rows);
    const matrix = await packed(this.#core, storedMatrix(raw, undefined, model.description), this.#pace);
    if (!matrix.isFinite) weights.noteNotFinite(name);
    return matrix;
  }
}
