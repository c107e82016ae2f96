import { once } from "./once.js";

/** @import { Weights } from "./weights.js" */

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

  /** A small tensor as float32. @param {string} name @returns {Promise<Float32Array>} */
  vector(name) {
    const read = async () => (await this.#weights.tensor(name)).data;
    return this.#keeps ? once(this.#vectors, name, read) : read();
  }

  dispose() {
    this.#keeps = false;
    this.#vectors.clear();
    this.#rows.clear();
  }

  /** Rows of a matrix as float32. @param {string} name @param {readonly number[]} rows @returns {Promise<{ data: Float32Array, shape: number[] }>} */
  async rows(name, rows) {
    if (!this.#keeps) return this.#weights.rows(name, rows);
    const keyOf = (/** @type {number} */ row) => `${name} ${row}`;
    const missing = [...new Set(rows)].filter((row) => !this.#rows.has(keyOf(row)));
    const read = missing.length ? this.#weights.rows(name, missing) : null;
    for (const [i, row] of missing.entries())
      once(this.#rows, keyOf(row), async () => {
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
