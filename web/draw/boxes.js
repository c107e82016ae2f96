import { cellOf } from "./slices.js";

/**
 * The rectangles that hold every shown element whose index has the given values: a token's row in
 * each slice, a head's stripe, one cell.
 *
 * @param {import("./slices.js").Layout} layout
 * @param {Map<number, number>} at  axis position -> value
 * @returns {{ x: number, y: number, w: number, h: number }[]}
 */
export function boxesOf(layout, at) {
  const boxes = [];
  for (const slice of layout.slices) {
    const from = slice.index.slice();
    const to = slice.index.slice();
    widen(from, to, layout.rowAxis, layout.rows);
    widen(from, to, layout.colAxis, layout.cols);
    if (layout.groups) widen(from, to, layout.groupAxis, layout.groups);
    let inside = true;
    for (const [axis, value] of at) {
      inside &&= from[axis] <= value && value <= to[axis];
      from[axis] = to[axis] = value;
    }
    if (!inside) continue;
    // A feature of every head is one box a head; anything else is one box a slice.
    const stripes =
      layout.groups && at.has(layout.colAxis) && !at.has(layout.groupAxis) ? layout.groups.count : 1;
    for (let stripe = 0; stripe < stripes; stripe++) {
      if (stripes > 1)
        from[layout.groupAxis] = to[layout.groupAxis] = /** @type {any} */ (layout.groups).from + stripe;
      const first = cellOf(layout, from);
      const last = cellOf(layout, to);
      if (first && last)
        boxes.push({ x: first.x, y: first.y, w: last.x + last.w - first.x, h: last.y + last.h - first.y });
    }
  }
  return boxes;
}

/** @param {number[]} from @param {number[]} to @param {number} axis @param {import("./slices.js").Span} span */
function widen(from, to, axis, span) {
  from[axis] = span.from;
  to[axis] = span.from + span.count - 1;
}
