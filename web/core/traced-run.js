/** @import { Message } from "./message.js" */
/** @import { Boundary } from "./boundary.js" */
/** @import { Measured, MeasureCall } from "./measures.js" */
/** @import { KeyValues, TensorOutput } from "./types.js" */

/**
 * The interface of traced and fast runs.
 * @typedef {object} RunSource
 * @property {() => TensorOutput} output
 * @property {() => TensorOutput | null} attention
 * @property {() => KeyValues} present
 * @property {() => string} steps as JSON
 * @property {() => Message[]} notices
 * @property {(options: MeasureCall) => Measured} measure
 * @property {() => TensorOutput} contributions
 */

/** A run in wasm memory that keeps all steps. */
export class TracedRun {
  #boundary;

  /** @param {Boundary} boundary @param {any} bound */
  constructor(boundary, bound) {
    this.#boundary = boundary;
    /** Handle from Embind. */
    this.bound = bound;
  }

  output() {
    return this.ask("output");
  }

  attention() {
    return this.ask("attention");
  }

  /** @returns {KeyValues} */
  present() {
    return this.ask("present");
  }

  /** @returns {string} */
  steps() {
    return this.ask("steps");
  }

  /** @returns {Message[]} */
  notices() {
    return this.ask("notices");
  }

  /** @param {MeasureCall} options @returns {Measured} */
  measure(options) {
    return this.ask("measure", options);
  }

  contributions() {
    return this.ask("contributions");
  }

  /** @param {string} method @param {...unknown} args */
  ask(method, ...args) {
    return this.#boundary.ask(this.bound, method, ...args);
  }

  delete() {
    this.bound.delete();
  }
}
