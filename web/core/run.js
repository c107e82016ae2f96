import { show, wholeNumber } from "./check.js";
import { HeadscopeError, refusal } from "./errors.js";
import { Handle } from "./handle.js";
import { namedMeasures, readMeasures } from "./measures.js";
import { RunSteps } from "./run-steps.js";
import { TracedRun } from "./traced-run.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Message } from "./message.js" */
/** @import { RunSource } from "./traced-run.js" */
/** @import { Change, Difference, KeyValues, MeasureOptions, Measures, Meeting, Plane, Removals, Step, StepTensor, TensorOutput } from "./types.js" */

/**
 * One forward pass. Each tensor is copied out of wasm memory on first access, and cached.
 * @extends {Handle<RunSource>}
 */
export class Run extends Handle {
  #needWeights;
  /** @type {RunSteps | undefined} */ #steps;
  /** @type {Message[] | undefined} */ #notices;
  /** @type {TensorOutput | undefined} */ #output;
  /** @type {TensorOutput | null | undefined} */ #attention;
  /** @type {KeyValues | undefined} */ #present;
  /** @type {Map<string, StepTensor>} */ #tensors = new Map();

  /** @param {Boundary} boundary @param {RunSource} source @param {boolean} needWeights */
  constructor(boundary, source, needWeights) {
    super(boundary, source, "run");
    this.#needWeights = needWeights;
  }

  /**
   * The output, (B, T_q, dModel). Throws the refusal (code "shape") if a wrong path was refused before the output; `attention` does the
   * same.
   * @returns {TensorOutput}
   */
  get output() {
    const { native } = this;
    return (this.#output ??= native.output());
  }

  /** The attention weights before dropout, (B, H, T_q, T_k); null with needWeights: false. @returns {TensorOutput | null} */
  get attention() {
    const { native } = this;
    if (!this.#needWeights) return null;
    return (this.#attention ??= native.attention());
  }

  /**
   * Keys and values of all tokens so far, for `past` of a next forward. With trace: false only if the run was given a past, null for none,
   * or needPresent: true.
   * @returns {KeyValues}
   */
  get present() {
    const { native } = this;
    return (this.#present ??= native.present());
  }

  /** The steps in order; empty without trace. The list belongs to the caller and is never read again. @returns {Step[]} */
  get steps() {
    return this.#read.callers;
  }

  /** Warnings about this run, such as query rows without keys, in English. @returns {string[]} */
  get warnings() {
    return this.notices.map(({ message }) => message);
  }

  /** The warnings as data, for translation. @returns {Message[]} */
  get notices() {
    const { native } = this;
    return (this.#notices ??= native.notices());
  }

  /**
   * The result of a step, copied.
   * @param {string} id
   * @returns {StepTensor}
   */
  tensor(id) {
    const steps = this.#read;
    const known = this.#tensors.get(id);
    if (known) return known;
    const { index, step } = steps.find(id);
    const { refusal: refused, axes, shape, strides, offset, storage, buffer } = step;
    if (refused) throw new HeadscopeError("shape", refused.message, structuredClone(refused)); // a copy: the original is read again
    const data = this.#traced("tensor").ask("numbers", index);
    const tensor = { data, axes, shape, strides, offset, storage, buffer }; // lists that belong to the caller
    this.#tensors.set(id, tensor);
    return tensor;
  }

  /**
   * The gradient of a step, from the last layer.backward() of this run.
   * @param {string} id
   * @returns {TensorOutput}
   */
  gradient(id) {
    const index = this.indexOf(id);
    return this.#traced("gradient").ask("gradient", index);
  }

  /** Index of a step; for web/core only. @param {string} id */
  indexOf(id) {
    return this.#read.find(id).index;
  }

  /** Number of steps; for web/core only. */
  get stepCount() {
    return this.#read.count;
  }

  /**
   * Measures of each head.
   * @overload
   * @param {MeasureOptions & { similarity?: true }} [options]
   * @returns {Measures}
   */
  /**
   * The same without the similarity of heads, which dominates the time if there are many heads.
   * @overload
   * @param {MeasureOptions & { similarity: false }} options
   * @returns {Omit<Measures, "similarity">}
   */
  /** @param {MeasureOptions} [options] @returns {any} */
  measure(options) {
    this.native;
    const call = readMeasures(options);
    return namedMeasures(this.boundary, this.native.measure(call)); // read only now: an option may have disposed of the run
  }

  /**
   * How differently another run attends, and where most. Both runs need trace: true and attention of the same shape.
   * @param {Run} other
   * @returns {Difference}
   */
  differenceFrom(other) {
    return this.#beside("difference", "differenceFrom", other);
  }

  /**
   * How far another run's output is from this one's. Both runs need trace: true and outputs of the same shape.
   * @param {Run} other
   * @returns {Change}
   */
  changeTo(other) {
    return this.#beside("changeTo", "changeTo", other);
  }

  /** @param {string} bound @param {string} method name used in messages @param {Run} other */
  #beside(bound, method, other) {
    const { native } = this;
    assertRun(method, other, this.boundary);
    const another = other.native;
    if (!(native instanceof TracedRun && another instanceof TracedRun))
      throw refusal("config", "needs_two_traces", "{method} needs two runs with trace: true", { method });
    return native.ask(bound, another.bound);
  }

  /** The contribution of each head to the output, (B, H, T_q, dModel). Contributions sum to the output without its bias. @returns {TensorOutput} */
  contributions() {
    return this.native.contributions();
  }

  /**
   * The share c_h · y / |y|² of each head's contribution c_h in each token's output y, then the share of bO; shares sum to 1. Needs trace:
   * true.
   * @returns {TensorOutput} (B, T_q, H + 1)
   */
  shares() {
    return this.#traced("shares").ask("shares");
  }

  /** How far the output moves when heads are removed: each alone, and cumulatively. Needs trace: true. @returns {Removals} */
  removals() {
    return this.#traced("removals").ask("removals");
  }

  /**
   * Projects a head's queries and keys to two dimensions. Needs trace: true; uses the first item of a batch.
   * @param {number} head
   * @returns {Plane}
   */
  plane(head) {
    return this.#traced("plane").ask("plane", wholeNumber("head", head, 0));
  }

  /**
   * Takes apart the scores of one query with the keys of a head. Needs trace: true; uses the first item of a batch.
   * @param {number} head @param {number} query @param {number} key key whose products with the query are returned
   * @returns {Meeting}
   */
  meeting(head, query, key) {
    const at = [wholeNumber("head", head, 0), wholeNumber("query", query, 0), wholeNumber("key", key, 0)];
    return this.#traced("meeting").ask("meeting", ...at);
  }

  /** The steps. Throws once the run is disposed of. */
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

/**
 * Throws unless the argument is a run of this core.
 * @param {string} method name used in messages
 * @param {unknown} given
 * @param {import("./boundary.js").Boundary} boundary
 * @returns {asserts given is Run}
 */
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
