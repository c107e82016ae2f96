import { carry, withAxis } from "./memory.js";

/**
 * Selecting is one thing: a token, a head, an element selected anywhere is selected everywhere. So a selection is
 * kept by what it means, and every tensor finds its own index for it.
 *
 * @typedef {object} Selection
 * @property {number | null} token    along T and T_q
 * @property {number | null} head     along H
 * @property {number | null} feature  along d_k and d_v
 * @property {number | null} key      along T_k
 * @property {number | null} column   along a width that is no head's
 *
 * @typedef {keyof Selection} Field
 * @typedef {import("../core/types.js").Step} Step
 */

/** @type {Readonly<Selection>} */
export const NOTHING = Object.freeze({ token: null, head: null, feature: null, key: null, column: null });

/** @type {Readonly<Record<string, Field>>} */
const FIELDS = { T: "token", T_q: "token", T_k: "key", H: "head", d_k: "feature", d_v: "feature" };

/** @param {string} axis @returns {Field | null} null for the batch, of which the page has one */
export const fieldOf = (axis) => FIELDS[axis] ?? (axis === "B" ? null : "column");

/**
 * Where a tensor's axes are pinned down by some of a selection's fields.
 * @param {readonly string[]} axes
 * @param {Selection} selection
 * @param {readonly Field[]} fields
 * @returns {Map<number, number> | null} axis position -> value; null where one is missing
 */
export function pinned(axes, selection, fields) {
  const at = new Map();
  for (const field of fields) {
    const axis = axes.findIndex((name) => fieldOf(name) === field);
    const value = selection[field];
    if (axis < 0 || value === null) return null;
    at.set(axis, value);
  }
  return at;
}

/**
 * The selected element's index in a step, or null where the selection leaves it open or the step has no such element.
 * @param {Step} step
 * @param {Selection} selection
 * @param {readonly Step[]} steps
 * @returns {number[] | null}
 */
export function elementIn(step, selection, steps) {
  const speaker = speakerOf(step, steps);
  const index = speaker.axes.map((axis) => {
    const field = fieldOf(axis);
    return field ? (selection[field] ?? -1) : 0;
  });
  if (index.some((i, axis) => i < 0 || i >= speaker.shape[axis])) return null;
  return carry(speaker, index, step);
}

/**
 * What selecting an element means.
 * @param {Step} step
 * @param {readonly number[]} index
 * @param {readonly Step[]} steps
 * @returns {Partial<Selection>}
 */
export function meaningOf(step, index, steps) {
  const speaker = speakerOf(step, steps);
  const spoken = carry(step, index, speaker);
  if (!spoken) return {};
  /** @type {Partial<Selection>} */
  const meaning = {};
  speaker.axes.forEach((axis, i) => {
    const field = fieldOf(axis);
    if (field) meaning[field] = spoken[i];
  });
  return meaning;
}

/** Who can say which head an element is of. @param {Step} step @param {readonly Step[]} steps */
function speakerOf(step, steps) {
  return withAxis(step, steps, "H") ?? step;
}
