/** @import { Head, State } from "./page-state.js" */

/**
 * What an author's page learns of a reader's state.
 * @typedef {object} ModelsState
 * @property {string | null} model  name of the folder of the model on show
 * @property {string} text
 * @property {string | null} second  the second sentence
 * @property {number} layer  of the selected head
 * @property {number} head
 * @property {number} token  the selected query
 * @property {readonly Head[]} off  heads that are switched off
 */

/** @param {State} state @returns {ModelsState} */
export const snapshotOf = ({ models, at, text, other, selected, query, off }) => ({
  ...{ model: models[at]?.name ?? null, text, second: other },
  ...{ ...selected, token: query, off },
});

/** What the result of a run selects by itself. @type {readonly (keyof ModelsState)[]} */
const SELECTED = ["layer", "head", "token"];

/**
 * Names of what a change of the state changed for the reader. The selection that the result of a run brings is no change of the reader's;
 * neither is the first model.
 * @param {State} before @param {State} after @returns {(keyof ModelsState)[]}
 */
export function readerChanges(before, after) {
  if (before.at < 0) return [];
  const isResult = after.run && before.run !== after.run;
  const [old, now] = [snapshotOf(before), snapshotOf(after)];
  const names = /** @type {(keyof ModelsState)[]} */ (Object.keys(now));
  return names.filter((name) => old[name] !== now[name] && !(isResult && SELECTED.includes(name)));
}
