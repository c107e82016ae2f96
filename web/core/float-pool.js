const MOST = 2 ** 24; // bytes

/** Keeps arrays that no code reads any more, for later results of the same length. Without the pool, the collection of garbage slows runs. */
export class FloatPool {
  /** The oldest first. @type {Float32Array[]} */ #arrays = [];
  #bytes = 0;

  /** Keeps an array. @param {Float32Array} array of a whole buffer that nothing else reads */
  give(array) {
    if (!array.length || array.byteLength !== array.buffer.byteLength || this.#arrays.includes(array)) return;
    this.#arrays.push(array);
    this.#bytes += array.byteLength;
    while (this.#bytes > MOST) this.#remove(0);
  }

  /** An array of this length with any numbers, if one is kept. @param {number} length @returns {Float32Array | undefined} */
  take(length) {
    const at = this.#arrays.findLastIndex((array) => array.length === length);
    return at < 0 ? undefined : this.#remove(at);
  }

  /** @param {number} at */
  #remove(at) {
    const [array] = this.#arrays.splice(at, 1);
    this.#bytes -= array.byteLength;
    return array;
  }
}
