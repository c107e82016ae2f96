import { once } from "./once.js";

/**
 * Values in wasm memory, which are kept until dispose(), or freed after each use.
 * @template {{ dispose(): void }} Value
 */
export class Keeper {
  #keeps;
  /** @type {Map<unknown, Promise<Value>>} */ #made = new Map();

  /** @param {boolean} keeps */
  constructor(keeps) {
    this.#keeps = keeps;
  }

  /**
   * Calls f with the value of a key.
   * @template T @param {unknown} key @param {() => Promise<Value>} make @param {(value: Value) => T | Promise<T>} f @returns {Promise<T>}
   */
  async use(key, make, f) {
    if (this.#keeps) return f(await once(this.#made, key, make));
    const value = await make();
    try {
      return await f(value);
    } finally {
      value.dispose();
    }
  }

  /** Frees the values. A use in progress frees the values that it makes from now on. */
  dispose() {
    this.#keeps = false;
    for (const value of this.#made.values())
      value.then(
        (each) => each.dispose(),
        () => {}, // was not made
      );
    this.#made.clear();
  }
}
