import { show, wholeNumbers } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { elements } from "./given.js";
import { Handle } from "./handle.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { RunSource } from "./native.js" */
/** @import { Difference, HeadMeasures, Measures, Step, StepTensor, TensorOutput } from "./types.js" */

/**
 * What one forward did. Tensors are copied out of wasm memory when they are first asked for, once.
 * @extends {Handle<RunSource>}
 */
export class Run extends Handle {
  #boundary;
  #needWeights;
  /** @type {Step[] | undefined} */ #steps;
  /** @type {string[] | undefined} */ #ids;
  /** Of their elements. @type {number[] | undefined} */ #counts;
  /** @type {string[] | undefined} */ #warnings;
  /** @type {TensorOutput | undefined} */ #output;
  /** @type {TensorOutput | null | undefined} */ #attention;
  /** @type {Map<string, StepTensor>} */ #tensors = new Map();

  /** @param {Boundary} boundary @param {RunSource} source @param {boolean} needWeights */
  constructor(boundary, source, needWeights) {
    super(source, source.bound, "run");
    this.#boundary = boundary;
    this.#needWeights = needWeights;
  }

  /** (B, T_q, dModel). Where a wrong path was refused before it, this throws the refusal, code "shape", as attention does. @returns {TensorOutput} */
  get output() {
    const native = this.native;
    return (this.#output ??= native.output());
  }

  /** The attention weights, before dropout: (B, H, T_q, T_k); null with needWeights: false. @returns {TensorOutput | null} */
  get attention() {
    const native = this.native;
    if (!this.#needWeights) return null;
    return (this.#attention ??= native.attention());
  }

  /** What was done, in order; empty without trace. @returns {Step[]} */
  get steps() {
    const native = this.native;
    return (this.#steps ??= JSON.parse(native.steps()));
  }

  /** What a reader should know of this run, in sentences. @returns {string[]} */
  get warnings() {
    const native = this.native;
    return (this.#warnings ??= JSON.parse(native.warnings()));
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
    const index = this.#indexOf(id);
    const { error, axes, shape, strides, offset, storage, buffer } = this.steps[index];
    if (error) throw new HeadscopeError("shape", error);
    const count = /** @type {number[]} */ (this.#counts)[index];
    const tensor = {
      data: this.#boundary.numbers(count, "tensor", addressOf(native), index),
      axes: axes.slice(),
      shape: shape.slice(),
      strides: strides.slice(),
      offset,
      storage,
      buffer,
    };
    this.#tensors.set(id, tensor);
    return tensor;
  }

  /**
   * The gradient of what a step made, left by the last layer.backward of this run.
   * @param {string} id
   * @returns {TensorOutput}
   */
  gradient(id) {
    const { native } = this;
    return this.#boundary.tensor("gradient", addressOf(native), this.#indexOf(id));
  }

  /** @param {string} id */
  #indexOf(id) {
    // Before anybody changes them.
    this.#ids ??= this.steps.map(({ id }) => id);
    this.#counts ??= this.steps.map(({ shape }) => elements(shape));
    const index = this.#ids.indexOf(id);
    if (index >= 0) return index;
    const ids = this.#ids.join(", ");
    throw new HeadscopeError(
      "config",
      `no step ${show(id)} in this run (${ids ? `it has: ${ids}` : "it was made with trace: false"})`,
    );
  }

  /**
   * What each head does, in numbers.
   * @overload
   * @param {{ positions?: readonly number[], similarity?: true }} [options] keys whose share of the weight is wanted too
   * @returns {Measures}
   */
  /**
   * The same, but not how alike any two heads are: of many heads that takes longer than all else.
   * @overload
   * @param {{ positions?: readonly number[], similarity: false }} options
   * @returns {Omit<Measures, "similarity">}
   */
  /** @param {{ positions?: readonly number[], similarity?: boolean }} [options] @returns {any} */
  measure(options) {
    const keys = wholeNumbers("position", options?.positions ?? [], "shape");
    const { native } = this;
    this.#boundary.setIndices(keys);
    const { summary, ...measures } = native.measure(options?.similarity ?? true);
    const [count, columns] = summary.shape;
    const names = this.#boundary.namesOf("Measure");
    const columnOf = (/** @type {string} */ name) => this.#boundary.named("Measure", name).value;
    const heads = Array.from({ length: count }, (_, head) =>
      Object.fromEntries(names.map((name) => [name, summary.data[head * columns + columnOf(name)]])),
    );
    return { heads: /** @type {HeadMeasures[]} */ (/** @type {unknown} */ (heads)), ...measures };
  }

  /**
   * How differently another run attends, and where most. Both need trace: true, and attention of one shape.
   * @param {Run} other
   * @returns {Difference}
   */
  differenceFrom(other) {
    const { native } = this;
    if (!(other instanceof Run))
      throw new HeadscopeError("config", `differenceFrom needs a run of forward, got ${show(other)}`);
    if (other.#boundary !== this.#boundary)
      throw new HeadscopeError("config", "differenceFrom needs a run of the same core, got another core's");
    const [one, another] = [native, other.native].map(addressOf);
    if (!one || !another)
      throw new HeadscopeError("config", "differenceFrom needs two runs with trace: true");
    const { at, distance } = this.#boundary.tensors("difference", one, another);
    const [head, query] = at.data;
    return { head, query, distance };
  }

  /** What each head adds to the output: (B, H, T_q, dModel); they sum to the output without its bias. @returns {TensorOutput} */
  contributions() {
    return this.native.contributions();
  }
}

/** Of a run with steps; 0 of one without. @param {RunSource} source */
const addressOf = ({ bound }) => bound?.address ?? 0;
