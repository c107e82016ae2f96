import { cellOf } from "./slices.js";

/**
 * @typedef {import("./slices.js").Layout} Layout
 * @typedef {import("./slices.js").Span} Span
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 * @typedef {{ from: number, to: number }} Range  first and last index, both included
 */

/**
 * The rectangles around all shown elements whose index has the given values: a token's row in each slice, a head's stripe, or one cell.
 *
 * @param {Layout} layout
 * @param {Map<number, number>} at  axis position -> value
 */
export const boxesOf = (layout, at) =>
  boxesWithin(layout, new Map([...at].map(([axis, value]) => [axis, { from: value, to: value }])));

/**
 * The rectangles around all shown elements of a block.
 *
 * @param {Layout} layout
 * @param {ReadonlyMap<number, Range>} block  axis position -> first and last
 * @returns {Box[]}
 */
export function boxesWithin(layout, block) {
  /** @type {Box[]} */
  const boxes = [];
  for (const slice of layout.slices) {
    const from = slice.index.slice();
    const to = slice.index.slice();
    widen(from, to, layout.rowAxis, layout.rows);
    widen(from, to, layout.colAxis, layout.cols);
    if (layout.groups) widen(from, to, layout.groupAxis, layout.groups);
    for (const [axis, range] of block) {
      from[axis] = Math.max(from[axis], range.from);
      to[axis] = Math.min(to[axis], range.to);
    }
    if (from.some((first, axis) => first > to[axis])) continue;
    // A feature of every head has one box per head; any other block has one box per slice.
    const apart = layout.groups !== null && block.has(layout.colAxis);
    const [start, end] = [from[layout.groupAxis], to[layout.groupAxis]];
    for (let stripe = start ?? 0; stripe <= (end ?? 0); stripe++) {
      if (apart) from[layout.groupAxis] = to[layout.groupAxis] = stripe;
      boxes.push(boxSpanning(layout, from, to));
      if (!apart) break;
    }
  }
  return boxes;
}

/** @param {Layout} layout @param {readonly number[]} from @param {readonly number[]} to both ends are in view @returns {Box} */
function boxSpanning(layout, from, to) {
  const [first, last] = /** @type {Box[]} */ ([cellOf(layout, from), cellOf(layout, to)]);
  return { x: first.x, y: first.y, w: last.x + last.w - first.x, h: last.y + last.h - first.y };
}

/** @param {number[]} from @param {number[]} to @param {number} axis @param {Span} span */
function widen(from, to, axis, span) {
  from[axis] = span.from;
  to[axis] = span.from + span.count - 1;
}
