import { HeadscopeError, unwrap } from "./errors.js";
import { Handle } from "./handle.js";

/** @import { Step, StepTensor, TensorOutput } from "./types.js" */

/** What one forward did. Tensors are copied out of wasm memory when they are asked for. */
export class Run extends Handle {
  #outputShape;
  #attentionShape;
  /** @type {Step[] | undefined} */ #steps;
  /** @type {TensorOutput | undefined} */ #output;
  /** @type {TensorOutput | undefined} */ #attention;
  /** @type {Map<string, StepTensor>} */ #tensors = new Map();

  /**
   * @param {any} native
   * @param {number[]} outputShape
   * @param {number[] | null} attentionShape null where the attention was not wanted
   */
  constructor(native, outputShape, attentionShape) {
    super(native, "run");
    this.#outputShape = outputShape;
    this.#attentionShape = attentionShape;
  }

  /** (B, T_q, dModel) @returns {TensorOutput} */
  get output() {
    const native = this.native;
    return (this.#output ??= { data: native.output().slice(), shape: this.#outputShape });
  }

  /** The attention weights, before dropout: (B, H, T_q, T_k). @returns {TensorOutput | null} */
  get attention() {
    const native = this.native;
    if (this.#attentionShape === null) return null;
    return (this.#attention ??= { data: native.attention().slice(), shape: this.#attentionShape });
  }

  /** What was done, in order; empty without trace. @returns {Step[]} */
  get steps() {
    const native = this.native;
    return (this.#steps ??= JSON.parse(native.steps()));
  }

  /** @returns {string[]} */
  get warnings() {
    return JSON.parse(this.native.warnings());
  }

  /**
   * The tensor that a step made.
   * @param {string} id
   * @returns {StepTensor}
   */
  tensor(id) {
    const native = this.native;
    const known = this.#tensors.get(id);
    if (known) return known;
    const step = this.steps.find((each) => each.id === id);
    if (!step) {
      const ids = this.steps.map((each) => each.id).join(", ");
      throw new HeadscopeError(
        "config",
        `no step "${id}" in this run (${ids ? `it has: ${ids}` : "it was made with trace: false"})`,
      );
    }
    if (step.error) throw new HeadscopeError("shape", step.error);
    const { axes, shape, strides, offset, storage, buffer } = step;
    const tensor = { data: unwrap(native.tensor(id)).slice(), axes, shape, strides, offset, storage, buffer };
    this.#tensors.set(id, tensor);
    return tensor;
  }
}
