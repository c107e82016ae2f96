import { show, wholeNumber } from "./check.js";
import { HeadscopeError, refusal } from "./errors.js";
import { Handle } from "./handle.js";
import { namedMeasures, readMeasures } from "./measures.js";
import { RunSteps } from "./run-steps.js";
import { TracedRun } from "./traced-run.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Message } from "./message.js" */
/** @import { RunSource } from "./traced-run.js" */
/** @import { Change, Difference, MeasureOptions, Measures, Meeting, Plane, Removals, Step, StepTensor, TensorOutput } from "./types.js" */

/**
 * What one forward did. Tensors are copied out of wasm memory when they are first asked for, once.
 * @extends {Handle<RunSource>}
 */
export class Run extends Handle {
  #needWeights;
  /** @type {RunSteps | undefined} */ #steps;
  /** @type {Message[] | undefined} */ #warnings;
  /** @type {TensorOutput | undefined} */ #output;
  /** @type {TensorOutput | null | undefined} */ #attention;
  /** @type {Map<string, StepTensor>} */ #tensors = new Map();

  /** @param {Boundary} boundary @param {RunSource} source @param {boolean} needWeights */
  constructor(boundary, source, needWeights) {
    super(boundary, source, "run");
    this.#needWeights = needWeights;
  }

  /** (B, T_q, dModel). Where a wrong path was refused before it, this throws the refusal, code "shape", as attention does. @returns {TensorOutput} */
  get output() {
    const { native } = this;
    return (this.#output ??= native.output());
  }

  /** The attention weights, before dropout: (B, H, T_q, T_k); null with needWeights: false. @returns {TensorOutput | null} */
  get attention() {
    const { native } = this;
    if (!this.#needWeights) return null;
    return (this.#attention ??= native.attention());
  }

  /** What was done, in order; empty without trace. The caller's copy: nothing here reads it again. @returns {Step[]} */
  get steps() {
    return this.#read.callers;
  }

  /** What a reader should know of this run. @returns {Message[]} */
  get warnings() {
    const { native } = this;
    return (this.#warnings ??= native.warnings());
  }

  /**
   * The tensor that a step made.
   * @param {string} id
   * @returns {StepTensor}
   */
  tensor(id) {
    const steps = this.#read;
    const known = this.#tensors.get(id);
    if (known) return known;
    const { index, step } = steps.find(id);
    const { error, axes, shape, strides, offset, storage, buffer } = step;
    if (error) throw new HeadscopeError("shape", error.message, structuredClone(error)); // not what is read again
    const data = this.#traced("tensor").ask("numbers", index);
    const tensor = { data, axes, shape, strides, offset, storage, buffer }; // lists that nobody else reads
    this.#tensors.set(id, tensor);
    return tensor;
  }

  /**
   * The gradient of what a step made, left by the last layer.backward of this run.
   * @param {string} id
   * @returns {TensorOutput}
   */
  gradient(id) {
    const index = this.indexOf(id);
    return this.#traced("gradient").ask("gradient", index);
  }

  /** Where a step stands among the others; for web/core alone. @param {string} id */
  indexOf(id) {
    return this.#read.find(id).index;
  }

  /** How many steps there are; for web/core alone. */
  get stepCount() {
    return this.#read.count;
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
    this.native;
    const call = readMeasures(options);
    return namedMeasures(this.boundary, this.native.measure(call)); // only now: an option may have disposed of it
  }

  /**
   * How differently another run attends, and where most. Both need trace: true, and attention of one shape.
   * @param {Run} other
   * @returns {Difference}
   */
  differenceFrom(other) {
    return this.#beside("difference", "differenceFrom", other);
  }

  /**
   * How far another run's output moved away from this one's. Both need trace: true, and outputs of one shape.
   * @param {Run} other
   * @returns {Change}
   */
  changeTo(other) {
    return this.#beside("changeTo", "changeTo", other);
  }

  /** @param {string} bound @param {string} method as messages call it @param {Run} other */
  #beside(bound, method, other) {
    const { native } = this;
    assertRun(method, other, this.boundary);
    const another = other.native;
    if (!(native instanceof TracedRun && another instanceof TracedRun))
      throw refusal("config", "needs_two_traces", "{method} needs two runs with trace: true", { method });
    return native.ask(bound, another.bound);
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
    return this.#traced("shares").ask("shares");
  }

  /** How far the output moves when heads are taken away: each alone, and one after the other. Needs trace: true. @returns {Removals} */
  removals() {
    return this.#traced("removals").ask("removals");
  }

  /**
   * A head's queries and keys as arrows in two dimensions. Needs trace: true; of the first of a batch.
   * @param {number} head
   * @returns {Plane}
   */
  plane(head) {
    return this.#traced("plane").ask("plane", wholeNumber("head", head, 0));
  }

  /**
   * How a query meets the keys of a head. Needs trace: true; of the first of a batch.
   * @param {number} head @param {number} query @param {number} key whose products with the query are wanted
   * @returns {Meeting}
   */
  meeting(head, query, key) {
    const at = [wholeNumber("head", head, 0), wholeNumber("query", query, 0), wholeNumber("key", key, 0)];
    return this.#traced("meeting").ask("meeting", ...at);
  }

  /** The steps; throws once the run is disposed of. */
  get #read() {
    const { native } = this;
    return (this.#steps ??= new RunSteps(native.steps()));
  }

  /** @param {string} method */
  #traced(method) {
    const { native } = this;
    if (native instanceof TracedRun) return native;
    throw refusal("config", "needs_trace", "{method} needs a run with trace: true", { method });
  }
}

/** Throws for anything but a run of this core. @param {string} method as messages call it @param {unknown} given @param {import("./boundary.js").Boundary} boundary @returns {asserts given is Run} */
export function assertRun(method, given, boundary) {
  if (!(given instanceof Run))
    throw refusal("config", "needs_run", "{method} needs a run of forward, got {given}", {
      ...{ method, given: show(given) },
    });
  if (given.boundary !== boundary)
    throw refusal("config", "needs_same_core", "{method} needs a run of the same core, got another core's", {
      method,
    });
}
