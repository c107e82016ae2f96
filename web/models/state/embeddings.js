import { embedRows, project } from "../../core/transformer.js";
import { readNorm } from "./norms.js";
import { sinusoidRows } from "./sinusoids.js";

/** @import { Core } from "../../core/core.js" */
/** @import { Matrix, NormOptions } from "../../core/transformer.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Embedded, Places } from "./circuits.js" */
/** @import { KeptWeights } from "./keeper.js" */
/** @import { Matrices } from "./matrices.js" */
/** @import { Sentence } from "./transformer.js" */

/** The input of a model's first block: embeddings of pieces, with what is added to them. */
export class Embeddings {
  #core;
  #checkpoint;
  #matrices;
  #weights;

  /** @param {Core} core @param {Checkpoint} checkpoint @param {{ weights: KeptWeights, matrices: Matrices }} options */
  constructor(core, checkpoint, { weights, matrices }) {
    this.#core = core;
    this.#checkpoint = checkpoint;
    this.#matrices = matrices;
    this.#weights = weights;
  }

  /**
   * Embeds a sentence.
   * @param {Sentence} sentence @param {readonly number[]} places rows of its tokens' positions @param {AbortSignal} signal
   * @returns {Promise<TensorOutput>} (1, T, d_model)
   */
  async embed({ ids, types }, places, signal) {
    const { types: kinds, tasks } = this.#checkpoint.model.description;
    // All at once: a host answers each request after a pause.
    const [words, positions, rowsOfTypes, norm] = await Promise.all([
      this.readWords(ids, signal),
      this.#readPositions(places, signal),
      kinds ? this.#readRows("types", types, signal) : undefined,
      this.#readInputNorm(signal),
    ]);
    if (positions && tasks) await this.#addFirstTask(positions, signal);
    return this.#sum(words, { positions, types: rowsOfTypes, norm }, signal);
  }

  /**
   * Embeds a picture.
   * @param {import("./picture-ends.js").PictureEnds} pictures @param {import("./patches.js").Values} picture
   * @param {{ breathe: () => Promise<void>, signal: AbortSignal }} options @returns {Promise<TensorOutput>} (1, T, d_model)
   */
  async embedPicture(pictures, picture, options) {
    const rows = await pictures.rows(picture, options);
    return embedRows(this.#core, { ...rows, ...(await this.#readInputNorm(options.signal)) });
  }

  /**
   * Embeds a piece alone, without a norm and without types.
   * @param {number} piece an id @param {Places | undefined} at without these, positions are left out @param {AbortSignal} signal
   * @returns {Promise<Embedded>}
   */
  async embedPiece(piece, at, signal) {
    const { firstPosition } = this.#checkpoint.model.description;
    const words = await this.readWords([piece], signal);
    const position = async (/** @type {number | undefined} */ place) =>
      place === undefined ? undefined : this.#readPositions([firstPosition + place], signal);
    const [ofQuery, ofKey] = await Promise.all([position(at?.query), position(at?.key)]);
    const x = await this.#sum(words, {}, signal);
    return {
      ...{ x, query: ofQuery ? await this.#sum(words, { positions: ofQuery }, signal) : x },
      ofKey: ofKey && (await this.#projectPositions(ofKey, signal)),
    };
  }

  /** Embeddings of pieces, without positions. @param {readonly number[]} ids @param {AbortSignal} signal @returns {Promise<TensorOutput>} (1, ids, width) */
  readWords(ids, signal) {
    return this.#readRows("words", ids, signal);
  }

  /**
   * Calls f with the matrix and the bias that bring embeddings to the width of the blocks.
   * @template T @param {(matrix: Matrix, bias?: Float32Array) => T} f @param {AbortSignal} signal @returns {Promise<T>}
   */
  async useProjection(f, signal) {
    const bias = this.#checkpoint.model.tensors.has("bProject")
      ? await this.#weights.vector(this.#nameOf("bProject"), signal)
      : undefined;
    return this.#matrices.use(this.#nameOf("wProject"), { signal }, (matrix) => f(matrix, bias));
  }

  /**
   * Adds positions and types to embeddings of words, and projects them to the width of the blocks.
   * @param {TensorOutput} words (1, T, width) @param {{ positions?: TensorOutput, types?: TensorOutput, norm?: NormOptions }} others no norm is
   *   computed without `norm` @param {AbortSignal} signal @returns {Promise<TensorOutput>} (1, T, d_model)
   */
  async #sum(words, { positions, types, norm }, signal) {
    const { embeddingScale: scale, projection, norm: kind, eps } = this.#checkpoint.model.description;
    const summed = embedRows(this.#core, {
      words: projection?.of === "words" ? await this.#project(words, signal) : words,
      ...{ scale, positions, types },
      ...(norm ?? { norm: kind, eps }),
    });
    return projection?.of === "sum" ? this.#project(summed, signal) : summed;
  }

  /** Rows of positions, if the model has any. @param {readonly number[]} places @param {AbortSignal} signal */
  async #readPositions(places, signal) {
    const { description, tensors } = this.#checkpoint.model;
    if (tensors.has("positions") && description.positions) return this.#readRows("positions", places, signal);
    return description.sinusoids ? sinusoidRows(description, places) : undefined;
  }

  /** What positions add to the input of the first block, without a norm. @param {TensorOutput} positions @param {AbortSignal} signal */
  async #projectPositions(positions, signal) {
    const isProjected = this.#checkpoint.model.description.projection?.of === "sum";
    return isProjected
      ? this.useProjection((matrix) => project(this.#core, positions, matrix), signal)
      : positions;
  }

  /** Adds the embedding of the first task to each row, as transformers does if no task is given. @param {TensorOutput} rows @param {AbortSignal} signal */
  async #addFirstTask({ data }, signal) {
    const task = await this.#readRows("tasks", [0], signal);
    const width = task.data.length;
    for (let i = 0; i < data.length; i++) data[i] += task.data[i % width];
  }

  /** Projects embeddings to the width of the blocks. @param {TensorOutput} x @param {AbortSignal} signal @returns {Promise<TensorOutput>} */
  #project(x, signal) {
    return this.useProjection((matrix, bias) => project(this.#core, x, matrix, bias), signal);
  }

  /** @param {AbortSignal} signal */
  #readInputNorm(signal) {
    const role = this.#checkpoint.model.description.inputNorm ? "inputNorm" : "";
    return readNorm(this.#checkpoint, this.#weights, role, signal);
  }

  /** @param {string} role @param {readonly number[]} rows @param {AbortSignal} signal @returns {Promise<TensorOutput>} (1, rows, width) */
  async #readRows(role, rows, signal) {
    const { data, shape } = await this.#weights.rows(this.#nameOf(role), rows, signal);
    return { data, shape: [1, ...shape] };
  }

  /** @param {string} role */
  #nameOf(role) {
    return /** @type {{ name: string }} */ (this.#checkpoint.model.tensors.get(role)).name;
  }
}
