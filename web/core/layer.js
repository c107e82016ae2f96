import { runBackward } from "./backward.js";
import { isList, oneOf, refuseMisspelt, show, wholeNumber, wholeNumbers } from "./check.js";
import { refusal } from "./errors.js";
import { FastRun } from "./fast-run.js";
import { readForward } from "./forward-call.js";
import { tensorArgument, vectorArgument, isTensor } from "./tensor-argument.js";
import { Handle } from "./handle.js";
import { readConfig } from "./layer-config.js";
import { Run } from "./run.js";
import { TracedRun } from "./traced-run.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Config, ForwardInput, Gradients, LayerOptions, Numbers, TensorInput, TensorOutput, WeightName } from "./types.js" */

/** Options of a layer, besides those that are fields of a configuration in C++. */
const MORE_OPTIONS = ["rope", "qkNorm", "softcap", "window", "latent", "init", "seed"];

/** Implements Core.createLayer. @param {Boundary} boundary @param {LayerOptions} options @returns {Layer} */
export function createLayer(boundary, options) {
  const { init, seed = 0, ...config } = options ?? {};
  refuseMisspelt("createLayer", options, [...boundary.configFields.map(({ key }) => key), ...MORE_OPTIONS]);
  const weights = boundary.names.init.indexOf(oneOf("init", init, boundary.names.init));
  const sizes = readConfig(boundary, config);
  wholeNumber("seed", seed ?? 0, 0);
  return new Layer(boundary, boundary.call("createLayer", { ...sizes, init: weights, seed: seed ?? 0 }));
}

/**
 * One attention layer and its weights.
 * @extends {Handle<any>}
 */
export class Layer extends Handle {
  /** Every dimension, with defaults filled in. @type {Readonly<Config>} */ config;

  /** @param {Boundary} boundary @param {any} bound handle from Embind */
  constructor(boundary, bound) {
    super(boundary, bound, "layer");
    this.config = Object.freeze(boundary.ask(bound, "config"));
  }

  /** Copies of all parameters. @returns {Partial<Record<WeightName, TensorOutput>>} */
  weights() {
    return this.boundary.ask(this.native, "weights");
  }

  /**
   * Omitted parameters keep their values. If one is refused, those before it are already set. Row-major as in Q = X W_Q, that is wQ
   * (dModel, H*dK): transpose nn.Linear's (out, in).
   * @param {Partial<Record<WeightName, Numbers | TensorInput>>} weights
   */
  setWeights(weights) {
    this.native;
    const names = this.boundary.names.parameter;
    if (typeof weights !== "object" || weights === null || isList(weights))
      throw refusal(
        "config",
        "not_weights",
        "weights {weights} are not an object of arrays (expected {names})",
        { weights: show(weights), names: names.join(", ") },
      );
    for (const [name, data] of Object.entries(weights)) {
      const place = names.indexOf(name);
      if (place < 0)
        throw refusal("config", "no_weight", "no weight {name} (expected {names})", {
          ...{ name: show(name), names: names.join(", ") },
        });
      const values = isTensor(data) ? tensorArgument(name, data) : vectorArgument(name, data);
      this.boundary.read(values);
      this.boundary.ask(this.native, "setWeight", place, values);
    }
  }

  /** @param {ForwardInput} input @returns {Run} */
  forward(input) {
    this.native;
    const { boundary } = this;
    const call = readForward(boundary, input);
    const { native } = this; // read only now: a getter may have disposed of the layer
    const result = boundary.ask(native, "forward", call.tensors, call.options);
    const source = boundary.isBound("Run", result)
      ? new TracedRun(boundary, result)
      : new FastRun(boundary, result);
    return new Run(boundary, source, call.needWeights);
  }

  /**
   * Computes gradients of a scalar from its gradient with respect to the run's output. If key or value defaulted to another input, its
   * gradient is added to that input's and omitted; inputs that a wrong path does not read are omitted too. Afterwards run.gradient()
   * returns the gradients of this call.
   * @param {Run} run made by this layer with trace: true and its current weights
   * @param {TensorInput} dOutput has the shape of the output, or of step `from`
   * @param {{ from?: string }} [options] from: id of the step that dOutput belongs to; defaults to the output
   * @returns {Gradients}
   */
  backward(run, dOutput, options) {
    this.native;
    return runBackward(this, run, dOutput, options?.from);
  }

  /**
   * Creates a layer without the given heads. Its output equals this layer's with those heads scaled by 0. Heads that share a key/value head
   * must go together.
   * @param {readonly number[]} heads
   * @returns {Layer}
   */
  prune(heads) {
    this.native;
    const numbers = wholeNumbers("head", heads, "config");
    return new Layer(this.boundary, this.boundary.ask(this.native, "prune", numbers));
  }
}
