const MOST = 3; // recoveries at most, because some settings could break every core

/** Lets the owner of a core recover when the core has failed for good, at most a few times. */
export class Recovery {
  #left = MOST;
  #recover;

  /** @param {() => void} recover */
  constructor(recover) {
    this.#recover = recover;
  }

  /** @param {import("../../core/index.js").Core} core */
  watch({ failed }) {
    const recovery = new WeakRef(this); // a weak reference, because the core outlives its elements
    failed.then(() => recovery.deref()?.again());
  }

  /** Recovers, unless it did so too often. */
  again() {
    if (this.#left-- > 0) this.#recover();
  }
}
