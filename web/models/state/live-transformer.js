import { RunCache } from "./run-cache.js";

/** @import { RemoteTransformer } from "./remote-transformer.js" */
/** @import { Transformer } from "./transformer.js" */

/** @typedef {{ transformer: Transformer | RemoteTransformer, cache: RunCache }} Live a transformer, and what runs continue in it */

/** Ids of errors after which a transformer cannot compute any more: its worker has ended, or its core has trapped. */
const FATAL = ["worker_ended", "core_has_failed"];

/** The transformer of a model. After a fatal error, a fresh transformer replaces it. */
export class LiveTransformer {
  #make;
  /** @type {Promise<Live> | null} */ #live = null;
  #isOver = false;

  /** @param {(signal?: AbortSignal) => Promise<Transformer | RemoteTransformer>} make */
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
      if (isFatal(error)) this.#drop(current);
      throw error;
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
const isFatal = (error) => FATAL.includes(/** @type {{ id?: string }} */ (error)?.id ?? "");
