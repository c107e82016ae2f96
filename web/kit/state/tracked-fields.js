import { batch, signal } from "@preact/signals-core";

/**
 * A frozen state whose fields are signals: an effect that reads a field runs again when that field changes.
 * @template {object} State
 */
export class TrackedFields {
  /** @type {Map<string, import("@preact/signals-core").Signal<unknown>>} */
  #signals;
  /** @type {Readonly<State>} */
  #view;

  /** @param {Readonly<State>} initial */
  constructor(initial) {
    this.#signals = new Map(Object.entries(initial).map(([name, value]) => [name, signal(value)]));
    this.#view = this.#viewOf(initial);
  }

  /** The state now, as an object that keeps its values. Reading a field of it tracks that field. */
  get view() {
    return this.#view;
  }

  /** @param {State} state */
  replace(state) {
    this.hold(state);
    batch(() => {
      for (const [name, value] of Object.entries(state)) this.#signalOf(name).value = value;
    });
  }

  /** Replaces the state, and tells nobody before the next replace(). @param {State} state */
  hold(state) {
    this.#view = this.#viewOf(state);
  }

  /** @param {string} name */
  #signalOf(name) {
    const known = this.#signals.get(name) ?? signal(/** @type {unknown} */ (undefined));
    this.#signals.set(name, known);
    return known;
  }

  /** @param {Readonly<State>} state @returns {Readonly<State>} */
  #viewOf(state) {
    const view = {};
    for (const [name, value] of Object.entries(state)) {
      const field = this.#signalOf(name);
      const get = () => (field.value, value);
      Object.defineProperty(view, name, { enumerable: true, get });
    }
    return /** @type {State} */ (Object.freeze(view));
  }
}
