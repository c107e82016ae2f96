import { gapBetween, snap } from "../../kit/draw/grid.js";
import { flatten, span, unflatten } from "../../kit/draw/slices.js";

/**
 * How large the cells of a product's three matrices are and which stretch of each axis is shown. Rows of the left factor are the
 * result's, columns of the right factor too, and the axis that both factors share has one window.
 *
 * @typedef {object} Product
 * @property {Span} rows
 * @property {Span} cols
 * @property {Span} shared
 * @property {number} cw      a column's pitch, of all three
 * @property {number} down    a row's pitch in the right factor
 * @property {number} ch      a row's pitch in the left factor and the result
 *
 * @typedef {import("../../kit/draw/slices.js").Span} Span
 * @typedef {import("../../kit/draw/slices.js").Layout} Layout
 *
 * @typedef {object} Ask      of one axis
 * @property {string} axis      its name
 * @property {number} of        its size
 * @property {number} at        what must be in view
 * @property {number} [start]   where its window begins instead
 * @property {number} [most]    how much of it is shown at most: one head's part
 */

const LEAST = { across: 3, down: 3, row: 6 }; // px; a smaller cell cannot be told from its neighbour
const MOST = 26;
const WISH = 15; // of a row that has words beside it

/**
 * @param {{ rows: Ask, cols: Ask, shared: Ask }} ask
 * @param {{ width: number, height: number }} room  for the cells alone
 * @param {boolean} square  cells as wide as high, as where tokens meet tokens
 * @returns {Product}
 */
export function fitProduct({ rows, cols, shared }, room, square) {
  const least = square ? { ...LEAST, row: LEAST.across } : LEAST;
  const across = Math.floor(room.width / least.across);
  const r = Math.min(size(rows), Math.max(1, Math.floor((room.height * 0.5) / least.row)));
  const n = Math.min(
    size(shared),
    Math.floor((room.height - r * least.row) / least.down),
    across - Math.min(size(cols), Math.floor(across / 2)),
  );
  const c = Math.min(size(cols), across - n);
  const windows = { rows: windowOf(rows, r), cols: windowOf(cols, c), shared: windowOf(shared, n) };
  const cw = Math.min(MOST, room.width / (n + c));
  if (square) {
    const all = snap(Math.min(cw, room.height / (n + r)));
    return { ...windows, cw: all, down: all, ch: all };
  }
  const down = snap(Math.min(MOST, Math.max(least.down, (room.height - r * WISH) / n)));
  const ch = snap(Math.min(MOST, Math.max(least.row, (room.height - n * down) / r)));
  return { ...windows, cw: snap(Math.min(cw, 1.5 * Math.max(ch, down))), down, ch };
}

/**
 * One matrix of a tensor, its last two axes down and across.
 * @param {{ axes: readonly string[], shape: readonly number[], at: readonly number[] }} tensor  at: one of the matrix's elements
 * @param {readonly Span[]} spans  of rows and columns
 * @param {number} cw
 * @param {number} ch
 * @returns {Layout}
 */
export function matrixLayout({ axes, shape, at }, [rows, cols], cw, ch) {
  const rest = axes.slice(0, -2).map((_, axis) => axis);
  const first = flatten(rest, shape, at);
  return {
    axes,
    shape,
    rowAxis: axes.length - 2,
    groupAxis: -1,
    colAxis: axes.length - 1,
    rest,
    first,
    rows,
    groups: null,
    cols,
    slices: [{ x: 0, y: 0, index: unflatten(rest, shape, first) }],
    sliced: null,
    columns: 1,
    cw,
    ch,
    gap: gapBetween(cw, ch),
    width: cols.count * cw,
    height: rows.count * ch,
  };
}

/** @param {Ask} ask */
const size = ({ of, most = of }) => Math.min(of, most);

/** @param {Ask} ask @param {number} most @returns {Span} */
const windowOf = ({ axis, of, at, start }, most) => span([axis], [of], [at], 0, Math.max(1, most), start);
