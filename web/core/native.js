/** @import { Boundary } from "./boundary.js" */
/** @import { Bound } from "./handle.js" */
/** @import { TensorOutput } from "./types.js" */

/**
 * What a run has to give, wherever it has it from.
 * @typedef {object} RunSource
 * @property {() => TensorOutput} output
 * @property {() => TensorOutput | null} attention
 * @property {() => string} steps as JSON
 * @property {() => string} warnings as JSON
 * @property {() => { summary: TensorOutput, rowEntropy: TensorOutput, similarity: TensorOutput }} measure
 * @property {() => TensorOutput} contributions
 * @property {Bound | null} bound the run in wasm memory; null where nothing is left there
 */

/** A run in wasm memory, with all its steps. */
export class NativeRun {
  #boundary;

  /** @param {Boundary} boundary @param {Bound} bound */
  constructor(boundary, bound) {
    this.#boundary = boundary;
    this.bound = bound;
  }

  output() {
    return this.#boundary.tensor(this.bound, "output");
  }

  attention() {
    return this.#boundary.tensor(this.bound, "attention");
  }

  /** @returns {string} */
  steps() {
    return this.#boundary.call(this.bound, "steps");
  }

  /** @returns {string} */
  warnings() {
    return this.#boundary.call(this.bound, "warnings");
  }

  measure() {
    return this.#boundary.tensors(this.bound, "measure");
  }

  contributions() {
    return this.#boundary.tensor(this.bound, "contributions");
  }
}
