import { SLICE_GAP, fitGrid, gapBetween, mostAcross, mostDown, mostSlices } from "./grid.js";
import { axisKind } from "./palette.js";

/**
 * Layout of a tensor of any rank: the last axis runs along the columns, the axis before it along the rows. If that axis is the heads, they
 * share the columns with the features, as in memory. Each index of the remaining axes is a slice in a grid. Axes that do not fit are
 * windowed around the focus, and the layout states the windows.
 *
 * @typedef {object} Span       the shown part of an axis
 * @property {string} axis        name of the axis; for slices along several axes, their names joined
 * @property {number} from
 * @property {number} count
 * @property {number} of        size of the axis
 *
 * @typedef {object} Slice
 * @property {number} x
 * @property {number} y
 * @property {number[]} index   index of the first shown cell
 *
 * @typedef {object} Layout
 * @property {readonly string[]} axes
 * @property {readonly number[]} shape
 * @property {number} rowAxis       positions in `axes`
 * @property {number} groupAxis     axis of heads along the columns, or -1
 * @property {number} colAxis
 * @property {Span} rows
 * @property {Span | null} groups
 * @property {Span} cols
 * @property {readonly number[]} rest  remaining axes: their indices are the slices
 * @property {number} first         index of the first shown slice
 * @property {Slice[]} slices
 * @property {Span | null} [item]   the shown item of a batch, if only one is shown
 * @property {Span | null} sliced   the shown slices, over all remaining axes together
 * @property {number} columns       slices per line
 * @property {number} cw            pitch of a cell
 * @property {number} ch
 * @property {number} gap
 * @property {number} width
 * @property {number} height
 */

/**
 * @param {readonly string[]} axes
 * @param {readonly number[]} shape
 * @param {import("./grid.js").Room} room
 * @param {readonly number[]} focus  index that must be in view
 * @param {readonly (number | undefined)[]} [starts]  by axis: start of the windows of rows and columns, instead of around the focus
 * @returns {Layout}
 */
export function layoutTensor(axes, shape, room, focus, starts = []) {
  const layout = layoutIn(axes, shape, room, focus, starts);
  if (!hidesHeads(layout) || room.slices !== undefined || room.small) return layout;
  // Smaller cells are better than hidden heads.
  const smaller = layoutIn(axes, shape, { ...room, small: true }, focus, starts);
  return hidesHeads(smaller) ? layout : smaller;
}

/** Whether slices, or heads along the columns, are outside of the layout. @param {Layout} layout */
const hidesHeads = ({ sliced, groups }) => Boolean(sliced) || (groups !== null && groups.count < groups.of);

/**
 * @param {readonly string[]} axes @param {readonly number[]} shape @param {import("./grid.js").Room} room @param {readonly number[]} focus
 * @param {readonly (number | undefined)[]} starts @returns {Layout}
 */
function layoutIn(axes, shape, room, focus, starts) {
  const rank = shape.length;
  const colAxis = rank - 1;
  const groupAxis = rank > 3 && axisKind(axes[rank - 2]) === "H" ? rank - 2 : -1;
  const rowAxis = groupAxis < 0 ? rank - 2 : rank - 3;
  const item =
    room.item === undefined || axes[0] !== "B"
      ? null
      : { axis: "B", from: room.item, count: 1, of: shape[0] };
  const rest = axes
    .map((_, i) => i)
    .filter((i) => i !== colAxis && i !== groupAxis && i !== rowAxis && !(item && i === 0));
  const sliceCount = rest.reduce((n, i) => n * shape[i], 1);

  const most = mostAcross(room, sliceCount);
  const cols = shownSpan(axes, shape, focus, colAxis, most, starts[colAxis]);
  const groups =
    groupAxis < 0
      ? null
      : shownSpan(axes, shape, focus, groupAxis, Math.max(1, Math.floor(most / cols.count)));
  const down = room.square ? Math.max(12, most) : mostDown(room);
  const rows = shownSpan(axes, shape, focus, rowAxis, down, starts[rowAxis]);

  const table = { across: cols.count * (groups?.count ?? 1), down: rows.count };
  const shownSlices = Math.min(sliceCount, room.slices ?? mostSlices(table, room));
  const grid = fitGrid(shownSlices, table, room);
  const first = windowStart(flatten(rest, shape, focus), shownSlices, sliceCount);
  const pitch = {
    x: Math.max(table.across * grid.cw, room.least ?? 0) + SLICE_GAP.x,
    y: rows.count * grid.ch + grid.head + SLICE_GAP.y,
  };
  const slices = Array.from({ length: shownSlices }, (_, n) => {
    const index = unflatten(rest, shape, first + n);
    if (item) index[0] = item.from;
    return {
      x: (n % grid.columns) * pitch.x,
      y: Math.floor(n / grid.columns) * pitch.y + grid.head - (room.foot ?? 0),
      index,
    };
  });
  return {
    axes,
    shape,
    rowAxis,
    groupAxis,
    colAxis,
    rest,
    first,
    rows,
    groups,
    cols,
    slices,
    item,
    sliced:
      shownSlices < sliceCount
        ? { axis: namesOf(rest, axes, shape), from: first, count: shownSlices, of: sliceCount }
        : null,
    columns: grid.columns,
    cw: grid.cw,
    ch: grid.ch,
    gap: gapBetween(grid.cw, grid.ch),
    width: Math.min(shownSlices, grid.columns) * pitch.x - SLICE_GAP.x,
    height: Math.ceil(shownSlices / grid.columns) * pitch.y - SLICE_GAP.y,
  };
}

/**
 * Rectangle of an element's cell, including the gap; null outside the windows.
 * @param {Layout} layout
 * @param {readonly number[]} index
 */
export function cellOf(layout, index) {
  const slice = layout.slices[flatten(layout.rest, layout.shape, index) - layout.first];
  const row = index[layout.rowAxis] - layout.rows.from;
  const col = index[layout.colAxis] - layout.cols.from;
  const group = layout.groups ? index[layout.groupAxis] - layout.groups.from : 0;
  if (
    !slice ||
    (layout.item && index[0] !== layout.item.from) ||
    !isInSpan(row, layout.rows) ||
    !isInSpan(col, layout.cols) ||
    (layout.groups && !isInSpan(group, layout.groups))
  )
    return null;
  return {
    x: slice.x + (group * layout.cols.count + col) * layout.cw,
    y: slice.y + row * layout.ch,
    w: layout.cw,
    h: layout.ch,
  };
}

/**
 * Index of the element at a point; null between cells.
 * @param {Layout} layout
 * @param {number} x
 * @param {number} y
 * @returns {number[] | null}
 */
export function indexAt(layout, x, y) {
  const across = layout.cols.count * (layout.groups?.count ?? 1);
  for (const slice of layout.slices) {
    const col = Math.floor((x - slice.x) / layout.cw);
    const row = Math.floor((y - slice.y) / layout.ch);
    if (col < 0 || row < 0 || col >= across || row >= layout.rows.count) continue;
    return indexIn(layout, slice, row, col);
  }
  return null;
}

/**
 * @param {Layout} layout
 * @param {Slice} slice
 * @param {number} row  within the window
 * @param {number} col  within the window, including groups
 * @param {number[]} [index]  array of the same slice to write to, to avoid thousands of allocations
 */
export function indexIn(layout, slice, row, col, index = slice.index.slice()) {
  index[layout.rowAxis] = layout.rows.from + row;
  index[layout.colAxis] = layout.cols.from + (col % layout.cols.count);
  if (layout.groups) index[layout.groupAxis] = layout.groups.from + Math.floor(col / layout.cols.count);
  return index;
}

/** @param {Pick<Layout, "item" | "sliced" | "groups" | "rows" | "cols">} layout @returns {Span[]} the windowed axes, for the caption */
export function windows(layout) {
  return [layout.item, layout.sliced, layout.groups, layout.rows, layout.cols].filter(
    /** @returns {span is Span} */ (span) => Boolean(span && span.count < span.of),
  );
}

/**
 * Names of the axes that make slices, as the core writes axes that are counted together.
 * @param {readonly number[]} rest @param {readonly string[]} axes @param {readonly number[]} shape
 */
const namesOf = (rest, axes, shape) => rest.flatMap((axis) => (shape[axis] > 1 ? axes[axis] : [])).join("*");

/** @param {number} at @param {Span} span */
const isInSpan = (at, span) => at >= 0 && at < span.count;

/** @param {readonly string[]} axes @param {readonly number[]} shape @param {readonly number[]} focus @param {number} axis @param {number} most @param {number} [start] @returns {Span} */
export function shownSpan(axes, shape, focus, axis, most, start) {
  const of = shape[axis];
  const count = Math.min(of, most);
  const from =
    start === undefined ? windowStart(focus[axis] ?? 0, count, of) : Math.max(0, Math.min(start, of - count));
  return { axis: axes[axis], from, count, of };
}

/** Start of the window that contains `at`. Windows move by their whole size, so that small steps do not shift them.
 * @param {number} at @param {number} count @param {number} of */
function windowStart(at, count, of) {
  return Math.min(Math.floor(at / count) * count, of - count);
}

/** @param {readonly number[]} axes @param {readonly number[]} shape @param {readonly number[]} index */
export function flatten(axes, shape, index) {
  return axes.reduce((at, axis) => at * shape[axis] + (index[axis] ?? 0), 0);
}

/** @param {readonly number[]} axes @param {readonly number[]} shape @param {number} at */
export function unflatten(axes, shape, at) {
  const index = shape.map(() => 0);
  for (let i = axes.length - 1; i >= 0; i--) {
    index[axes[i]] = at % shape[axes[i]];
    at = Math.floor(at / shape[axes[i]]);
  }
  return index;
}
