import { signal } from "@preact/signals-core";

/**
 * Records of signals, and frozen views of them whose fields are tracked when read.
 *
 * @template Values
 * @typedef {{ [Name in keyof Values]: import("@preact/signals-core").Signal<Values[Name]> }} Signals
 */

/** @template {object} Values @param {Readonly<Values>} values @returns {Signals<Values>} */
export const signalsOf = (values) =>
  /** @type {any} */ (
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, signal(value)]))
  );

/**
 * The current values of signals.
 * @template {object} Values
 * @param {Readonly<Record<keyof Values, import("@preact/signals-core").ReadonlySignal>>} signals
 * @returns {Values}
 */
export const valuesOf = (signals) =>
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
export function trackedView(signals, values = valuesOf(signals)) {
  const view = {};
  for (const [name, value] of Object.entries(values)) {
    const get = () => (signals[/** @type {keyof Values} */ (name)].value, value);
    Object.defineProperty(view, name, { enumerable: true, get });
  }
  return /** @type {Values} */ (Object.freeze(view));
}
