import { HeadscopeError } from "./errors.js";

/** Something that lives in wasm memory until it is disposed of. What has left it by then is a copy and stays. */
export class Handle {
  /** @type {any} */ #native;
  #what;

  /** @param {any} native @param {string} what as messages call it */
  constructor(native, what) {
    this.#native = native;
    this.#what = what;
  }

  /** The bound object, for web/core alone. @returns {any} */
  get native() {
    if (this.#native === null)
      throw new HeadscopeError("disposed", `this ${this.#what} was disposed of; create it again`);
    return this.#native;
  }

  /** Frees its memory. Every later call throws, code "disposed"; disposing twice is fine. */
  dispose() {
    this.#native?.delete();
    this.#native = null;
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}
