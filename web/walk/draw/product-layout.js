import { gapBetween, snap } from "../../kit/draw/grid.js";
import { flatten, shownSpan, unflatten } from "../../kit/draw/slices.js";

/**
 * Sizes of the cells of a product's three matrices, and the shown range of each axis. The left factor has the result's rows, the right factor has its
 * columns, and both factors show the same window of the axis that they share.
 *
 * @typedef {object} Product
 * @property {Span} rows
 * @property {Span} cols
 * @property {Span} shared
 * @property {number} cw      pitch of columns in all three
 * @property {number} down    pitch of rows in the right factor
 * @property {number} ch      pitch of rows in the left factor and the result
 *
 * @typedef {import("../../kit/draw/slices.js").Span} Span
 * @typedef {import("../../kit/draw/slices.js").Layout} Layout
 *
 * @typedef {object} Ask      the request for one axis
 * @property {string} axis      name of the axis
 * @property {number} of        size of the axis
 * @property {number} at        index that must be in view
 * @property {number} [start]   start of the window, if the reader has panned
 * @property {number} [most]    largest number of shown indices, such as one head's part
 */

const LEAST = { across: 3, down: 3, row: 6 }; // px; smaller cells merge with their neighbours
const MOST = 26;
const WISH = 15; // height of a row with a label

/**
 * @param {{ rows: Ask, cols: Ask, shared: Ask }} ask
 * @param {{ width: number, height: number }} room for the cells, without labels
 * @param {boolean} square  whether cells are square, as in a matrix of tokens by tokens
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
 * Layout of one matrix of a tensor: its last two axes.
 * @param {{ axes: readonly string[], shape: readonly number[], at: readonly number[] }} tensor  at: an element of the matrix
 * @param {readonly Span[]} spans  spans of rows and columns
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
const windowOf = ({ axis, of, at, start }, most) =>
  shownSpan([axis], [of], [at], 0, Math.max(1, most), start);
