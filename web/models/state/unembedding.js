import { Likeliest, transform } from "../../core/transformer.js";
import { gainOf } from "./blocks.js";
import { BYTES } from "./numbers.js";
import { packed } from "./pace.js";
import { storedMatrix } from "./stored-matrix.js";

/** @import { Core } from "../../core/core.js" */
/** @import { Matrix } from "../../core/transformer.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
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

/** Number of pieces kept for each token. */
export const MOST_PIECES = 100;

/** Parts of a multiple of so many pieces give the same bits. */
const STRETCH = 256;

/** The output of a model: a matrix (vocabulary, d_model), read in parts. */
export class Unembedding {
  #core;
  #checkpoint;
  #keeps;
  #pace;
  /** @type {Map<number, Matrix>} by the first row */ #kept = new Map();

  /** @param {Core} core @param {Checkpoint} checkpoint @param {{ keep: boolean, pace: Pace }} options */
  constructor(core, checkpoint, { keep, pace }) {
    this.#core = core;
    this.#checkpoint = checkpoint;
    this.#keeps = keep;
    this.#pace = pace;
  }

  /**
   * @param {TensorOutput} x (1, T, d_model): after the last norm @param {readonly number[]} answers a piece for each token, or -1
   * @param {() => Promise<void>} [breathe] called between two parts
   * @returns {Promise<Likely>}
   */
  async likely(x, answers, breathe) {
    const { vocabulary, dModel, tied, outputSoftcap } = this.#checkpoint.model.description;
    const most = Math.min(MOST_PIECES, vocabulary);
    const read = await this.#transformed(x);
    const bias = await this.#tensor("bOutput");
    const role = tied ? "words" : "output";
    const search = new Likeliest(this.#core, { tokens: x.shape[1], most, answers });
    try {
      const fitting = Math.floor(this.#pace.part / (dModel * BYTES.F32));
      const count = Math.max(1, Math.floor(fitting / STRETCH)) * STRETCH;
      for (let first = 0; first < vocabulary; first += count) {
        const end = Math.min(vocabulary, first + count);
        await this.#use(role, first, end, (matrix) =>
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
    for (const matrix of this.#kept.values()) matrix.dispose();
    this.#kept.clear();
  }

  /** The head of masked models, before the output matrix. @param {TensorOutput} x */
  async #transformed(x) {
    const { description, tensors } = this.#checkpoint.model;
    const dense = tensors.get("wDense");
    if (!dense) return x;
    const raw = await this.#checkpoint.weights.bytes(dense.name);
    const matrix = await packed(this.#core, storedMatrix(raw, undefined, description), this.#pace);
    try {
      const { norm, eps, activation } = description;
      const [bias, gain, shift] = await Promise.all(
        ["bDense", "outputNorm.gain", "outputNorm.shift"].map((role) => this.#tensor(role)),
      );
      return transform(this.#core, x, matrix, {
        ...{ norm, eps, activation, bias: bias ?? new Float32Array(description.dModel), shift },
        gain: gain && gainOf(gain, description),
      });
    } finally {
      matrix.dispose();
    }
  }

  /** @param {string} role @returns {Promise<Float32Array | undefined>} undefined if the model has none */
  async #tensor(role) {
    const place = this.#checkpoint.model.tensors.get(role);
    return place && (await this.#checkpoint.weights.tensor(place.name)).data;
  }

  /** Calls f with rows [first, end) of a matrix. @param {string} role @param {number} first @param {number} end @param {(matrix: Matrix) => void} f */
  async #use(role, first, end, f) {
    const kept = this.#kept.get(first);
    if (kept) return f(kept);
    const matrix = await this.#load(role, first, end);
    if (this.#keeps) this.#kept.set(first, matrix);
    try {
      f(matrix);
    } finally {
      if (!this.#keeps) matrix.dispose();
    }
  }

  /** @param {string} role @param {number} first @param {number} end */
  async #load(role, first, end) {
    const { model, weights } = this.#checkpoint;
    const { name } = /** @type {{ name: string }} */ (model.tensors.get(role));
    const raw = await weights.bytes(name, { first, end });
    const matrix = await packed(this.#core, storedMatrix(raw, undefined, model.description), this.#pace);
    if (!matrix.isFinite) weights.noteNotFinite(name);
    return matrix;
  }
}
