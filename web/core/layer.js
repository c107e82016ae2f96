import { oneOf, show, wholeNumber } from "./check.js";
import { HeadscopeError, unwrap } from "./errors.js";
import { Handle } from "./handle.js";
import { Run } from "./run.js";
import { isAdditive } from "./staging.js";

/** @import { Staging } from "./staging.js" */
/** @import { Config, ForwardInput, LayerOptions, Numbers, TensorOutput, WeightName } from "./types.js" */

/** In the order of weights.hpp's Param. @type {readonly WeightName[]} */
const WEIGHTS = ["wQ", "wK", "wV", "wO", "bQ", "bK", "bV", "bO"];

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

/** One attention layer and its weights. */
export class Layer extends Handle {
  #staging;
  /** Every dimension, defaults filled in. @type {Readonly<Config>} */ config;

  /** @param {any} native @param {Staging} staging */
  constructor(native, staging) {
    super(native, "layer");
    this.#staging = staging;
    this.config = Object.freeze(native.config());
  }

  /** Copies of all parameters. @returns {Partial<Record<WeightName, TensorOutput>>} */
  weights() {
    const native = this.native;
    /** @type {Partial<Record<WeightName, TensorOutput>>} */
    const out = {};
    WEIGHTS.forEach((name, param) => {
      const shape = JSON.parse(native.weightShape(param));
      if (shape) out[name] = { data: native.weight(param).slice(), shape };
    });
    return out;
  }

  /**
   * Those left out stay. Row-major as Q = X W_Q has it, wQ (dModel, H*dK): transpose nn.Linear's (out, in).
   * @param {Partial<Record<WeightName, Numbers>>} weights
   */
  setWeights(weights) {
    const native = this.native;
    for (const [name, data] of Object.entries(weights)) {
      const param = WEIGHTS.indexOf(/** @type {WeightName} */ (name));
      if (param < 0)
        throw new HeadscopeError("config", `no weight ${show(name)} (expected ${WEIGHTS.join(", ")})`);
      const shape = JSON.parse(native.weightShape(param));
      if (!shape)
        throw new HeadscopeError(
          "config",
          `${name} given to a layer without biases (create it with bias: true)`,
        );
      this.#staging.place("other", name, { data, shape });
      unwrap(native.setWeight(param, this.#staging.native));
    }
  }

  /** @param {ForwardInput} input @returns {Run} */
  forward(input) {
    const native = this.native;
    const { query, key, value, keyPaddingMask, attnMask, headScale, dropout } = input;
    const staging = this.#staging;
    staging.clear();
    if (query === undefined)
      throw new HeadscopeError("shape", "query is missing (expected { data, shape: [B, T_q, d_model] })");
    staging.place("query", "query", query);
    staging.place("key", "key", key);
    staging.place("value", "value", value);
    staging.place("keyPaddingMask", "keyPaddingMask", keyPaddingMask, "mask");
    staging.place("attnMask", "attnMask", attnMask, "mask");
    if (headScale)
      staging.place("headScale", "headScale", { data: headScale, shape: [headScale.length] }, "config");
    const run = unwrap(
      native.forward(staging.native, {
        causal: Boolean(input.causal),
        keyPaddingAdditive: isAdditive(keyPaddingMask),
        attnAdditive: isAdditive(attnMask),
        finiteFill: oneOf("maskFill", input.maskFill, ["-inf", "-1e9"]) === "-1e9",
        nanRows: oneOf("softmaxEmptyRow", input.softmaxEmptyRow, ["zero", "nan"]) === "nan",
        trace: input.trace ?? true,
        dropout: dropout ? Number(dropout.p) : 0,
        dropoutSeed: wholeNumber("dropout seed", dropout?.seed ?? 0, 0),
      }),
    );
    const [B, Tq] = query.shape;
    const Tk = (key ?? value ?? query).shape[1];
    const { dModel, numHeads } = this.config;
    return new Run(run, [B, Tq, dModel], (input.needWeights ?? true) ? [B, numHeads, Tq, Tk] : null);
  }
}
