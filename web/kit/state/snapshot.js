import { ROWS } from "./shown.js";

/**
 * The state as one plain object, for the `state` property and for links.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {(typeof ROWS)[number]} Row
 */

export const VERSION = 1;

/**
 * The lasting value of a row, which ignores a preview. Before the first picture, the value that waits for the picture.
 * @param {State} state @param {Row} row @returns {any}
 */
export function valueIn(state, row) {
  const { waiting, held, picture } = state;
  if (!picture && "read" in row && row.name in waiting) return waiting[row.name];
  return shownValue(held ? { ...state, ...held } : state, row);
}

/** The shown value of a row, previews included. @param {State} state @param {Row} row @returns {any} */
export const shownValue = (state, row) =>
  "read" in row ? row.read(state) : /** @type {any} */ (state.settings)[row.name];

/** A copy of the state for the host. @param {State} state @returns {Record<string, any>} */
export function snapshotOf(state) {
  const entries = ROWS.map((row) => [row.name, structuredClone(valueIn(state, row))]);
  return { version: VERSION, ...Object.fromEntries(entries) };
}

/** The rows that differ from their defaults, and the sentence, which has no default. @param {State} state @returns {[row: Row, value: any][]} */
export const setIn = (state) =>
  ROWS.map((row) => /** @type {[Row, any]} */ ([row, valueIn(state, row)])).filter(
    ([row, value]) => row.name === "tokens" || !isDeeplyEqual(value, row.default),
  );

/** Names of changed values. @param {State} before @param {State} state */
export const changedIn = (before, state) =>
  ROWS.filter((row) => !isDeeplyEqual(valueIn(before, row), valueIn(state, row))).map(({ name }) => name);

/** All defaults. @returns {Record<string, unknown>} without the sentence, which has no default */
export const defaultSettings = () =>
  Object.fromEntries(ROWS.filter(({ name }) => name !== "tokens").map((row) => [row.name, row.default]));

/** @param {unknown} a @param {unknown} b */
export const isDeeplyEqual = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);
