import { loadCore } from "../../core/index.js";

/**
 * @typedef {import("../../core/index.js").Core} Core
 *
 * @typedef {object} Owner             of a core
 * @property {() => void} forget       drops the objects of a core that has failed; calls nothing of it
 * @property {() => Promise<unknown>} restore  loads again and shows the same state; stores its own error
 * @property {(error: Error) => void} giveUp   reports that the core has failed too often
 */

const MOST = 3; // recoveries at most, because some settings could break every core

/** Loads the core of a store. When the core has failed for good, the store first forgets it and then restores its state in a fresh core, at most a few times. */
export class Recovery {
  /** The core in use; null before it is loaded, and once it has failed. @type {Core | null} */
  core = null;
  #left = MOST;
  #owner;

  /** @param {Owner} owner */
  constructor(owner) {
    this.#owner = owner;
  }

  /** The core; a fresh one after a failure. @returns {Promise<Core>} */
  async load() {
    const core = await loadCore();
    if (core !== this.core) this.#watch((this.core = core));
    return core;
  }

  /** Uses the core no longer. Its failure then needs no recovery. */
  release() {
    this.core = null;
  }

  /** @param {Core} core */
  #watch(core) {
    const held = new WeakRef(this); // a weak reference, because the core outlives its elements
    core.failed.then((error) => {
      const recovery = held.deref();
      if (recovery) recovery.#recover(core, error);
    });
  }

  /** @param {Core} core @param {Error} error */
  #recover(core, error) {
    if (core !== this.core) return;
    this.core = null;
    this.#owner.forget();
    if (this.#left-- > 0)
      this.#owner.restore().catch(() => {}); // the state holds the error
    else this.#owner.giveUp(error);
  }
}
