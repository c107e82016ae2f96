import { moveIndex, withAxis } from "./memory.js";

/**
 * A selected token, head or element is selected everywhere. A selection is therefore stored by its meaning, and every tensor derives its
 * own index.
 *
 * @typedef {object} Selection
 * @property {number | null} [batch] along B, if there are several sentences; defaults to the first
 * @property {number | null} token    along T and T_q
 * @property {number | null} head     along H, and along H_kv and G together
 * @property {number | null} feature  along d_k and d_v
 * @property {number | null} key      along T_k
 * @property {number | null} column   along a width that spans several heads
 * @property {Step["lane"]} [lane]    the lane, for tensors with several: queries, keys and values of a joint product
 *
 * @typedef {Exclude<keyof Selection, "lane">} Field
 * @typedef {Readonly<Record<string, number>>} Panned  first shown index along an axis, by panKey(), for windows that the reader moved
 * @typedef {import("../../core/types.js").Step} Step
 */

/** The selected head of the first picture. */
export const OPENING_HEAD = 2;

/** @type {Readonly<Selection>} */
export const NOTHING = Object.freeze({
  batch: null,
  token: null,
  head: null,
  feature: null,
  key: null,
  column: null,
});

/** Windows at their default places. @type {Panned} */
export const NOWHERE = Object.freeze({});

/** @type {Readonly<Record<string, Field>>} */
const FIELDS = {
  B: "batch",
  T: "token",
  T_q: "token",
  T_k: "key",
  "T_k+1": "key",
  H: "head",
  H_kv: "head",
  G: "head",
  d_k: "feature",
  d_v: "feature",
};

/** @param {string} axis @returns {Field} */
export const fieldOf = (axis) => FIELDS[axis] ?? "column";

/** The key of an axis in Panned. Windows of axes with the same field move together; widths that span heads move separately. @param {string} axis */
export function panKey(axis) {
  const field = fieldOf(axis);
  return field === "column" ? axis : field;
}

/** Start of the window along an axis, if the reader moved it. @param {string} axis @param {Panned} panned @returns {number | undefined} */
export const startAlong = (axis, panned) => panned[panKey(axis)];

/**
 * Number of query heads per key/value head; 1 unless grouped.
 * @param {readonly Step[]} steps
 */
export function groupSize(steps) {
  const step = steps.find(({ axes }) => axes.includes("G"));
  return step ? step.shape[step.axes.indexOf("G")] : 1;
}

/**
 * The index that a selection gives along an axis; null if it gives none.
 * @param {string} axis
 * @param {Selection} selection
 * @param {number} group  query heads per key/value head
 */
export function coordinateOf(axis, selection, group) {
  const field = fieldOf(axis);
  const value = selection[field] ?? (field === "batch" ? 0 : null);
  if (value === null) return null;
  return axis === "H_kv" ? Math.floor(value / group) : axis === "G" ? value % group : value;
}

/**
 * The query head of an index, for a key/value head its first query head; null without an axis of heads.
 * @param {readonly string[]} axes
 * @param {readonly number[]} index
 * @param {number} group
 */
export const headOf = (axes, index, group) => headsOf(axes, group)?.(index) ?? null;

/**
 * A function that returns the head of an index, for many calls; null without an axis of heads.
 * @param {readonly string[]} axes
 * @param {number} group
 * @returns {((index: readonly number[]) => number) | null}
 */
export function headsOf(axes, group) {
  const [head, shared, within] = ["H", "H_kv", "G"].map((axis) => axes.indexOf(axis));
  if (head >= 0) return (index) => index[head];
  if (shared < 0) return null;
  return (index) => index[shared] * group + (within < 0 ? 0 : index[within]);
}

/**
 * The indices along a tensor's axes that follow from some fields of a selection.
 * @param {readonly string[]} axes
 * @param {Selection} selection
 * @param {readonly Field[]} fields
 * @param {number} [group]
 * @returns {Map<number, number> | null} axis position -> value; null if a field has no axis here or no value
 */
export function pinAxes(axes, selection, fields, group = 1) {
  const at = new Map();
  const found = new Set();
  for (const [i, axis] of axes.entries()) {
    const field = fieldOf(axis);
    const value = fields.includes(field) ? coordinateOf(axis, selection, group) : null;
    if (value === null) continue;
    at.set(i, value);
    found.add(field);
  }
  return found.size === fields.length ? at : null;
}

/**
 * The index of the selected element in a step; null if the selection is incomplete or the step has no such element.
 * @param {Step} step
 * @param {Selection} selection
 * @param {readonly Step[]} steps
 * @param {Step["lane"]} [lane]  the lane, if the step holds several
 * @returns {number[] | null}
 */
export function elementIn(step, selection, steps, lane) {
  const speaker = speakerOf(step, steps, step.lane ?? lane ?? selection.lane);
  const group = groupSize(steps);
  const index = speaker.axes.map((axis, i) => {
    const at = coordinateOf(axis, selection, group) ?? -1;
    return axis === "B" ? Math.min(at, speaker.shape[i] - 1) : at; // without a batch, the index is 0
  });
  if (index.some((i, axis) => i < 0 || i >= speaker.shape[axis])) return null;
  return moveIndex(speaker, index, step);
}

/**
 * The index of the selected element in a step; missing indices are 0, and too large ones are clamped.
 * @param {Step} step
 * @param {Selection} selection
 * @param {readonly Step[]} steps
 * @param {Step["lane"]} [lane]
 * @returns {number[]}
 */
export function nearestIn(step, selection, steps, lane) {
  const group = groupSize(steps);
  return (
    elementIn(step, selection, steps, lane) ??
    step.axes.map((axis, i) => Math.min(coordinateOf(axis, selection, group) ?? 0, step.shape[i] - 1))
  );
}

/**
 * The selection that a press on an element makes.
 * @param {Step} step
 * @param {readonly number[]} index
 * @param {readonly Step[]} steps
 * @returns {Partial<Selection>}
 */
export function meaningOf(step, index, steps) {
  const speakers = speakersOf(step, steps);
  const speaker = speakers.find((each) => moveIndex(step, index, each));
  const spoken = speaker && moveIndex(step, index, speaker);
  if (!spoken) return {};
  const head = headOf(speaker.axes, spoken, groupSize(steps));
  /** @type {Partial<Selection>} */
  const meaning = head === null ? {} : { head };
  if (speakers.some((each) => !moveIndex(step, index, each))) meaning.lane = speaker.lane;
  speaker.axes.forEach((axis, i) => {
    const field = fieldOf(axis);
    if (field !== "head" && (field !== "batch" || speaker.shape[i] > 1)) meaning[field] = spoken[i];
  });
  return meaning;
}

/**
 * The step with an axis of heads for an element: this step, or one that shares its memory, preferably in the lane.
 * @param {Step} step @param {readonly Step[]} steps @param {Step["lane"]} [lane]
 */
export function speakerOf(step, steps, lane = step.lane) {
  const own = lane ? steps.filter((each) => each === step || each.lane === lane) : [];
  const among = (/** @type {readonly Step[]} */ all) =>
    withAxis(step, all, "H") ?? withAxis(step, all, "H_kv");
  return among(own) ?? among(steps) ?? step;
}

/**
 * All steps with an axis of heads in the step's memory; with several lanes, each covers its own elements.
 * @param {Step} step @param {readonly Step[]} steps
 */
export function speakersOf(step, steps) {
  const lanes = /** @type {const} */ (["q", "k", "v"]);
  return lanes.map((lane) => speakerOf(step, steps, step.lane ?? lane));
}
