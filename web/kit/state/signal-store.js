import { batch } from "@preact/signals-core";
import { signalsOf, trackedView, write } from "./tracked-view.js";

/**
 * A state of which every field is a signal. Every change takes the same three steps, in this order:
 * 1. the signals of all fields are written in one batch,
 * 2. the view is replaced, before any effect runs,
 * 3. `change` fires, with the state at the last `change` event as `before`.
 *
 * @template {object} State
 */
export class SignalStore extends EventTarget {
  #signals;
  #view;
  /** The state at the last `change` event. @type {Readonly<State>} */
  #told;

  /** @param {Readonly<State>} initial with all fields */
  constructor(initial) {
    super();
    this.#signals = signalsOf(initial);
    this.#view = this.#told = trackedView(this.#signals);
  }

  /** A frozen snapshot of the state. An element that reads a field of the snapshot while rendering renders again when that field changes. @returns {Readonly<State>} */
  get state() {
    return this.#view;
  }

  /**
   * Changes fields of the state, and tells elements and listeners.
   * @param {Partial<State>} change @param {object} [detail] of the event, besides `before`
   */
  set(change, detail) {
    const before = this.#told;
    batch(() => {
      write(this.#signals, { ...this.#view, ...change });
      this.#told = this.#view = trackedView(this.#signals);
    });
    this.dispatchEvent(new CustomEvent("change", { detail: { before, ...detail } }));
  }

  /** Changes fields of the state and tells nobody; the next set() tells of both changes. @protected @param {Partial<State>} change */
  setSilently(change) {
    this.#view = trackedView(this.#signals, { ...this.#view, ...change });
  }
}
