import { HeadscopeError, refusal } from "./errors.js";
import { readNumbers, recheck } from "./given.js";

/** @import { Given } from "./given.js" */

/** @typedef {{ name: string, key: string, isSize: boolean }} ConfigField of a layer's configuration; `key` is JavaScript's name */
/** @typedef {Record<"init" | "fault" | "parameter" | "measure" | "headKind" | "shapeCall" | "task" | "keysFrom" | "cutTo", readonly string[]>} Names of each choice, in the core's order: a name crosses as its place */

/**
 * The one way into wasm, and out of it. A call carries all of its arguments, read and checked before; what it returns is copied, and a
 * failure that it returns is thrown here.
 */
export class Boundary {
  #module;
  #onBreak;
  /** What of an input is being read, whose getters and valueOf are the caller's code. @type {string | null} */
  #reading = null;
  /** Why no call works any more. @type {unknown} */
  #trap = null;

  /** @param {any} module what Emscripten's glue resolves to: the tables of src/boundary @param {() => void} [onBreak] called once, when no call works any more */
  constructor(module, onBreak = () => {}) {
    this.#module = module;
    this.#onBreak = onBreak;
    /** @type {readonly ConfigField[]} */ this.configFields = this.call("configFields");
    /** @type {Names} */ this.names = this.call("names");
  }

  /** What is bound; out of reach while an input is read. */
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

  /** Whether a result is a bound object of that class. @param {"Run"} name @param {unknown} result */
  isBound(name, result) {
    return result instanceof this.#module[name];
  }

  /**
   * Reads the numbers of all tensors that the next call takes, for which the caller's code may run. Nothing of the caller's may run between
   * this and the call.
   * @param {...(Given | undefined)} tensors
   */
  read(...tensors) {
    for (const tensor of tensors) if (tensor && !tensor.isRead) this.#read(tensor);
    for (const tensor of tensors) if (tensor) recheck(tensor); // what was read later may have detached a buffer
  }

  /** @param {Given} tensor */
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
   * C++ returns its failures, so that what is thrown is JavaScript's: no memory for the copy of a result, or a trap, after which wasm's memory
   * may hold anything.
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
    this.#onBreak();
    return broken(error);
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
