import { modelRefusal } from "../words-refusals.js";

/**
 * Rows of equal width in one array that grows.
 * @template {Float32Array | Int32Array} T
 */
export class Rows {
  #type;
  /** @type {T} */ #memory;
  count = 0;

  /** @param {new (length: number) => T} type @param {number} width */
  constructor(type, width) {
    this.#type = type;
    this.width = width;
    this.#memory = new type(width * FIRST);
  }

  /** All rows, without a copy: an array that is valid until the next row is appended. @returns {T} */
  get all() {
    return /** @type {T} */ (this.#memory.subarray(0, this.count * this.width));
  }

  /** @param {number} i @returns {T} */
  row(i) {
    return /** @type {T} */ (this.#memory.subarray(i * this.width, (i + 1) * this.width));
  }

  /** @param {ArrayLike<number>} row */
  append(row) {
    if (row.length !== this.width)
      throw modelRefusal("shape", "row_of_study", { given: row.length, expected: this.width });
    const first = this.count * this.width;
    if (first + this.width > this.#memory.length) {
      const grown = new this.#type(2 * this.#memory.length);
      grown.set(this.#memory);
      this.#memory = grown;
    }
    this.#memory.set(row, first);
    this.count++;
  }
}

const FIRST = 64; // rows
