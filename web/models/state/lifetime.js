import { disposedOf } from "../../core/disposed.js";

/** The time until dispose(). Work that is in progress then is rejected, since a stopped worker never answers. */
export class Lifetime {
  #what;
  #isOver = false;
  /** Reject the work in progress. @type {Set<(error: Error) => void>} */
  #rejections = new Set();

  /** @param {string} what what lives, as the error message names it */
  constructor(what) {
    this.#what = what;
  }

  /**
   * The result of the work. Throws with code "disposed" if the lifetime is over, or ends before the work does.
   * @template T @param {() => Promise<T>} work @returns {Promise<T>}
   */
  async during(work) {
    if (this.#isOver) throw disposedOf(this.#what);
    return new Promise((resolve, reject) => {
      this.#rejections.add(reject);
      work()
        .then(resolve, reject)
        .finally(() => this.#rejections.delete(reject));
    });
  }

  end() {
    this.#isOver = true;
    for (const reject of this.#rejections) reject(disposedOf(this.#what));
  }
}
