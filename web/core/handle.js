import { HeadscopeError } from "./errors.js";

/** Frees what nobody disposed of. @type {FinalizationRegistry<{ delete(): void }>} */
const forgotten = new FinalizationRegistry((native) => native.delete());

/**
 * Something that lives in wasm memory until it is disposed of. What has left it by then is a copy and stays.
 * @template {{ address: number, delete(): void }} Native
 */
export class Handle {
  /** @type {Native | null} */ #native;
  #what;

  /** @param {Native} native @param {string} what as messages call it */
  constructor(native, what) {
    this.#native = native;
    this.#what = what;
    if (native.address !== 0) forgotten.register(this, native, this);
  }

  /** What is in wasm memory, for web/core alone. @returns {Native} */
  get native() {
    if (this.#native === null)
      throw new HeadscopeError("disposed", `this ${this.#what} was disposed of; create it again`);
    return this.#native;
  }

  /** Frees its memory. Every later call throws, code "disposed"; disposing twice is fine. */
  dispose() {
    this.#native?.delete();
    if (this.#native?.address) forgotten.unregister(this);
    this.#native = null;
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}
