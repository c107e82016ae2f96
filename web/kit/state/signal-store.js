import { batch, signal } from "@preact/signals-core";

/**
 * Records of signals, and frozen views of them whose fields are tracked when read.
 *
 * @template Values
 * @typedef {{ [Name in keyof Values]: import("@preact/signals-core").Signal<Values[Name]> }} Signals
 */

/** @template {object} Values @param {Readonly<Values>} values @returns {Signals<Values>} */
const signalsOf = (values) =>
  /** @type {any} */ (
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, signal(value)]))
  );

/**
 * The current values of signals.
 * @template {object} Values
 * @param {Readonly<Record<keyof Values, import("@preact/signals-core").ReadonlySignal>>} signals
 * @returns {Values}
 */
const valuesOf = (signals) =>
  /** @type {any} */ (
    Object.fromEntries(Object.entries(signals).map(([name, field]) => [name, field.peek()]))
  );

/** Writes values to the signals of the same names. @template {object} Values @param {Signals<Values>} signals @param {Partial<Values>} values */
export function write(signals, values) {
  const all = /** @type {Record<string, import("@preact/signals-core").Signal>} */ (signals);
  for (const [name, value] of Object.entries(values)) all[name].value = value;
}

/**
 * A frozen view of values. An effect that reads a field runs again when the field's signal changes.
 * @template {object} Values
 * @param {{ [Name in keyof Values]: import("@preact/signals-core").ReadonlySignal<Values[Name]> }} signals
 * @param {Values} [values] defaults to the signals' values
 * @returns {Readonly<Values>}
 */
function trackedView(signals, values = valuesOf(signals)) {
  const view = {};
  for (const [name, value] of Object.entries(values)) {
    const get = () => (signals[/** @type {keyof Values} */ (name)].value, value);
    Object.defineProperty(view, name, { enumerable: true, get });
  }
  return /** @type {Values} */ (Object.freeze(view));
}

/**
 * A state whose fields are signals. Every change takes the same three steps, in this order:
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
   * Changes fields of the state, and notifies elements and listeners.
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

  /** Changes fields of the state without notice; the next set() notifies of both changes. @protected @param {Partial<State>} change */
  setSilently(change) {
    this.#view = trackedView(this.#signals, { ...this.#view, ...change });
  }
}
