const MOST = 3; // recoveries: some settings may break every core

/** Has the owner of a core recover when the core fails for good, a few times at most. */
export class Recovery {
  #left = MOST;
  #recover;

  /** @param {() => void} recover */
  constructor(recover) {
    this.#recover = recover;
  }

  /** @param {import("../../core/index.js").Core} core */
  watch({ failed }) {
    const recovery = new WeakRef(this); // weak: the core outlives the elements that it computes for
    failed.then(() => recovery.deref()?.again());
  }

  /** Recovers, unless it did so too often. */
  again() {
    if (this.#left-- > 0) this.#recover();
  }
}
