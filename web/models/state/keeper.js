/** @import { Weights } from "./weights.js" */

/**
 * Returns the value of a key, and makes it on the first call. After a failure, the next call makes it again.
 * @template Key, Value @param {Map<Key, Promise<Value>>} made @param {Key} key @param {() => Promise<Value>} make @returns {Promise<Value>}
 */
export function getOrMake(made, key, make) {
  const known = made.get(key);
  if (known) return known;
  const value = make();
  made.set(key, value);
  value.catch(() => made.get(key) === value && made.delete(key));
  return value;
}

/** A function that makes its value on the first call, and returns the same value later. After a failure, the next call makes it again. @template Value @param {() => Promise<Value>} make @returns {() => Promise<Value>} */
export function memoize(make) {
  /** @type {Map<null, Promise<Value>>} */
  const made = new Map();
  return () => getOrMake(made, null, make);
}

/**
 * Values in wasm memory. They stay until dispose(), or are freed after each use.
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
   * @template T @param {unknown} key @param {() => Promise<Value>} make @param {(value: Value) => T | Promise<T>} f
   * @param {AbortSignal} [signal] of the caller, which also stops make() @returns {Promise<T>}
   */
  async use(key, make, f, signal) {
    if (this.#keeps) return f(await this.#kept(key, make, signal));
    const value = await make();
    try {
      return await f(value);
    } finally {
      value.dispose();
    }
  }

  /** The kept value. If another caller aborted while making it, this call makes it again. @param {unknown} key @param {() => Promise<Value>} make @param {AbortSignal} [signal] */
  async #kept(key, make, signal) {
    let isOwn = false;
    for (;;)
      try {
        return await getOrMake(this.#made, key, () => {
          isOwn = true;
          return make();
        });
      } catch (error) {
        if (isOwn || signal?.aborted) throw error;
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

/** Reads vectors and rows of embeddings. With `keep`, each is read from the file once and stays in memory; otherwise, each call reads the file. */
export class KeptWeights {
  #weights;
  #keeps;
  /** Vectors by name. @type {Map<string, Promise<Float32Array>>} */ #vectors = new Map();
  /** Rows by name and number. @type {Map<string, Promise<Float32Array>>} */ #rows = new Map();

  /** @param {Pick<Weights, "tensor" | "rows">} weights @param {boolean} keeps */
  constructor(weights, keeps) {
    this.#weights = weights;
    this.#keeps = keeps;
  }

  /** A small tensor as float32. @param {string} name @param {AbortSignal} [signal] stops a read that no other run shares @returns {Promise<Float32Array>} */
  vector(name, signal) {
    const read = async (/** @type {AbortSignal | undefined} */ stop) =>
      (await this.#weights.tensor(name, stop)).data;
    return this.#keeps ? getOrMake(this.#vectors, name, () => read(undefined)) : read(signal);
  }

  dispose() {
    this.#keeps = false;
    this.#vectors.clear();
    this.#rows.clear();
  }

  /**
   * Rows of a matrix as float32.
   * @param {string} name @param {readonly number[]} rows @param {AbortSignal} [signal] stops a read that no other run shares
   * @returns {Promise<{ data: Float32Array, shape: number[] }>}
   */
  async rows(name, rows, signal) {
    if (!this.#keeps) return this.#weights.rows(name, rows, signal);
    const keyOf = (/** @type {number} */ row) => `${name} ${row}`;
    const missing = [...new Set(rows)].filter((row) => !this.#rows.has(keyOf(row)));
    const read = missing.length ? this.#weights.rows(name, missing) : null;
    for (const [i, row] of missing.entries())
      getOrMake(this.#rows, keyOf(row), async () => {
        const { data, shape } = await /** @type {NonNullable<typeof read>} */ (read);
        return data.subarray(i * shape[1], (i + 1) * shape[1]);
      });
    const kept = await Promise.all(rows.map((row) => this.#rows.get(keyOf(row))));
    const width = kept[0]?.length ?? 0;
    const data = new Float32Array(rows.length * width);
    kept.forEach((row, i) => row && data.set(row, i * width));
    return { data, shape: [rows.length, width] };
  }
}
