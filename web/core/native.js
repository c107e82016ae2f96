/** @import { Boundary } from "./boundary.js" */
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
 * @property {number} address in wasm memory; 0 where nothing is left there
 * @property {() => void} delete
 */

/** A layer in wasm memory. */
export class NativeLayer {
  #boundary;

  /** @param {Boundary} boundary @param {number} address */
  constructor(boundary, address) {
    this.#boundary = boundary;
    this.address = address;
  }

  delete() {
    this.#boundary.module.deleteLayer(this.address);
  }
}

/** A run in wasm memory, with all its steps. */
export class NativeRun {
  #boundary;

  /** @param {Boundary} boundary @param {number} address */
  constructor(boundary, address) {
    this.#boundary = boundary;
    this.address = address;
  }

  output() {
    return this.#boundary.tensor("output", this.address);
  }

  attention() {
    return this.#boundary.tensor("attention", this.address);
  }

  /** @returns {string} */
  steps() {
    return this.#boundary.module.steps(this.address);
  }

  /** @returns {string} */
  warnings() {
    return this.#boundary.module.warnings(this.address);
  }

  measure() {
    return this.#boundary.tensors("measure", this.address);
  }

  contributions() {
    return this.#boundary.tensor("contributions", this.address);
  }

  delete() {
    this.#boundary.module.deleteRun(this.address);
  }
}
