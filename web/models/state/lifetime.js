/** The time until an end, such as dispose(). Work that is in progress then is rejected, since a stopped worker never answers. */
export class Lifetime {
  /** The error that ended it. @type {Error | null} */
  #end = null;
  /** Reject the work in progress. @type {Set<(error: Error) => void>} */
  #rejections = new Set();

  /** Whether it has ended. */
  get isOver() {
    return this.#end !== null;
  }

  /**
   * The result of the work. Rejects with the error of end() after the end, and if the end comes before the result.
   * @template T @param {() => Promise<T>} work @returns {Promise<T>}
   */
  async during(work) {
    if (this.#end) throw this.#end;
    return new Promise((resolve, reject) => {
      this.#rejections.add(reject);
      work()
        .then(resolve, reject)
        .finally(() => this.#rejections.delete(reject));
    });
  }

  /** Ends the lifetime; a second end is ignored. @param {Error} error of work in progress, and of all later work */
  end(error) {
    this.#end ??= error;
    for (const reject of this.#rejections) reject(this.#end);
  }
}
