/** @import { Boundary } from "./boundary.js" */
/** @import { Measures, TensorOutput } from "./types.js" */

/**
 * What a run has to give, wherever it has it from.
 * @typedef {object} RunSource
 * @property {() => TensorOutput} output
 * @property {() => TensorOutput | null} attention
 * @property {() => string} steps as JSON
 * @property {() => string} warnings as JSON
 * @property {() => Record<"summary" | "queries" | Exclude<keyof Measures, "heads">, TensorOutput>} measure
 * @property {() => TensorOutput} contributions
 * @property {Bound | null} bound the run in wasm memory; null where nothing is left there
 */

/** What is in wasm memory, by its address. */
export class Bound {
  #boundary;
  #destroy;

  /** @param {Boundary} boundary @param {number} address @param {"deleteHeadFit" | "deleteLayer" | "deleteModel" | "deleteRun"} destroy the bound function that deletes it */
  constructor(boundary, address, destroy) {
    this.#boundary = boundary;
    this.#destroy = destroy;
    this.address = address;
  }

  delete() {
    this.#boundary.module[this.#destroy](this.address);
  }
}

/** A run in wasm memory, with all its steps. */
export class NativeRun {
  #boundary;

  /** @param {Boundary} boundary @param {number} address */
  constructor(boundary, address) {
    this.#boundary = boundary;
    this.bound = new Bound(boundary, address, "deleteRun");
  }

  output() {
    return this.#boundary.tensor("output", this.bound.address);
  }

  attention() {
    return this.#boundary.tensor("attention", this.bound.address);
  }

  /** @returns {string} */
  steps() {
    return this.#boundary.call("steps", this.bound.address);
  }

  /** @returns {string} */
  warnings() {
    return this.#boundary.call("warnings", this.bound.address);
  }

  measure() {
    return this.#boundary.tensors("measure", this.bound.address);
  }

  contributions() {
    return this.#boundary.tensor("contributions", this.bound.address);
  }
}
