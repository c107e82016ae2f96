import { HeadscopeError } from "./errors.js";

/** @import { Native } from "./native.js" */

/** Something that lives in wasm memory until it is disposed of. What has left it by then is a copy and stays. */
export class Handle {
  #address;
  #what;

  /** @param {Native} native @param {"Layer" | "Run"} what @param {number} address */
  constructor(native, what, address) {
    /** For web/core alone. */
    this.native = native;
    this.#what = what;
    this.#address = address;
  }

  /** Where it is, for web/core alone. */
  get address() {
    if (this.#address === 0)
      throw new HeadscopeError(
        "disposed",
        `this ${this.#what.toLowerCase()} was disposed of; create it again`,
      );
    return this.#address;
  }

  /** Frees its memory. Every later call throws, code "disposed"; disposing twice is fine. */
  dispose() {
    if (this.#address !== 0) this.native.tell(`delete${this.#what}`, this.#address);
    this.#address = 0;
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}
