import { offsetOf, ownerOf } from "../../kit/state/memory.js";

/**
 * Where the numbers of one head lie in the memory of a step, computed from strides. The memory is read in rows of the step that owns it: a row a
 * token.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {{ from: number, to: number }} Range   first and last float, both included, counted from the start of the sentence's memory
 *
 * @typedef {object} Held
 * @property {Step} owner     step that owns the memory
 * @property {number} start   offset of the sentence's first float, counted from the start of the owner's numbers
 * @property {number} rows    tokens of the sentence
 * @property {number} cols    floats of a token
 * @property {Range[]} head   floats of the head
 * @property {Range[]} own    floats of one row of the head
 */

/**
 * @param {Step} step @param {readonly Step[]} steps
 * @param {{ head: number, token: number, item?: number }} of  item: the sentence of a batch
 * @returns {Held | null} null if the step has no axes of heads and tokens, or the memory no row a token
 */
export function heldIn(step, steps, { head, token, item = 0 }) {
  const [batches, heads, tokens] = ["B", "H", "T"].map((name) => axisOf(step, name));
  const owner = ownerOf(step, steps);
  const [rows, cols] = owner.shape.slice(-2);
  const [down, across] = owner.strides.slice(-2);
  const lines = axisOf(owner, "T") === owner.axes.length - 2 && across === 1 && down === cols;
  if (heads < 0 || tokens < 0 || !lines || axisOf(owner, "H") >= 0) return null;
  const start = owner.axes[0] === "B" ? item * owner.strides[0] : 0;
  const only = new Map([[heads, head]]);
  if (batches >= 0) only.set(batches, item);
  const rangesOf = (/** @type {ReadonlyMap<number, number>} */ fixed) =>
    merged(offsetsOf(step, fixed).map((offset) => offset - owner.offset - start));
  return {
    owner,
    start,
    rows,
    cols,
    head: rangesOf(only),
    own: rangesOf(new Map([...only, [tokens, token]])),
  };
}

/** Position of an axis; queries count as tokens. @param {Step} step @param {string} name */
const axisOf = ({ axes }, name) => axes.findIndex((axis) => axis === name || axis === `${name}_q`);

/** Offsets of all elements with the fixed indices. @param {Step} step @param {ReadonlyMap<number, number>} fixed by axis */
function offsetsOf(step, fixed) {
  /** @type {number[][]} */
  let indices = [[]];
  step.shape.forEach((size, axis) => {
    const at = fixed.get(axis);
    const along = at === undefined ? [...Array(size).keys()] : [at];
    indices = indices.flatMap((index) => along.map((i) => [...index, i]));
  });
  return indices.map((index) => offsetOf(step, index));
}

/** Runs of consecutive numbers. @param {number[]} numbers @returns {Range[]} */
function merged(numbers) {
  /** @type {Range[]} */
  const ranges = [];
  for (const number of numbers.sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && number <= last.to + 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges;
}

/**
 * The rows of memory in which floats lie: how many of each row, and the first and last of their columns.
 * @param {readonly Range[]} ranges @param {number} cols
 * @returns {{ row: number, count: number, from: number, to: number }[]}
 */
export function rowsOf(ranges, cols) {
  /** @type {Map<number, { row: number, count: number, from: number, to: number }>} */
  const rows = new Map();
  for (const range of ranges)
    for (let row = Math.floor(range.from / cols); row * cols <= range.to; row++) {
      const from = Math.max(range.from - row * cols, 0);
      const to = Math.min(range.to - row * cols, cols - 1);
      const known = rows.get(row) ?? { row, count: 0, from, to };
      rows.set(row, { ...known, count: known.count + to - from + 1, to });
    }
  return [...rows.values()];
}
