import { refusal } from "./errors.js";
import { tensorArgument } from "./tensor-argument.js";

/** @import { Message } from "./message.js" */
/** @import { Boundary } from "./boundary.js" */
/** @import { TensorOutput } from "./types.js" */

/** Results of a forward pass without trace. All are copies; nothing remains in wasm memory. */
export class FastRun {
  #boundary;
  #results;

  /** @param {Boundary} boundary @param {{ output: TensorOutput, attention?: TensorOutput, presentKey?: TensorOutput, presentValue?: TensorOutput, notices?: Message[] }} results */
  constructor(boundary, results) {
    this.#boundary = boundary;
    this.#results = results;
  }

  output() {
    return this.#results.output;
  }

  attention() {
    return this.#results.attention ?? null;
  }

  present() {
    const { presentKey, presentValue } = this.#results;
    if (presentKey && presentValue) return { key: presentKey, value: presentValue };
    throw refusal(
      "config",
      "no_present",
      "this run kept no keys and values; give it a past (null for none), needPresent: true or trace: true",
    );
  }

  steps() {
    return "[]";
  }

  notices() {
    return this.#results.notices ?? [];
  }

  /** @param {import("./measures.js").MeasureCall} options */
  measure(options) {
    const { attention } = this.#results;
    if (!attention) {
      throw refusal(
        "config",
        "measure_without_weights",
        "measure needs the attention weights, and this run was made with trace: false and needWeights: false; leave one of them out",
      );
    }
    if (attention.data.length === 0) {
      throw refusal(
        "config",
        "measure_of_transferred",
        "measure needs the attention weights, and they were transferred; measure before, or use trace: true",
      );
    }
    const weights = tensorArgument("the attention weights", attention);
    this.#boundary.read(weights);
    return this.#boundary.call("measure", weights, options);
  }

  /** @returns {TensorOutput} */
  contributions() {
    throw refusal("config", "no_tensor_untraced", "this run has no tensor {id}; it was made without trace", {
      id: "context",
    });
  }
}
