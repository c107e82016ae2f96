/** @import { RemoteTransformer } from "./remote-transformer.js" */
/** @import { Token } from "./tokenizer.js" */
/** @import { Computer } from "./transformer-of.js" */

/** The time from the creation of an object to its end, such as dispose(). The end rejects work in progress, because a stopped worker never answers. */
export class Lifetime {
  /** The error of end(); null before. @type {Error | null} */
  #end = null;
  /** Reject the work in progress. @type {Set<(error: Error) => void>} */
  #rejections = new Set();

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

/** The key-value cache of the last run with `caches: true`. At most one cache is open. */
class RunCache {
  #transformer;
  /** Opens caches one after another, so that each is closed. @type {Promise<number | undefined>} */
  #opening = Promise.resolve(undefined);
  /** The number of the open cache. @type {number | undefined} */
  #number;
  /** The tokens in the cache; null while the cache is incomplete. @type {readonly Token[] | null} */
  #tokens = null;

  /** @param {Computer | RemoteTransformer} transformer */
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

/** @typedef {{ transformer: Computer | RemoteTransformer, cache: RunCache }} Live a transformer, and what runs continue in it */

/** A transformer that is not replaced. @param {RemoteTransformer} transformer @returns {Pick<LiveTransformer, "use">} */
export const liveOf = (transformer) => ({
  use: (f) => f({ transformer, cache: new RunCache(transformer) }),
});

/** Ids of errors after which a transformer cannot compute any more: its worker has ended, or its core has trapped. */
const FATAL = ["worker_ended", "core_has_failed"];

/** The transformer of a model. After a fatal error, a fresh transformer replaces it. */
export class LiveTransformer {
  #make;
  /** @type {Promise<Live> | null} */ #live = null;
  /** The fatal errors of transformers that were replaced. @type {WeakMap<Live, unknown>} */ #lost =
    new WeakMap();
  #isOver = false;

  /** @param {(signal?: AbortSignal) => Promise<Computer | RemoteTransformer>} make */
  constructor(make) {
    this.#make = make;
  }

  /** Makes the transformer, so that a checkpoint that it cannot read is refused now. @param {AbortSignal} [signal] stops this, and no later work */
  async open(signal) {
    await this.#current(signal);
  }

  /**
   * Calls f with the transformer. After a fatal error, calls f once more with a fresh transformer, whose caches are empty.
   * @template T @param {(live: Live) => Promise<T>} f @returns {Promise<T>}
   */
  async use(f) {
    try {
      return await this.#attempt(f);
    } catch (error) {
      if (this.#isOver || !isFatal(error)) throw error;
      return this.#attempt(f);
    }
  }

  dispose() {
    this.#isOver = true;
    this.#drop(this.#live);
  }

  /** @template T @param {(live: Live) => Promise<T>} f @returns {Promise<T>} */
  async #attempt(f) {
    const current = this.#current();
    const live = await current;
    try {
      return await f(live);
    } catch (error) {
      if (isFatal(error)) {
        if (!this.#lost.has(live)) this.#lost.set(live, error);
        this.#drop(current);
      }
      // Work beside that which met the fatal error: its transformer was disposed of here, not by the reader.
      const wasDropped = isDisposed(error) && this.#lost.has(live);
      throw wasDropped ? this.#lost.get(live) : error;
    }
  }

  /** @param {AbortSignal} [signal] @returns {Promise<Live>} */
  #current(signal) {
    if (this.#live) return this.#live;
    const made = this.#make(signal).then((transformer) => ({
      transformer,
      cache: new RunCache(transformer),
    }));
    made.catch(() => this.#live === made && (this.#live = null)); // the next call tries again
    return (this.#live = made);
  }

  /** @param {Promise<Live> | null} live */
  #drop(live) {
    if (this.#live === live) this.#live = null;
    live?.then(
      ({ transformer }) => transformer.dispose(),
      () => {}, // was not made
    );
  }
}

/** @param {unknown} error */
const isDisposed = (error) => /** @type {{ code?: string }} */ (error)?.code === "disposed";

/** Whether a transformer cannot compute any more. @param {unknown} error */
export const isFatal = (error) => FATAL.includes(/** @type {{ id?: string }} */ (error)?.id ?? "");

/** Whether other workers take the jobs of an additional one after an error: it has ended, or has no memory. @param {unknown} error */
export const leavesJobs = (error) =>
  isFatal(error) || /** @type {{ code?: string }} */ (error)?.code === "memory";
