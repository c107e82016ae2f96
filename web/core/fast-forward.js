import { HeadscopeError, unwrap } from "./errors.js";
import { Run } from "./run.js";

/** @import { Staging } from "./staging.js" */
/** @import { Config, ForwardInput, TensorOutput } from "./types.js" */

/**
 * Runs a layer without trace, in memory that the layer keeps. What comes out is copied at once; the views it is copied from are good for as
 * long as the sizes are, and memory has not grown.
 */
export class FastForward {
  #native;
  #staging;
  /** @type {Map<string, { shape: readonly number[], view: Float32Array }>} */ #views = new Map();

  /** @param {any} native bindings.cpp's Layer @param {Staging} staging */
  constructor(native, staging) {
    this.#native = native;
    this.#staging = staging;
  }

  /**
   * @param {Config} config
   * @param {ForwardInput} input placed already
   * @param {object} options bindings.cpp's ForwardOptions
   * @returns {Run | null} null where only the traced way leads there
   */
  run(config, { query, key, value, needWeights = true }, options) {
    if (!unwrap(this.#native.forwardFast(this.#staging.native, options))) return null;
    const [batch, queries] = query.shape;
    const [, keys] = (key ?? value ?? query).shape;
    const output = this.#copy("fastOutput", [batch, queries, config.dModel]);
    const attention = needWeights
      ? this.#copy("fastAttention", [batch, config.numHeads, queries, keys])
      : null;
    if (!needWeights) this.#views.delete("fastAttention");
    const result = new Result(this.#staging, output, attention, this.#native.fastWarnings());
    return new Run(result, needWeights);
  }

  /** @param {"fastOutput" | "fastAttention"} what @param {readonly number[]} shape @returns {TensorOutput} */
  #copy(what, shape) {
    let known = this.#views.get(what);
    if (!known?.view.length || known.shape.some((size, d) => size !== shape[d])) {
      known = { shape, view: this.#native[what]() };
      this.#views.set(what, known);
    }
    return { data: known.view.slice(), shape: [...shape] };
  }
}

/** What is left of such a run, in the form of bindings.cpp's Run. */
class Result {
  #staging;
  #output;
  #attention;
  #warnings;

  /** @param {Staging} staging @param {TensorOutput} output @param {TensorOutput | null} attention @param {string} warnings */
  constructor(staging, output, attention, warnings) {
    this.#staging = staging;
    this.#output = output;
    this.#attention = attention;
    this.#warnings = warnings;
  }

  output() {
    return this.#output;
  }

  attention() {
    return this.#attention;
  }

  steps() {
    return "[]";
  }

  warnings() {
    return this.#warnings;
  }

  /** @param {readonly number[]} positions */
  measure(positions) {
    if (!this.#attention) {
      throw new HeadscopeError(
        "config",
        "measure needs the attention weights, and this run was made with trace: false and needWeights: false; leave one of them out",
      );
    }
    this.#staging.place("other", "the attention weights", this.#attention);
    return this.#staging.native.measure(positions);
  }

  contributions() {
    throw new HeadscopeError("config", "this run has no tensor context; it was made without trace");
  }

  delete() {}
}
