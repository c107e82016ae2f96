import { ROWS } from "./shown.js";

/**
 * All that is shown, as one plain object: what an element hands out and takes back, and what a link says.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {(typeof ROWS)[number]} Row
 */

export const VERSION = 1;

/** The value that is held: not one of a preview, and before the first picture the one that waits for it. @param {State} state @param {Row} row @returns {any} */
export function valueIn(state, row) {
  const { waiting, held, picture } = state;
  if (!picture && "read" in row && row.name in waiting) return waiting[row.name];
  return shownIn(held ? { ...state, ...held } : state, row);
}

/** As it is shown. @param {State} state @param {Row} row @returns {any} */
export const shownIn = (state, row) =>
  "read" in row ? row.read(state) : /** @type {any} */ (state.settings)[row.name];

/** A copy of the host's own. @param {State} state @returns {Record<string, any>} */
export function snapshotOf(state) {
  const entries = ROWS.map((row) => [row.name, structuredClone(valueIn(state, row))]);
  return { version: VERSION, ...Object.fromEntries(entries) };
}

/** The rows that are not as they are left out, and the sentence, which nobody leaves out. @param {State} state @returns {[row: Row, value: any][]} */
export const setIn = (state) =>
  ROWS.map((row) => /** @type {[Row, any]} */ ([row, valueIn(state, row)])).filter(
    ([row, value]) => row.name === "tokens" || !isSame(value, row.default),
  );

/** Names of what is not as it was. @param {State} before @param {State} state */
export const changedIn = (before, state) =>
  ROWS.filter((row) => !isSame(valueIn(before, row), valueIn(state, row))).map(({ name }) => name);

/** As if none of it had been set. @returns {Record<string, unknown>} but the sentence, which nobody leaves out */
export const unset = () =>
  Object.fromEntries(ROWS.filter(({ name }) => name !== "tokens").map((row) => [row.name, row.default]));

/** @param {unknown} a @param {unknown} b */
export const isSame = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);
