import { runBackward } from "./backward.js";
import { show, wholeNumber, wholeNumbers } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { runFast } from "./fast-run.js";
import { readForward } from "./forward-call.js";
import { given, isTensor } from "./given.js";
import { Handle } from "./handle.js";
import { Bound, NativeRun } from "./native.js";
import { Run } from "./run.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { ForwardCall } from "./forward-call.js" */
/** @import { Config, ForwardInput, Gradients, LayerOptions, Numbers, TensorInput, TensorOutput, WeightName } from "./types.js" */

/** What has no default. */
const REQUIRED = ["dModel", "numHeads"];

/**
 * Puts a configuration in for a bound function that reads one; 0 asks for the default.
 * @param {Boundary} boundary
 * @param {LayerOptions | Config} options
 */
export function placeConfig(boundary, options) {
  const given = /** @type {Record<string, unknown>} */ (options ?? {});
  const numbers = boundary.configFields.map(({ name, key, isSize }) => {
    const value = given[key];
    if (!isSize) return Number(Boolean(value));
    return value === undefined && !REQUIRED.includes(key) ? 0 : wholeNumber(name, value);
  });
  boundary.setIndices(numbers);
}

/**
 * @param {Boundary} boundary
 * @param {readonly number[]} numbers as placeConfig puts them in
 * @returns {Readonly<Config>}
 */
function configOf({ configFields }, numbers) {
  const entries = configFields.map(({ key, isSize }, i) => [key, isSize ? numbers[i] : numbers[i] === 1]);
  return Object.freeze(Object.fromEntries(entries));
}

/**
 * One attention layer and its weights.
 * @extends {Handle<Bound>}
 */
export class Layer extends Handle {
  #boundary;
  /** Every dimension, defaults filled in. @type {Readonly<Config>} */ config;

  /** @param {Boundary} boundary @param {number} address */
  constructor(boundary, address) {
    const bound = new Bound(boundary, address, "deleteLayer");
    super(bound, bound, "layer");
    this.#boundary = boundary;
    this.config = configOf(boundary, JSON.parse(boundary.call("config", address)));
  }

  /** Copies of all parameters. @returns {Partial<Record<WeightName, TensorOutput>>} */
  weights() {
    return this.#boundary.tensors("weights", this.native.address);
  }

  /**
   * Those left out stay, and where one is refused, those before it are set. Row-major as Q = X W_Q has it, wQ (dModel, H*dK): transpose nn.Linear's (out, in).
   * @param {Partial<Record<WeightName, Numbers | TensorInput>>} weights
   */
  setWeights(weights) {
    this.native;
    for (const [name, data] of Object.entries(weights ?? { [show(weights)]: [] })) {
      const names = this.#boundary.namesOf("Parameter");
      if (!names.includes(name))
        throw new HeadscopeError("config", `no weight ${show(name)} (expected ${names.join(", ")})`);
      const tensor = given(name, isTensor(data) ? data : { data, shape: [data?.length ?? 0] });
      this.#boundary.place("other", tensor);
      this.#boundary.call("setWeight", this.native.address, this.#boundary.named("Parameter", name));
    }
  }

  /** @param {ForwardInput} input @returns {Run} */
  forward(input) {
    this.native;
    const call = readForward(this.#boundary, input);
    try {
      this.#place(call.tensors);
      const { address } = this.native; // only now: what was read may have disposed of it
      const source =
        (call.fast && runFast(this.#boundary, address, call, this.config)) || this.#tracedRun(address, call);
      return new Run(this.#boundary, source, call.needWeights);
    } catch (error) {
      this.#boundary.clear();
      throw error;
    }
  }

  /** @param {ForwardCall["tensors"]} tensors */
  #place({ query, key, value, keyPaddingMask, attnMask, headScale }) {
    const boundary = this.#boundary;
    boundary.begin();
    boundary.place("query", query);
    boundary.place("key", key);
    boundary.place("value", value);
    boundary.place("keyPaddingMask", keyPaddingMask);
    boundary.place("attnMask", attnMask);
    boundary.place("headScale", headScale);
    boundary.dropUnused();
  }

  /** @param {number} address @param {ForwardCall} call */
  #tracedRun(address, { switches, p, seed, fault }) {
    const run = this.#boundary.call("forward", address, switches, p, seed, fault);
    this.#boundary.clear();
    return new NativeRun(this.#boundary, run);
  }

  /**
   * Gradients of a scalar, given that of the run's output. Where key or value defaulted, its gradient is summed into what it defaulted to, and
   * it is absent, as is one of what a wrong path does not read. Afterwards the run has the gradients of its steps, those of the last such call.
   * @param {Run} run made by this layer with trace: true, and with the weights it has now
   * @param {TensorInput} dOutput of the output's shape, or of that step's
   * @param {{ from?: string }} [options] the id of a step whose gradient it is, in place of the output
   * @returns {Gradients}
   */
  backward(run, dOutput, { from } = {}) {
    this.native;
    return runBackward(this.#boundary, this, run, dOutput, from);
  }

  /**
   * A layer without these heads, with the same output as with each of them scaled by 0. Heads that share a key/value head go together.
   * @param {readonly number[]} heads
   * @returns {Layer}
   */
  prune(heads) {
    const numbers = wholeNumbers("head", heads, "config");
    const { address } = this.native;
    this.#boundary.setIndices(numbers);
    return new Layer(this.#boundary, this.#boundary.call("prune", address));
  }
}
