import { show, wholeNumber } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { elements } from "./given.js";
import { Handle } from "./handle.js";
import { measured } from "./measures.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { RunSource } from "./native.js" */
/** @import { Change, Difference, MeasureOptions, Measures, Meeting, Plane, Removals, Step, StepTensor, TensorOutput } from "./types.js" */

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
    const index = this.indexOf(id);
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
    return this.#boundary.tensor("gradient", addressOf(native), this.indexOf(id));
  }

  /** Where it stands among the steps; for web/core alone. @param {string} id */
  indexOf(id) {
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
   * @param {MeasureOptions & { similarity?: true }} [options]
   * @returns {Measures}
   */
  /**
   * The same, but not how alike any two heads are: of many heads that takes longer than all else.
   * @overload
   * @param {MeasureOptions & { similarity: false }} options
   * @returns {Omit<Measures, "similarity">}
   */
  /** @param {MeasureOptions} [options] @returns {any} */
  measure(options) {
    const { native } = this;
    return measured(this.#boundary, options, () => native.measure());
  }

  /**
   * How differently another run attends, and where most. Both need trace: true, and attention of one shape.
   * @param {Run} other
   * @returns {Difference}
   */
  differenceFrom(other) {
    const { at, distance } = this.#beside("difference", other);
    const [head, query] = at.data;
    return { head, query, distance };
  }

  /**
   * How far another run's output moved away from this one's. Both need trace: true, and outputs of one shape.
   * @param {Run} other
   * @returns {Change}
   */
  changeTo(other) {
    const { whole, tokens } = this.#beside("change", other);
    return { whole: whole.data[0], tokens };
  }

  /** @param {"difference" | "change"} name @param {Run} other */
  #beside(name, other) {
    const { native } = this;
    const method = { difference: "differenceFrom", change: "changeTo" }[name];
    if (!(other instanceof Run))
      throw new HeadscopeError("config", `${method} needs a run of forward, got ${show(other)}`);
    if (other.#boundary !== this.#boundary)
      throw new HeadscopeError("config", `${method} needs a run of the same core, got another core's`);
    const [one, another] = [native, other.native].map(addressOf);
    if (!one || !another) throw new HeadscopeError("config", `${method} needs two runs with trace: true`);
    return this.#boundary.tensors(name, one, another);
  }

  /** What each head adds to the output: (B, H, T_q, dModel); they sum to the output without its bias. @returns {TensorOutput} */
  contributions() {
    return this.native.contributions();
  }

  /**
   * Of each token's output y the share c_h · y / |y|² that each head's contribution c_h adds, and last that of bO: they sum to 1. Needs trace: true.
   * @returns {TensorOutput} (B, T_q, H + 1)
   */
  shares() {
    return this.#boundary.tensor("shares", this.#traced("shares"));
  }

  /** How far the output moves when heads are taken away: each alone, and one after the other. Needs trace: true. @returns {Removals} */
  removals() {
    const { order, ...moved } = this.#boundary.tensors("removals", this.#traced("removals"));
    return { order: Array.from(order.data), ...moved };
  }

  /**
   * A head's queries and keys as arrows in two dimensions. Needs trace: true; of the first of a batch.
   * @param {number} head
   * @returns {Plane}
   */
  plane(head) {
    const run = this.#traced("plane");
    this.#boundary.setIndices([wholeNumber("head", head, 0)]);
    const drawn = this.#boundary.tensors("plane", run);
    return { ...drawn, kept: drawn.kept.data[0] };
  }

  /**
   * How a query meets the keys of a head. Needs trace: true; of the first of a batch.
   * @param {number} head @param {number} query @param {number} key whose products with the query are wanted
   * @returns {Meeting}
   */
  meeting(head, query, key) {
    const at = [wholeNumber("head", head, 0), wholeNumber("query", query, 0), wholeNumber("key", key, 0)];
    const run = this.#traced("meeting");
    this.#boundary.setIndices(at);
    return this.#boundary.tensors("meeting", run);
  }

  /** @param {string} method */
  #traced(method) {
    const address = addressOf(this.native);
    if (address) return address;
    throw new HeadscopeError("config", `${method} needs a run with trace: true`);
  }
}

/** Of a run with steps; 0 of one without. @param {RunSource} source */
const addressOf = ({ bound }) => bound?.address ?? 0;
