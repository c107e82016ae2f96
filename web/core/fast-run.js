import { HeadscopeError } from "./errors.js";
import { given } from "./given.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { ForwardCall } from "./forward-call.js" */
/** @import { Config, TensorOutput } from "./types.js" */

/**
 * Forward without a trace. Null where only the traced way leads there.
 * @param {Boundary} boundary @param {number} layer its address @param {ForwardCall} call @param {Readonly<Config>} config of the layer
 */
export function runFast(boundary, layer, { tensors, switches, p, seed, needWeights }, config) {
  const { query, key, value } = tensors;
  const went = boundary.call("forwardFast", layer, switches, p, seed);
  if (went === boundary.named("Fast", "notTaken")) return null;
  const [batch, queries] = query.shape;
  const [, keys] = (key ?? value ?? query).shape;
  const attention = needWeights ? [batch, config.numHeads, queries, keys] : null;
  const warned = went === boundary.named("Fast", "warned");
  return new FastRun(boundary, layer, [batch, queries, config.dModel], attention, warned);
}

/** What a forward without trace has left in its layer's memory, copied out of it at once. */
export class FastRun {
  /** Nothing of it stays in wasm memory. */
  bound = null;
  #boundary;
  #output;
  #attention;
  #warnings;

  /**
   * @param {Boundary} boundary
   * @param {number} layer its address
   * @param {readonly number[]} output (B, T_q, dModel)
   * @param {readonly number[] | null} attention (B, H, T_q, T_k)
   * @param {boolean} warned whether there are warnings
   */
  constructor(boundary, layer, output, attention, warned) {
    const { module } = boundary;
    this.#boundary = boundary;
    this.#output = boundary.copy(module.fastOutput(layer), output);
    this.#attention = attention && boundary.copy(module.fastAttention(layer), attention);
    /** @type {string} */
    this.#warnings = warned ? boundary.call("fastWarnings", layer) : "[]";
    boundary.keepLittle(layer, this.#output, this.#attention);
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

  measure() {
    if (!this.#attention) {
      throw new HeadscopeError(
        "config",
        "measure needs the attention weights, and this run was made with trace: false and needWeights: false; leave one of them out",
      );
    }
    if (this.#attention.data.length === 0) {
      throw new HeadscopeError(
        "config",
        "measure needs the attention weights, and they were transferred; measure before, or use trace: true",
      );
    }
    this.#boundary.place("other", given("the attention weights", this.#attention));
    return this.#boundary.tensors("measure", 0);
  }

  /** @returns {TensorOutput} */
  contributions() {
    throw new HeadscopeError("config", "this run has no tensor context; it was made without trace");
  }
}
