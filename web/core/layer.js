import { runBackward } from "./backward.js";
import { oneOf, show, wholeNumber, wholeNumbers } from "./check.js";
import { refusal } from "./errors.js";
import { FastRun } from "./fast-run.js";
import { readForward } from "./forward-call.js";
import { given, givenRow, isTensor } from "./given.js";
import { Handle } from "./handle.js";
import { readConfig } from "./layer-config.js";
import { Run } from "./run.js";
import { TracedRun } from "./traced-run.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Config, ForwardInput, Gradients, LayerOptions, Numbers, TensorInput, TensorOutput, WeightName } from "./types.js" */

/** Core.createLayer. @param {Boundary} boundary @param {LayerOptions} options @returns {Layer} */
export function createLayer(boundary, options) {
  const { init, seed = 0, ...config } = options ?? {};
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
  /** Every dimension, defaults filled in. @type {Readonly<Config>} */ config;

  /** @param {Boundary} boundary @param {any} bound Embind's handle */
  constructor(boundary, bound) {
    super(boundary, bound, "layer");
    this.config = Object.freeze(boundary.ask(bound, "config"));
  }

  /** Copies of all parameters. @returns {Partial<Record<WeightName, TensorOutput>>} */
  weights() {
    return this.boundary.ask(this.native, "weights");
  }

  /**
   * Those left out stay, and where one is refused, those before it are set. Row-major as Q = X W_Q has it, wQ (dModel, H*dK): transpose nn.Linear's (out, in).
   * @param {Partial<Record<WeightName, Numbers | TensorInput>>} weights
   */
  setWeights(weights) {
    this.native;
    const names = this.boundary.names.parameter;
    if (typeof weights !== "object" || weights === null)
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
      const values = isTensor(data) ? given(name, data) : givenRow(name, data);
      this.boundary.read(values);
      this.boundary.ask(this.native, "setWeight", place, values);
    }
  }

  /** @param {ForwardInput} input @returns {Run} */
  forward(input) {
    this.native;
    const { boundary } = this;
    const call = readForward(boundary, input);
    const { native } = this; // only now: what was read may have disposed of it
    const result = boundary.ask(native, "forward", ...call.tensors, ...call.options);
    const source = boundary.isBound("Run", result)
      ? new TracedRun(boundary, result)
      : new FastRun(boundary, result);
    return new Run(boundary, source, call.needWeights);
  }

  /**
   * Gradients of a scalar, given that of the run's output. Where key or value defaulted, its gradient is summed into what it defaulted to, and
   * it is absent, as is one of what a wrong path does not read. Afterwards the run has the gradients of its steps, those of the last such call.
   * @param {Run} run made by this layer with trace: true, and with the weights it has now
   * @param {TensorInput} dOutput of the output's shape, or of that step's
   * @param {{ from?: string }} [options] the id of a step whose gradient it is, in place of the output
   * @returns {Gradients}
   */
  backward(run, dOutput, options) {
    this.native;
    return runBackward(this, run, dOutput, options?.from);
  }

  /**
   * A layer without these heads, with the same output as with each of them scaled by 0. Heads that share a key/value head go together.
   * @param {readonly number[]} heads
   * @returns {Layer}
   */
  prune(heads) {
    this.native;
    const numbers = wholeNumbers("head", heads, "config");
    return new Layer(this.boundary, this.boundary.ask(this.native, "prune", numbers));
  }
}
