import { NOTHING } from "../kit/state/selection.js";
import { shift, text } from "../kit/draw/marks.js";
import { cellOf, indexAt, layoutTensor } from "../kit/draw/slices.js";
import { gutterFor } from "../kit/draw/token-words.js";
import { tensorMarks } from "../kit/draw/tensor.js";

/**
 * One matrix of a lab: title, cells, and labels along its sides.
 *
 * @typedef {object} Matrix
 * @property {string} title
 * @property {readonly [string, string]} axes  names of rows and columns, as in a step
 * @property {readonly [number, number]} shape
 * @property {ArrayLike<number>} values        row-major
 * @property {import("../kit/draw/scale.js").Scale} scale
 * @property {import("../kit/draw/palette.js").Ramp} ramp
 * @property {readonly string[] | null} [rows]  labels beside the rows
 * @property {readonly string[] | null} [cols]  labels below the columns
 * @property {readonly [number, number]} [focus]  index that must be in view
 * @property {Partial<import("../kit/state/selection.js").Selection>} [selection]
 * @property {readonly [number, number] | null} [element]  index of the outlined element
 * @property {(index: readonly number[]) => boolean} [struck]  cells with wrong values
 *
 * @typedef {object} Place
 * @property {number} x        of the cells; labels stand to the left
 * @property {number} y        of the title
 * @property {number} width    of the cells
 * @property {number} height   preferred height
 * @property {boolean} [square]
 * @property {number} [maxCell]
 *
 * @typedef {object} Placed
 * @property {import("../kit/draw/marks.js").Mark[]} marks
 * @property {import("../kit/draw/slices.js").Layout} layout
 * @property {number} right
 * @property {number} bottom   below the labels of the columns
 * @property {(x: number, y: number) => [number, number] | null} hit
 * @property {(row: number, col: number) => { x: number, y: number, w: number, h: number } | null} cell
 */

export const TITLE = 22; // px, above the cells

/** @param {Matrix} matrix @param {import("../kit/draw/marks.js").Surface} surface @param {Place} place @returns {Placed} */
export function placeMatrix(matrix, surface, { x, y, width, height, square = false, maxCell }) {
  const {
    title,
    axes,
    shape,
    values,
    scale,
    ramp,
    rows = null,
    cols = null,
    element = null,
    struck,
  } = matrix;
  const room = { width, height, square, slices: 1, maxCell };
  const layout = layoutTensor(axes, shape, room, matrix.focus ?? [0, 0]);
  const top = y + TITLE;
  const tensor = {
    ...{ layout, values, scale, ramp: () => ramp, element, struck, rowLabels: rows, colLabels: cols },
    selection: { ...NOTHING, ...matrix.selection },
    group: 1,
    named: () => "",
  };
  return {
    layout,
    marks: [
      text({ x, y: y + 13, text: title, size: 13, bold: true, fill: surface.palette.ink }),
      ...tensorMarks(tensor, surface).map((mark) => shift(mark, x, top)),
    ],
    right: x + layout.width,
    bottom: top + layout.height + (cols ? gutterFor(cols, surface) + 10 : 0),
    hit(px, py) {
      const index = indexAt(layout, px - x, py - top);
      return index && [index[0], index[1]];
    },
    cell(row, col) {
      const place = cellOf(layout, [row, col]);
      return place && { ...place, x: place.x + x, y: place.y + top };
    },
  };
}

/**
 * The windowed axes, in lines.
 * @param {readonly string[]} lines
 * @param {import("../kit/draw/marks.js").Surface} surface
 * @param {number} y
 * @returns {import("../kit/draw/marks.js").Mark[]}
 */
export const captionMarks = (lines, { palette }, y) =>
  lines.map((line, i) => text({ x: 0, y: y + (i + 1) * 18 - 4, text: line, fill: palette.muted }));
