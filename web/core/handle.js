import { HeadscopeError } from "./errors.js";

/** @import { Bound } from "./native.js" */

/** Frees what nobody disposed of. @type {FinalizationRegistry<Bound>} */
const forgotten = new FinalizationRegistry((bound) => bound.delete());

/**
 * Something that lives in wasm memory until it is disposed of. What has left it by then is a copy and stays.
 * @template Native
 */
export class Handle {
  /** @type {Native | null} */ #native;
  /** @type {Bound | null} */ #bound;
  #what;

  /** @param {Native} native @param {Bound | null} bound what there is to delete @param {string} what as messages call it */
  constructor(native, bound, what) {
    this.#native = native;
    this.#bound = bound;
    this.#what = what;
    if (bound) forgotten.register(this, bound, this);
  }

  /** What is in wasm memory, for web/core alone. @returns {Native} */
  get native() {
    if (this.#native === null)
      throw new HeadscopeError("disposed", `this ${this.#what} was disposed of; create it again`);
    return this.#native;
  }

  /** Frees its memory. Every later call throws, code "disposed"; disposing twice is fine. */
  dispose() {
    if (this.#bound) {
      this.#bound.delete();
      forgotten.unregister(this);
    }
    this.#native = this.#bound = null;
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}
