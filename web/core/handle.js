import { disposedOf } from "./disposed.js";

/** @import { Boundary } from "./boundary.js" */

/**
 * An object that lives in wasm memory until it is disposed of. Data already copied out stays valid. Embind frees undisposed objects when
 * they are garbage-collected.
 * @template Native
 */
export class Handle {
  /** @type {Native | null} */ #native;
  #boundary;
  #what;

  /** @param {Boundary} boundary @param {Native} native the object that the handle owns @param {string} what name used in messages */
  constructor(boundary, native, what) {
    this.#boundary = boundary;
    this.#native = native;
    this.#what = what;
  }

  /** For web/core only. */
  get boundary() {
    return this.#boundary;
  }

  /** The owned object; for web/core only. @returns {Native} */
  get native() {
    if (this.#native === null) throw disposedOf(this.#what);
    return this.#native;
  }

  /** Frees the memory. Later calls throw with code "disposed"; disposing twice is allowed. */
  dispose() {
    const native = /** @type {any} */ (this.#native);
    if (native?.delete) this.#boundary.free(native); // throws while an input is read
    this.#native = null;
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}
