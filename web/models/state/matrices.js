import { Keeper } from "./keeper.js";
import { packMatrix } from "./pace.js";
import { storedMatrix } from "./parameters.js";

/** @import { Core } from "../../core/core.js" */
/** @import { Matrix } from "../../core/transformer.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Pace } from "./pace.js" */
/** @import { Layout } from "./parameters.js" */

/**
 * @typedef {object} MatrixPart
 * @property {number} [first] row [first, end) of the stored tensor
 * @property {number} [end]
 * @property {Layout} [layout]
 * @property {number} [factor] of each number
 * @property {AbortSignal} [signal]
 */

/** Matrices outside the blocks, as the core reads them. */
export class Matrices {
  #core;
  #checkpoint;
  #pace;
  /** Packed matrices, by name, part and factor. @type {Keeper<Matrix>} */ #kept;

  /** @param {Core} core @param {Checkpoint} checkpoint @param {{ keep: boolean, pace: Pace }} options */
  constructor(core, checkpoint, { keep, pace }) {
    this.#core = core;
    this.#checkpoint = checkpoint;
    this.#kept = new Keeper(keep);
    this.#pace = pace;
  }

  /**
   * Calls f with a matrix, whose memory is freed afterwards unless matrices are kept.
   * @template T @param {string} name @param {MatrixPart} part @param {(matrix: Matrix) => T | Promise<T>} f @returns {Promise<T>}
   */
  use(name, part, f) {
    const key = `${name} ${part.first ?? 0} ${part.layout?.part?.first ?? 0} ${part.factor ?? 1}`;
    return this.#kept.use(key, () => this.#load(name, part), f, part.signal);
  }

  dispose() {
    this.#kept.dispose();
  }

  /** Reads and packs a matrix. @param {string} name @param {MatrixPart} part */
  async #load(name, { first, end, layout, factor, signal }) {
    const { weights } = this.#checkpoint;
    const { shape, ...raw } = await weights.bytes(name, { first, end, signal });
    const own = { ...raw, shape: shape.slice(-2) }; // of one matrix in a stack
    const matrix = await packMatrix(this.#core, storedMatrix(own, layout, factor), this.#pace);
    if (!matrix.isFinite) weights.noteNotFinite(name);
    return matrix;
  }
}
