import { oneOf, show, wholeNumber } from "./check.js";
import { HeadscopeError, unwrap } from "./errors.js";
import { FastForward } from "./fast-forward.js";
import { Handle } from "./handle.js";
import { Run } from "./run.js";
import { isAdditive, isTensor } from "./staging.js";

/** @import { Staging } from "./staging.js" */
/** @import { Config, Fault, ForwardInput, Gradients, LayerOptions, Numbers, TensorInput, TensorOutput, WeightName } from "./types.js" */

/** In the order of weights.hpp's Param. @type {readonly WeightName[]} */
const WEIGHTS = ["wQ", "wK", "wV", "wO", "bQ", "bK", "bV", "bO"];

/** In the order of faults.hpp's Fault. @type {readonly Fault[]} */
const FAULTS = [
  "none",
  "view_without_transpose",
  "merge_without_transpose",
  "view_without_contiguous",
  "no_scale",
  "raw_inputs",
  "softmax_axis",
  "mask_reversed",
  "mask_repeat_order",
];

/**
 * The options as bindings.cpp's LayerConfig; 0 asks for the default.
 * @param {LayerOptions | Config} options
 */
export function nativeConfig(options) {
  /** @param {string} name @param {number | undefined} value */
  const optional = (name, value) => (value === undefined ? 0 : wholeNumber(name, value));
  return {
    dModel: wholeNumber("d_model", options.dModel),
    numHeads: wholeNumber("num_heads", options.numHeads),
    numKvHeads: optional("num_kv_heads", options.numKvHeads),
    dK: optional("d_k", options.dK),
    dV: optional("d_v", options.dV),
    dKey: optional("d_key", options.dKey),
    dValue: optional("d_value", options.dValue),
    bias: Boolean(options.bias),
    fused: Boolean(options.fused),
  };
}

/**
 * What is not a tensor, as bindings.cpp's ForwardOptions.
 * @param {ForwardInput} input
 */
const nativeOptions = (input) => ({
  causal: Boolean(input.causal),
  keyPaddingAdditive: isAdditive(input.keyPaddingMask),
  attnAdditive: isAdditive(input.attnMask),
  finiteFill: oneOf("maskFill", input.maskFill, ["-inf", "-1e9"]) === "-1e9",
  nanRows: oneOf("softmaxEmptyRow", input.softmaxEmptyRow, ["zero", "nan"]) === "nan",
  trace: input.trace ?? true,
  needWeights: input.needWeights ?? true,
  dropout: input.dropout ? Number(input.dropout.p) : 0,
  dropoutSeed: wholeNumber("dropout seed", input.dropout?.seed ?? 0, 0),
  fault: FAULTS.indexOf(oneOf("fault", input.fault, FAULTS)),
});

/** One attention layer and its weights. */
export class Layer extends Handle {
  #staging;
  #fast;
  /** Every dimension, defaults filled in. @type {Readonly<Config>} */ config;

  /** @param {any} native @param {Staging} staging */
  constructor(native, staging) {
    super(native, "layer");
    this.#staging = staging;
    this.#fast = new FastForward(native, staging);
    this.config = Object.freeze(native.config);
  }

  /** Copies of all parameters. @returns {Partial<Record<WeightName, TensorOutput>>} */
  weights() {
    return unwrap(this.native.weights());
  }

  /**
   * Those left out stay. Row-major as Q = X W_Q has it, wQ (dModel, H*dK): transpose nn.Linear's (out, in).
   * @param {Partial<Record<WeightName, Numbers | TensorInput>>} weights
   */
  setWeights(weights) {
    const native = this.native;
    for (const [name, data] of Object.entries(weights)) {
      const param = WEIGHTS.indexOf(/** @type {WeightName} */ (name));
      if (param < 0)
        throw new HeadscopeError("config", `no weight ${show(name)} (expected ${WEIGHTS.join(", ")})`);
      const tensor = isTensor(data) ? data : { data, shape: [data?.length ?? 0] };
      this.#staging.place("other", name, tensor);
      unwrap(native.setWeight(param, this.#staging.native));
    }
  }

  /** @param {ForwardInput} input @returns {Run} */
  forward(input) {
    const native = this.native;
    const options = nativeOptions(input);
    this.#placeInputs(input);
    if (!options.trace && options.fault === 0) {
      const run = this.#fast.run(this.config, input, options);
      if (run) return run;
    }
    const run = native.forward(this.#staging.native, options);
    this.#staging.clear();
    return new Run(unwrap(run), options.needWeights);
  }

  /** @param {ForwardInput} input */
  #placeInputs({ query, key, value, keyPaddingMask, attnMask, headScale }) {
    const staging = this.#staging;
    staging.begin();
    if (query === undefined)
      throw new HeadscopeError("shape", "query is missing (expected { data, shape: [B, T_q, d_model] })");
    staging.place("query", "query", query);
    staging.place("key", "key", key);
    staging.place("value", "value", value);
    staging.place("keyPaddingMask", "key padding mask", keyPaddingMask, "mask");
    staging.place("attnMask", "attention mask", attnMask, "mask");
    if (headScale)
      staging.place("headScale", "head_scale", { data: headScale, shape: [headScale.length] }, "config");
    staging.dropUnused();
  }

  /**
   * Gradients of a scalar, given that of the run's output. Where key or value defaulted, its gradient is summed into what it defaulted to, and
   * it is absent.
   * @param {Run} run made by this layer with trace: true, and with the weights it has now
   * @param {TensorInput} dOutput of the output's shape
   * @returns {Gradients}
   */
  backward(run, dOutput) {
    const native = this.native;
    if (!(run instanceof Run))
      throw new HeadscopeError("config", `backward needs a run of forward, got ${show(run)}`);
    if (run.steps.length === 0) throw new HeadscopeError("config", "backward needs a run with trace: true");
    this.#staging.place("other", "the output's gradient", dOutput);
    return unwrap(native.backward(run.native, this.#staging.native));
  }

  /**
   * A layer without these heads, with the same output as with each of them scaled by 0. Heads that share a key/value head go together.
   * @param {readonly number[]} heads
   * @returns {Layer}
   */
  prune(heads) {
    const numbers = heads.map((head) => wholeNumber("head", head, 0));
    return new Layer(unwrap(this.native.prune(numbers)), this.#staging);
  }
}
