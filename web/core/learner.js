import { wholeNumber } from "./check.js";
import { refusal } from "./errors.js";
import { Handle } from "./handle.js";
import { readModel, writeModel } from "./model-file.js";
import { tensorArgument } from "./tensor-argument.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { ModelConfig, TensorOutput, TranslatorConfig } from "./types.js" */

/**
 * A model that learns: its training, and its parameters.
 * @template {ModelConfig | TranslatorConfig} Config
 * @extends {Handle<any>}
 */
export class Learner extends Handle {
  /** The configuration, with defaults filled in. @type {Readonly<Config>} */ config;

  /** @param {Boundary} boundary @param {any} bound handle from Embind @param {Config} config */
  constructor(boundary, bound, config) {
    super(boundary, bound, "model");
    this.config = Object.freeze(config);
  }

  /** Number of training steps so far. @returns {number} */
  get step() {
    return this.boundary.ask(this.native, "step");
  }

  /**
   * Trains on a fresh batch of sentences per step.
   * @param {number} [steps]
   * @returns {{ step: number, loss: number }} total steps so far, and the mean loss of these steps, in nats per predicted word
   */
  train(steps = 1) {
    wholeNumber("steps", steps);
    const { step } = this;
    if (!Number.isSafeInteger(step + steps))
      throw refusal(
        "config",
        "steps_uncountable",
        "steps {steps} after step {step} are more than can be counted (at most {most})",
        { steps, step, most: Number.MAX_SAFE_INTEGER },
      );
    const loss = this.boundary.ask(this.native, "train", steps);
    return { step: this.step, loss };
  }

  /**
   * Saves the whole state in the core's memory until the model is disposed of: 12 bytes a parameter.
   * @returns {number} id for restore()
   */
  checkpoint() {
    return this.boundary.ask(this.native, "checkpoint");
  }

  /** Restores a checkpoint. Training from it repeats the same steps. @param {number} id */
  restore(id) {
    this.boundary.ask(this.native, "restore", wholeNumber("checkpoint", id, 0));
  }

  /** The parameters, by name. @returns {Record<string, TensorOutput>} */
  parameters() {
    return this.boundary.ask(this.native, "parameters");
  }

  /** Writes the parameters as a safetensors file. */
  save() {
    return writeModel(this.parameters(), this.config, this.step);
  }

  /**
   * Loads the parameters of a file saved by a model of the same sizes. The optimizer's moments start from 0.
   * @param {ArrayBuffer | ArrayBufferView} bytes
   * @throws {HeadscopeError} code "format" if the bytes are no such file, "shape" if the file is from a different model
   */
  load(bytes) {
    const { data, step } = readModel(bytes, this.parameters(), this.config);
    const all = tensorArgument("parameters", { data, shape: [data.length] });
    this.boundary.read(all);
    this.boundary.ask(this.native, "load", all, step);
  }
}
