import { wholeNumber } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { Handle } from "./handle.js";

/** @import { Native } from "./native.js" */
/** @import { Staging } from "./staging.js" */
/** @import { HeadMeasures, Measures, Step, StepTensor, TensorOutput } from "./types.js" */

/** In the order of heads.hpp's Measure. @type {readonly (keyof HeadMeasures)[]} */
const MEASURES = ["entropy", "diagonal", "previous", "next", "first", "positions", "distance"];

/** What one forward did. Tensors are copied out of wasm memory when they are first asked for, once. */
export class Run extends Handle {
  #staging;
  #needWeights;
  /** @type {Step[] | undefined} */ #steps;
  /** @type {string[] | undefined} */ #warnings;
  /** @type {TensorOutput | undefined} */ #output;
  /** @type {TensorOutput | undefined} */ #attention;
  /** @type {Map<string, StepTensor>} */ #tensors = new Map();

  /** @param {Native} native @param {number} address @param {Staging} staging @param {boolean} needWeights */
  constructor(native, address, staging, needWeights) {
    super(native, "Run", address);
    this.#staging = staging;
    this.#needWeights = needWeights;
  }

  /** (B, T_q, dModel). Where a wrong path was refused there is none, and this throws the refusal, code "shape". @returns {TensorOutput} */
  get output() {
    const run = this.address;
    return (this.#output ??= this.native.askTensor("output", run));
  }

  /** The attention weights, before dropout: (B, H, T_q, T_k); null with needWeights: false. @returns {TensorOutput | null} */
  get attention() {
    const run = this.address;
    if (!this.#needWeights) return null;
    return (this.#attention ??= this.native.askTensor("attention", run));
  }

  /** What was done, in order; empty without trace. @returns {Step[]} */
  get steps() {
    const run = this.address;
    return (this.#steps ??= /** @type {Step[]} */ (this.native.ask("steps", run)));
  }

  /** What a reader should know of this run, in sentences. @returns {string[]} */
  get warnings() {
    const run = this.address;
    return (this.#warnings ??= /** @type {string[]} */ (this.native.ask("warnings", run)));
  }

  /**
   * The tensor that a step made.
   * @param {string} id
   * @returns {StepTensor}
   */
  tensor(id) {
    const run = this.address;
    const known = this.#tensors.get(id);
    if (known) return known;
    const index = this.steps.findIndex((each) => each.id === id);
    if (index < 0) {
      const ids = this.steps.map((each) => each.id).join(", ");
      throw new HeadscopeError(
        "config",
        `no step "${id}" in this run (${ids ? `it has: ${ids}` : "it was made with trace: false"})`,
      );
    }
    const step = this.steps[index];
    if (step.error) throw new HeadscopeError("shape", step.error);
    const { axes, shape, strides, offset, storage, buffer } = step;
    const tensor = {
      data: this.native.askTensor("tensor", run, index).data,
      axes,
      shape,
      strides,
      offset,
      storage,
      buffer,
    };
    this.#tensors.set(id, tensor);
    return tensor;
  }

  /**
   * What each head does, in numbers.
   * @param {{ positions?: readonly number[] }} [options] keys whose share of the weight is wanted too
   * @returns {Measures}
   */
  measure({ positions = [] } = {}) {
    const keys = positions.map((position) => wholeNumber("position", position, 0, "shape"));
    const run = this.address;
    this.#staging.placeNumbers(keys);
    const { summary, rowEntropy, similarity } = this.native.askTensors("measure", run);
    const heads = Array.from({ length: summary.shape[0] }, (_, h) =>
      Object.fromEntries(MEASURES.map((name, m) => [name, summary.data[h * MEASURES.length + m]])),
    );
    return { heads: /** @type {HeadMeasures[]} */ (/** @type {unknown} */ (heads)), rowEntropy, similarity };
  }

  /** What each head adds to the output: (B, H, T_q, dModel); they sum to the output without its bias. @returns {TensorOutput} */
  contributions() {
    return this.native.askTensor("contributions", this.address);
  }
}
