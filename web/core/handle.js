import { refusal } from "./errors.js";

/** @import { Boundary } from "./boundary.js" */

/**
 * Something that lives in wasm memory until it is disposed of. What has left it by then is a copy and stays. Embind frees what nobody
 * disposed of, once it is collected.
 * @template Native
 */
export class Handle {
  /** @type {Native | null} */ #native;
  #boundary;
  #what;

  /** @param {Boundary} boundary @param {Native} native what the handle holds @param {string} what as messages call it */
  constructor(boundary, native, what) {
    this.#boundary = boundary;
    this.#native = native;
    this.#what = what;
  }

  /** For web/core alone. */
  get boundary() {
    return this.#boundary;
  }

  /** What the handle holds, for web/core alone. @returns {Native} */
  get native() {
    if (this.#native === null)
      throw refusal("disposed", "disposed_of", "this {what} was disposed of; create it again", {
        what: this.#what,
      });
    return this.#native;
  }

  /** Frees its memory. Every later call throws, code "disposed"; disposing twice is fine. */
  dispose() {
    const native = /** @type {any} */ (this.#native);
    if (native?.delete) this.#boundary.free(native); // refused while an input is read
    this.#native = null;
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}
