import { oneOf, show, wholeNumber, wholeNumbers } from "./check.js";
import { isAdditive, isTensor } from "./boundary.js";
import { HeadscopeError } from "./errors.js";
import { FastRun } from "./fast-run.js";
import { Handle } from "./handle.js";
import { NativeLayer, NativeRun } from "./native.js";
import { Run } from "./run.js";

/** @import { Boundary } from "./boundary.js" */
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

/** What forwardFast returns where only the traced way leads there; 2 is a run with warnings. */
const NOT_FAST = 3;

/**
 * Puts the sizes in for a bound function of a configuration; 0 asks for the default.
 * @param {Boundary} boundary
 * @param {LayerOptions | Config} options
 * @returns {boolean[]} what such a function's arguments begin with
 */
export function placeConfig(boundary, options) {
  const { dModel, numHeads, numKvHeads, dK, dV, dKey, dValue, bias, fused } = options ?? {};
  /** @param {string} name @param {number | undefined} value */
  const optional = (name, value) => (value === undefined ? 0 : wholeNumber(name, value));
  boundary.setIndices([
    wholeNumber("d_model", dModel),
    wholeNumber("num_heads", numHeads),
    optional("num_kv_heads", numKvHeads),
    optional("d_k", dK),
    optional("d_v", dV),
    optional("d_key", dKey),
    optional("d_value", dValue),
  ]);
  return [Boolean(bias), Boolean(fused)];
}

/**
 * The switches of a forward pass as boundary.hpp's ForwardOptions has them.
 * @param {ForwardInput} input
 * @param {boolean} trace
 * @param {boolean} needWeights
 */
function optionBits({ causal, keyPaddingMask, attnMask, maskFill, softmaxEmptyRow }, trace, needWeights) {
  const switches = [
    causal,
    isAdditive(keyPaddingMask),
    isAdditive(attnMask),
    oneOf("maskFill", maskFill, ["-inf", "-1e9"]) === "-1e9",
    oneOf("softmaxEmptyRow", softmaxEmptyRow, ["zero", "nan"]) === "nan",
    trace,
    needWeights,
  ];
  return switches.reduce((bits, on, i) => bits | (on ? 1 << i : 0), 0);
}

/**
 * One attention layer and its weights.
 * @extends {Handle<NativeLayer>}
 */
export class Layer extends Handle {
  #boundary;
  /** Every dimension, defaults filled in. @type {Readonly<Config>} */ config;

  /** @param {Boundary} boundary @param {number} address */
  constructor(boundary, address) {
    super(new NativeLayer(boundary, address), "layer");
    this.#boundary = boundary;
    this.config = Object.freeze(JSON.parse(boundary.module.config(address)));
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
    const { address } = this.native;
    for (const [name, data] of Object.entries(weights ?? { [show(weights)]: [] })) {
      const param = WEIGHTS.indexOf(/** @type {WeightName} */ (name));
      if (param < 0)
        throw new HeadscopeError("config", `no weight ${show(name)} (expected ${WEIGHTS.join(", ")})`);
      const tensor = isTensor(data) ? data : { data, shape: [data?.length ?? 0] };
      this.#boundary.place("other", name, tensor);
      this.#boundary.call("setWeight", address, param);
    }
  }

  /** @param {ForwardInput} input @returns {Run} */
  forward(input) {
    const { address } = this.native;
    if (input?.query === undefined)
      throw new HeadscopeError("shape", "query is missing (expected { data, shape: [B, T_q, d_model] })");
    const { dropout } = input;
    const trace = input.trace ?? true; // null asks for the default too
    const needWeights = input.needWeights ?? true;
    const p = dropout ? dropout.p : 0;
    if (!(Number.isFinite(p) && p >= 0 && p < 1))
      throw new HeadscopeError("config", `dropout p ${show(p)} is not in [0, 1)`);
    const seed = wholeNumber("dropout seed", dropout?.seed ?? 0, 0);
    const fault = FAULTS.indexOf(oneOf("fault", input.fault, FAULTS));
    const bits = optionBits(input, trace, needWeights);
    this.#placeInputs(input);
    const fast =
      !trace && fault === 0 ? this.#boundary.call("forwardFast", address, bits, p, seed) : NOT_FAST;
    const source =
      fast === NOT_FAST
        ? this.#tracedRun(bits, p, seed, fault)
        : this.#fastRun(input, needWeights, fast === 2);
    return new Run(this.#boundary, source, needWeights);
  }

  /** @param {ForwardInput} input */
  #placeInputs({ query, key, value, keyPaddingMask, attnMask, headScale }) {
    const boundary = this.#boundary;
    boundary.begin();
    boundary.place("query", "query", query);
    boundary.place("key", "key", key);
    boundary.place("value", "value", value);
    boundary.place("keyPaddingMask", "key padding mask", keyPaddingMask, "mask");
    boundary.place("attnMask", "attention mask", attnMask, "mask");
    if (headScale)
      boundary.place("headScale", "head_scale", { data: headScale, shape: [headScale.length] }, "config");
    boundary.dropUnused();
  }

  /** @param {...number} options */
  #tracedRun(...options) {
    try {
      return new NativeRun(this.#boundary, this.#boundary.call("forward", this.native.address, ...options));
    } finally {
      this.#boundary.clear();
    }
  }

  /** @param {ForwardInput} input @param {boolean} needWeights @param {boolean} warned */
  #fastRun({ query, key, value }, needWeights, warned) {
    const [batch, queries] = query.shape;
    const [, keys] = (key ?? value ?? query).shape;
    const { dModel, numHeads } = this.config;
    const attention = needWeights ? [batch, numHeads, queries, keys] : null;
    return new FastRun(this.#boundary, this.native.address, [batch, queries, dModel], attention, warned);
  }

  /**
   * Gradients of a scalar, given that of the run's output. Where key or value defaulted, its gradient is summed into what it defaulted to, and
   * it is absent.
   * @param {Run} run made by this layer with trace: true, and with the weights it has now
   * @param {TensorInput} dOutput of the output's shape
   * @returns {Gradients}
   */
  backward(run, dOutput) {
    const { address } = this.native;
    if (!(run instanceof Run))
      throw new HeadscopeError("config", `backward needs a run of forward, got ${show(run)}`);
    const { native } = run;
    if (!(native instanceof NativeRun))
      throw new HeadscopeError("config", "backward needs a run with trace: true");
    this.#boundary.place("other", "the output's gradient", dOutput ?? null);
    return this.#boundary.tensors("backward", address, native.address);
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
