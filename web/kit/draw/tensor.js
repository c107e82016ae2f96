import { flatIndex, blockHolds } from "../state/memory.js";
import { cells, path, text } from "./marks.js";
import { fade, legibleOn } from "./palette.js";
import { indexIn } from "./slices.js";
import { axisMarks, labelMarks, selectionMarks, titleMarks } from "./tensor-labels.js";

/**
 * One tensor as marks: cells and titles of its slices, labels of rows and columns, and the selection.
 *
 * @typedef {object} TensorPicture
 * @property {import("./slices.js").Layout} layout
 * @property {ArrayLike<number>} values     logical order
 * @property {import("./scale.js").Scale} scale
 * @property {(slice: import("./slices.js").Slice) => import("./scale.js").Scale} [scaleIn]  scale of one slice, if slices have separate
 * scales
 * @property {(index: readonly number[]) => import("./palette.js").Ramp} ramp
 * @property {(index: readonly number[]) => number} [swatch]  head of a slice or stripe, for a swatch in its hue
 * @property {import("../state/selection.js").Selection} selection
 * @property {number} group    query heads per key/value head
 * @property {number | null} [layer]  layer in the names of heads, if the model has several
 * @property {readonly number[] | null} element  index of the selected element, if this tensor has it
 * @property {import("../state/memory.js").Block | null} [lit]  elements that the traced number depends on; others fade
 * @property {(index: readonly number[]) => boolean} [struck]  cells with wrong values, struck through
 * @property {string | null} [axis]  kind of the axis hovered in the index notation
 * @property {readonly string[] | null} rowLabels    by index along the row axis
 * @property {readonly string[] | null} colLabels
 * @property {(slice: import("./slices.js").Slice) => string} [named]  name of a slice; defaults to the name of its head
 * @property {(index: readonly number[]) => string} [note]  text beside a slice's title
 * @property {boolean} [noteBelow]  whether notes are below the titles, because they do not fit beside them
 * @property {number} [tight]  minimum width of such a note; defaults to the distance to the next slice
 * @property {boolean} [upright]  whether column labels are short enough to stand upright
 * @property {(value: number) => string} [format]
 */

/**
 * @param {TensorPicture} picture
 * @param {import("./marks.js").Surface} surface
 * @returns {import("./marks.js").Mark[]} relative to the corner of the layout
 */
export function tensorMarks(picture, surface) {
  return [
    ...picture.layout.slices.flatMap((slice) => [
      ...titleMarks(picture, surface, slice),
      ...cellMarks(picture, surface, slice),
    ]),
    ...labelMarks(picture, surface),
    ...axisMarks(picture, surface),
    ...selectionMarks(picture, surface),
  ];
}

/**
 * The cells of a slice, with marks on masked and wrong cells, and numbers if they fit.
 * @param {TensorPicture} picture @param {import("./marks.js").Surface} surface @param {import("./slices.js").Slice} slice
 */
export function cellMarks(picture, surface, slice) {
  const { layout } = picture;
  const { rgba, masked, wrong, numbers } = keptCells(picture, surface, slice);
  return [
    cells({
      x: slice.x,
      y: slice.y,
      rows: layout.rows.count,
      cols: layout.cols.count * (layout.groups?.count ?? 1),
      cw: layout.cw,
      ch: layout.ch,
      gap: layout.gap,
      rgba,
    }),
    ...(masked ? [path({ d: masked, stroke: surface.palette.muted, line: 0.75, alpha: 0.75 })] : []),
    ...(wrong ? [path({ d: wrong, stroke: surface.palette.ink, line: 0.75, alpha: 0.55 })] : []),
    ...numbers,
  ];
}

/** @typedef {{ rgba: Uint32Array, masked: string, wrong: string, numbers: import("./marks.js").Text[] }} SliceCells */

/**
 * Marks of slices, cached while only the selection changes.
 * @type {WeakMap<ArrayLike<number>, Map<string, SliceCells & Pick<TensorPicture, "format"> & { ramp: import("./palette.js").Ramp }>>}
 */
const kept = new WeakMap();
const MOST_KEPT = 200;

/** @param {TensorPicture} picture @param {import("./marks.js").Surface} surface @param {import("./slices.js").Slice} slice @returns {SliceCells} */
function keptCells(picture, surface, slice) {
  const { layout, values, lit, struck } = picture;
  if (lit || struck || layout.groups) return cellsOf(picture, surface, slice);
  const of = kept.get(values) ?? new Map();
  kept.set(values, of);
  const { min, max } = picture.scaleIn?.(slice) ?? picture.scale;
  const { rows, cols, cw, ch } = layout;
  const key = [
    ...slice.index,
    slice.x,
    slice.y,
    rows.from,
    rows.count,
    cols.from,
    cols.count,
    cw,
    ch,
    min,
    max,
  ].join();
  const known = of.get(key);
  const ramp = picture.ramp(slice.index);
  if (known?.ramp === ramp && known.format === picture.format) return known;
  const found = { ...cellsOf(picture, surface, slice), ramp, format: picture.format };
  if (of.size > MOST_KEPT) of.clear();
  of.set(key, found);
  return found;
}

/** @param {TensorPicture} picture @param {import("./marks.js").Surface} surface @param {import("./slices.js").Slice} slice @returns {SliceCells} */
function cellsOf(picture, surface, slice) {
  const { layout, values, scaleIn, lit, struck } = picture;
  const scale = scaleIn ? scaleIn(slice) : picture.scale;
  const { palette } = surface;
  const across = layout.cols.count * (layout.groups?.count ?? 1);
  const rgba = new Uint32Array(layout.rows.count * across);
  const numbered = holdNumbers(picture, surface);
  const [w, h] = [layout.cw - layout.gap, layout.ch - layout.gap];
  /** @type {import("./marks.js").Text[]} */
  const numbers = [];
  let masked = "";
  let wrong = "";
  const index = slice.index.slice();
  const { colAxis, cols, cw, ch } = layout;
  for (let row = 0; row < layout.rows.count; row++) {
    let at = 0; // `at` is the position in `values`, whose last axis is contiguous
    for (let col = 0; col < across; col++, at++) {
      if (col % cols.count === 0) at = flatIndex(layout, indexIn(layout, slice, row, col, index));
      else index[colAxis]++;
      const value = values[at];
      const place = row * across + col;
      if (Number.isNaN(value)) {
        wrong += crossed(slice.x + col * cw, slice.y + row * ch, w, h);
        if (numbered) numbers.push(numberIn(picture, slice, row, col, value, palette.dark ? 0 : 0xffffffff));
      } else if (value === -Infinity) masked += hatched(slice.x + col * cw, slice.y + row * ch, w, h);
      else {
        const color = picture.ramp(index)[scale.index(value)];
        rgba[place] = lit && !blockHolds(lit, index) ? fade(color, palette) : color;
        if (numbered) numbers.push(numberIn(picture, slice, row, col, value, rgba[place]));
      }
      if (struck?.(index)) wrong += crossed(slice.x + col * cw, slice.y + row * ch, w, h);
    }
  }
  return { rgba, masked, wrong, numbers };
}

/** Whether a number with about the most characters fits in a cell. @param {TensorPicture} picture @param {import("./marks.js").Surface} surface */
function holdNumbers({ layout, scale, format }, { measure }) {
  if (!format || layout.ch < 16) return false;
  return Math.max(measure(format(scale.min)), measure(format(scale.max))) + 4 <= layout.cw;
}

/** @param {TensorPicture} picture @param {import("./slices.js").Slice} slice @param {number} row @param {number} col @param {number} value @param {number} color */
function numberIn({ layout, format }, slice, row, col, value, color) {
  return text({
    x: slice.x + (col + 0.5) * layout.cw,
    y: slice.y + (row + 0.5) * layout.ch + 4.5,
    text: /** @type {(value: number) => string} */ (format)(value),
    fill: legibleOn(color),
    align: "middle",
  });
}

/** A masked cell: two strokes, no hue. @param {number} x @param {number} y @param {number} w @param {number} h */
const hatched = (x, y, w, h) =>
  `M${x} ${y + h / 2}L${x + w / 2} ${y}M${x} ${y + h}L${x + w} ${y}M${x + w / 2} ${y + h}L${x + w} ${y + h / 2}`;

/** A wrong cell: one stroke. @param {number} x @param {number} y @param {number} w @param {number} h */
const crossed = (x, y, w, h) => `M${x} ${y + h}L${x + w} ${y}`;
