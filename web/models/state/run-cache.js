/** @import { RemoteTransformer } from "./remote-transformer.js" */
/** @import { Token } from "./tokenizer.js" */
/** @import { Transformer } from "./transformer.js" */

/** The key-value cache of the last run with `caches: true`. At most one cache is open. */
export class RunCache {
  #transformer;
  /** Opens caches one after another, so that each is closed. @type {Promise<number | undefined>} */
  #opening = Promise.resolve(undefined);
  /** The number of the open cache. @type {number | undefined} */
  #number;
  /** The tokens in the cache; null while the cache is incomplete. @type {readonly Token[] | null} */
  #tokens = null;

  /** @param {Transformer | RemoteTransformer} transformer */
  constructor(transformer) {
    this.#transformer = transformer;
  }

  /** Closes the cache, and opens an empty one. @returns {Promise<number>} the number of the new cache */
  open() {
    this.#tokens = null;
    const opening = this.#opening.then(async (old) => {
      const closing = old === undefined ? undefined : this.#transformer.closeCache(old);
      const [number] = await Promise.all([this.#transformer.openCache(), closing]);
      return (this.#number = number);
    });
    this.#opening = opening.catch(() => undefined);
    return opening;
  }

  /** A pass over these tokens has filled a cache. Ignored for a cache that is closed. @param {number} number @param {readonly Token[]} tokens */
  fill(number, tokens) {
    if (number === this.#number) this.#tokens = tokens;
  }

  /**
   * Takes the cache for a pass that continues these tokens. The cache is incomplete until fill().
   * @param {readonly Token[]} tokens @returns {number | undefined} undefined if the cache holds other tokens
   */
  take(tokens) {
    if (tokens !== this.#tokens) return undefined;
    this.#tokens = null;
    return this.#number;
  }
}
