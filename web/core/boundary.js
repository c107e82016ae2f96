import { HeadscopeError, refusal } from "./errors.js";
import { FloatPool } from "./float-pool.js";
import { readNumbers, recheck } from "./tensor-argument.js";

/** @import { TensorArgument } from "./tensor-argument.js" */

/** @typedef {{ name: string, key: string, isSize: boolean }} ConfigField a field of a layer's configuration; `key` is its name in JavaScript */
/**
 * @typedef {Record<"init" | "fault" | "parameter" | "ropeStyle" | "measure" | "sentenceMeasure" | "headKind" | "shapeCall" | "task" | "attentionKind" | "keysFrom" | "cutTo" | "blockParameter" | "order" | "norm" | "activation" | "storedType" | "patched", readonly string[]>} Names names of each choice, in the core's order; the core takes and returns their indices
 */

/**
 * The only entry to wasm. Arguments are read and checked before the call. Results are copied, and failures that C++ returns are thrown
 * here.
 */
export class Boundary {
  /** Takes arrays that are no longer read: later results are copied into them. */
  pool = new FloatPool();
  #module;
  #onBreak;
  /** Name of the input being read, if any. Reading may run the caller's getters and valueOf. @type {string | null} */
  #reading = null;
  /** The error that made the core unusable, if any. @type {unknown} */
  #trap = null;

  /**
   * @param {any} module the module that Emscripten's glue resolves to: the tables of src/boundary
   * @param {(error: HeadscopeError) => void} [onBreak] called once, when the core has failed for good
   */
  constructor(module, onBreak = () => {}) {
    this.#module = module;
    module.pool = this.pool;
    this.#onBreak = onBreak;
    /** @type {readonly ConfigField[]} */ this.configFields = this.call("configFields");
    /** @type {Names} */ this.names = this.call("names");
    for (const list of Object.values(this.names)) Object.freeze(list);
  }

  /** The bound functions and classes. Throws while an input is read. */
  get module() {
    this.assertIdle();
    return this.#module;
  }

  /** Throws while the core reads an input, so that no getter of the input changes the core. */
  assertIdle() {
    if (this.#reading !== null)
      throw refusal("config", "called_while_reading", "the core was called while reading {name}", {
        name: this.#reading,
      });
  }

  /** Calls a bound function. @param {string} name @param {...unknown} args @returns {any} */
  call(name, ...args) {
    return this.#invoke(this.module, name, args);
  }

  /** Calls a method of a bound object. @param {any} bound @param {string} name @param {...unknown} args @returns {any} */
  ask(bound, name, ...args) {
    this.assertIdle();
    return this.#invoke(bound, name, args);
  }

  /** Frees a bound object. @param {{ delete(): void }} bound */
  free(bound) {
    this.assertIdle();
    if (this.#trap === null) this.#invoke(bound, "delete", []);
  }

  /** Whether a result is a bound object of the given class. @param {"Run"} name @param {unknown} result */
  isBound(name, result) {
    return result instanceof this.#module[name];
  }

  /**
   * Reads the numbers of all tensors of the next call. This may run the caller's code (getters, valueOf), so that no other code of the
   * caller may run between read() and the call.
   * @param {...(TensorArgument | undefined)} tensors
   */
  read(...tensors) {
    for (const tensor of tensors) if (tensor && !tensor.isRead) this.#read(tensor);
    for (const tensor of tensors) if (tensor) recheck(tensor); // reading a later tensor may have detached this buffer
  }

  /** @param {TensorArgument} tensor */
  #read(tensor) {
    this.assertIdle();
    this.#reading = tensor.name;
    try {
      readNumbers(tensor, (shape) => this.#invoke(this.#module, "requireRoom", [shape]));
    } finally {
      this.#reading = null;
    }
  }

  /** @param {any} target @param {string} name @param {unknown[]} args */
  #invoke(target, name, args) {
    if (this.#trap !== null) throw broken(this.#trap);
    let result;
    try {
      result = target[name](...args);
    } catch (error) {
      throw this.#thrownBy(error);
    }
    if (result?.code === undefined) return result;
    throw new HeadscopeError(result.code, result.message, result);
  }

  /**
   * C++ returns its failures. Exceptions therefore come from JavaScript or from a trap: no memory to copy the result, or a trap that leaves
   * wasm memory in an unknown state.
   * @param {unknown} error
   */
  #thrownBy(error) {
    if (error instanceof RangeError && !/call stack/.test(error.message))
      return refusal(
        "memory",
        "no_memory_for_result",
        "no memory for the result: {reason}",
        { reason: error.message },
        { cause: error },
      );
    this.#trap = error;
    const failure = broken(error);
    this.#onBreak(failure);
    return failure;
  }
}

/** @param {unknown} trap */
const broken = (trap) =>
  refusal(
    "disposed",
    "core_has_failed",
    "this core has failed ({trap}) and can not go on; loadCore() gives a fresh one, in which layers are to be created again",
    { trap: String(trap) },
    { cause: trap },
  );
