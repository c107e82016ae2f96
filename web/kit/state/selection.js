import { carry, withAxis } from "./memory.js";

/**
 * Selecting is one thing: a token, a head, an element selected anywhere is selected everywhere. So a selection is
 * kept by what it means, and every tensor finds its own index for it.
 *
 * @typedef {object} Selection
 * @property {number | null} [batch] along B, where there are several sentences; the first unless told
 * @property {number | null} token    along T and T_q
 * @property {number | null} head     along H, and along H_kv and G together
 * @property {number | null} feature  along d_k and d_v
 * @property {number | null} key      along T_k
 * @property {number | null} column   along a width that is no head's
 * @property {Step["lane"]} [lane]    whose, where those of several lie side by side: queries, keys and values made by one product
 *
 * @typedef {Exclude<keyof Selection, "lane">} Field
 * @typedef {Readonly<Record<string, number>>} Panned  the first shown along an axis, by panKey, where a reader moved the window
 * @typedef {import("../../core/types.js").Step} Step
 */

/** @type {Readonly<Selection>} */
export const NOTHING = Object.freeze({
  batch: null,
  token: null,
  head: null,
  feature: null,
  key: null,
  column: null,
});

/** No window was moved. @type {Panned} */
export const NOWHERE = Object.freeze({});

/** @type {Readonly<Record<string, Field>>} */
const FIELDS = {
  B: "batch",
  T: "token",
  T_q: "token",
  T_k: "key",
  H: "head",
  H_kv: "head",
  G: "head",
  d_k: "feature",
  d_v: "feature",
};

/** @param {string} axis @returns {Field} */
export const fieldOf = (axis) => FIELDS[axis] ?? "column";

/** Axes whose windows move together have it in common: those of a field, but of widths that are no head's each by itself. @param {string} axis */
export function panKey(axis) {
  const field = fieldOf(axis);
  return field === "column" ? axis : field;
}

/** Where the window along an axis begins, if a reader moved it. @param {string} axis @param {Panned} panned @returns {number | undefined} */
export const startAlong = (axis, panned) => panned[panKey(axis)];

/**
 * How many query heads share a key/value head: 1 unless grouped.
 * @param {readonly Step[]} steps
 */
export function groupSize(steps) {
  const step = steps.find(({ axes }) => axes.includes("G"));
  return step ? step.shape[step.axes.indexOf("G")] : 1;
}

/**
 * Where a selection stands along an axis; null where it leaves that open.
 * @param {string} axis
 * @param {Selection} selection
 * @param {number} group  query heads a key/value head
 */
export function coordinate(axis, selection, group) {
  const field = fieldOf(axis);
  const value = selection[field] ?? (field === "batch" ? 0 : null);
  if (value === null) return null;
  return axis === "H_kv" ? Math.floor(value / group) : axis === "G" ? value % group : value;
}

/**
 * The query head an index is of (of a key/value head the first), or null where no axis tells.
 * @param {readonly string[]} axes
 * @param {readonly number[]} index
 * @param {number} group
 */
export const headOf = (axes, index, group) => headsOf(axes, group)?.(index) ?? null;

/**
 * The same for many indices; null where no axis tells.
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
 * Where a tensor's axes are pinned down by some of a selection's fields.
 * @param {readonly string[]} axes
 * @param {Selection} selection
 * @param {readonly Field[]} fields
 * @param {number} [group]
 * @returns {Map<number, number> | null} axis position -> value; null where a field has no axis here or is open
 */
export function pinned(axes, selection, fields, group = 1) {
  const at = new Map();
  const found = new Set();
  for (const [i, axis] of axes.entries()) {
    const field = fieldOf(axis);
    const value = fields.includes(field) ? coordinate(axis, selection, group) : null;
    if (value === null) continue;
    at.set(i, value);
    found.add(field);
  }
  return found.size === fields.length ? at : null;
}

/**
 * The selected element's index in a step, or null where the selection leaves it open or the step has no such element.
 * @param {Step} step
 * @param {Selection} selection
 * @param {readonly Step[]} steps
 * @param {Step["lane"]} [lane]  whose, where the step has those of several
 * @returns {number[] | null}
 */
export function elementIn(step, selection, steps, lane) {
  const speaker = speakerOf(step, steps, step.lane ?? lane ?? selection.lane);
  const group = groupSize(steps);
  const index = speaker.axes.map((axis, i) => {
    const at = coordinate(axis, selection, group) ?? -1;
    return axis === "B" ? Math.min(at, speaker.shape[i] - 1) : at; // of one sentence there is no other
  });
  if (index.some((i, axis) => i < 0 || i >= speaker.shape[axis])) return null;
  return carry(speaker, index, step);
}

/**
 * The selected element's index in a step; where the selection leaves an axis open, its first, and where the step ends sooner, its last.
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
    step.axes.map((axis, i) => Math.min(coordinate(axis, selection, group) ?? 0, step.shape[i] - 1))
  );
}

/**
 * What selecting an element means.
 * @param {Step} step
 * @param {readonly number[]} index
 * @param {readonly Step[]} steps
 * @returns {Partial<Selection>}
 */
export function meaningOf(step, index, steps) {
  const speakers = speakersOf(step, steps);
  const speaker = speakers.find((each) => carry(step, index, each));
  const spoken = speaker && carry(step, index, speaker);
  if (!spoken) return {};
  const head = headOf(speaker.axes, spoken, groupSize(steps));
  /** @type {Partial<Selection>} */
  const meaning = head === null ? {} : { head };
  if (speakers.some((each) => !carry(step, index, each))) meaning.lane = speaker.lane;
  speaker.axes.forEach((axis, i) => {
    const field = fieldOf(axis);
    if (field !== "head" && (field !== "batch" || speaker.shape[i] > 1)) meaning[field] = spoken[i];
  });
  return meaning;
}

/**
 * Who can say which head an element is of: this step, or one that shares its memory, of a lane's own where it has any.
 * @param {Step} step @param {readonly Step[]} steps @param {Step["lane"]} [lane]
 */
export function speakerOf(step, steps, lane = step.lane) {
  const own = lane ? steps.filter((each) => each === step || each.lane === lane) : [];
  const among = (/** @type {readonly Step[]} */ all) =>
    withAxis(step, all, "H") ?? withAxis(step, all, "H_kv");
  return among(own) ?? among(steps) ?? step;
}

/** All who can, where several lanes lie side by side in its memory: each for its own elements. @param {Step} step @param {readonly Step[]} steps */
export function speakersOf(step, steps) {
  const lanes = /** @type {const} */ (["q", "k", "v"]);
  return lanes.map((lane) => speakerOf(step, steps, step.lane ?? lane));
}
