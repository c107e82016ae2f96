import { headOf, pinned } from "../state/selection.js";
import { holds } from "../state/origin.js";
import { boxesOf } from "./boxes.js";
import { fade, legibleOn } from "./palette.js";
import { indexIn } from "./slices.js";
import { rect, text } from "./marks.js";

/**
 * One tensor as marks: its slices' cells, their titles, the labels of rows and columns and what is selected.
 *
 * @typedef {object} TensorPicture
 * @property {import("./slices.js").Layout} layout
 * @property {ArrayLike<number>} values     logical order
 * @property {import("./scale.js").Scale} scale
 * @property {(index: readonly number[]) => import("./palette.js").Ramp} ramp
 * @property {(index: readonly number[]) => number} [swatch]  the hue of a slice or stripe, where it has one
 * @property {import("../state/selection.js").Selection} selection
 * @property {number} group    query heads a key/value head
 * @property {readonly number[] | null} element  the selected element's index, where this tensor has it
 * @property {import("../state/origin.js").Block | null} [lit]  the elements a traced number came from; the others fade
 * @property {readonly string[] | null} rowLabels    by index along the row axis
 * @property {readonly string[] | null} colLabels
 * @property {(index: readonly number[]) => string} [note]  said beside a slice's title
 * @property {(value: number) => string} [format]
 */

export const LABEL = 12.5;

/**
 * @param {TensorPicture} picture
 * @param {import("./marks.js").Surface} surface
 * @returns {import("./marks.js").Mark[]} relative to the layout's corner
 */
export function tensorMarks(picture, surface) {
  return [
    ...picture.layout.slices.flatMap((slice) => sliceMarks(picture, surface, slice)),
    ...labelMarks(picture, surface),
    ...selectionMarks(picture, surface),
  ];
}

/** @param {TensorPicture} picture @param {import("./marks.js").Surface} surface @param {import("./slices.js").Slice} slice */
function sliceMarks(picture, surface, slice) {
  const { layout, values, scale } = picture;
  const across = layout.cols.count * (layout.groups?.count ?? 1);
  const rgba = new Uint32Array(layout.rows.count * across);
  const strides = logicalStrides(layout.shape);
  const numbered = holdNumbers(picture, surface);
  /** @type {import("./marks.js").Mark[]} */
  const extra = [];
  for (let row = 0; row < layout.rows.count; row++) {
    for (let col = 0; col < across; col++) {
      const index = indexIn(layout, slice, row, col);
      const value = values[index.reduce((at, i, axis) => at + i * strides[axis], 0)];
      if (value === -Infinity) hatch(extra, surface, layout, slice, row, col);
      else {
        const color = picture.ramp(index)[scale.index(value)];
        rgba[row * across + col] =
          picture.lit && !holds(picture.lit, index) ? fade(color, surface.palette) : color;
        if (numbered) extra.push(numberIn(picture, slice, row, col, value, rgba[row * across + col]));
      }
    }
  }
  return [
    ...titleMarks(picture, surface, slice),
    /** @type {import("./marks.js").Cells} */ ({
      kind: "cells",
      x: slice.x,
      y: slice.y,
      rows: layout.rows.count,
      cols: across,
      cw: layout.cw,
      ch: layout.ch,
      gap: layout.gap,
      rgba,
    }),
    ...extra,
  ];
}

/** Whether the widest number, or nearly, fits in a cell. @param {TensorPicture} picture @param {import("./marks.js").Surface} surface */
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

/** A masked cell: two strokes, no hue. @param {import("./marks.js").Mark[]} marks @param {import("./marks.js").Surface} surface @param {import("./slices.js").Layout} layout @param {import("./slices.js").Slice} slice @param {number} row @param {number} col */
function hatch(marks, surface, layout, slice, row, col) {
  const x = slice.x + col * layout.cw;
  const y = slice.y + row * layout.ch;
  const w = layout.cw - layout.gap;
  const h = layout.ch - layout.gap;
  marks.push({
    kind: "path",
    d: `M${x} ${y + h / 2}L${x + w / 2} ${y}M${x} ${y + h}L${x + w} ${y}M${x + w / 2} ${y + h}L${x + w} ${y + h / 2}`,
    stroke: surface.palette.muted,
    line: 0.75,
    alpha: 0.75,
  });
}

/** @param {TensorPicture} picture @param {import("./marks.js").Surface} surface @param {import("./slices.js").Slice} slice */
function titleMarks(picture, surface, slice) {
  const { layout } = picture;
  const { palette } = surface;
  const marks = [];
  if (layout.groups) {
    const width = layout.cols.count * layout.cw;
    for (let i = 0; i < layout.groups.count; i++) {
      const index = indexIn(layout, slice, 0, i * layout.cols.count);
      const x = slice.x + i * width;
      if (picture.swatch)
        marks.push(
          rect({
            x: x + 0.5,
            y: slice.y - 4.5,
            w: width - 1.5,
            h: 2,
            fill: palette.swatch(picture.swatch(index)),
          }),
        );
      if (width >= 14)
        marks.push(
          text({
            x: x + width / 2,
            y: slice.y - 9,
            text: String(index[layout.groupAxis]),
            fill: palette.muted,
            align: "middle",
          }),
        );
    }
  }
  const head = layout.groups ? null : headOf(layout.axes, slice.index, picture.group);
  if (head === null) return marks;
  const width = layout.cols.count * layout.cw;
  const shared = !layout.axes.includes("H") && !layout.axes.includes("G");
  const number = shared ? head / picture.group : head;
  const name = `${width > 70 ? (shared ? "kv-head " : "head ") : ""}${number}`;
  let x = slice.x;
  if (picture.swatch) {
    marks.push(
      rect({ x, y: slice.y - 16, w: 9, h: 9, radius: 2, fill: palette.swatch(picture.swatch(slice.index)) }),
    );
    x += 14;
  }
  const { head: chosenHead } = picture.selection;
  const chosen =
    chosenHead !== null && (shared ? Math.floor(chosenHead / picture.group) === number : chosenHead === head);
  marks.push(
    text({ x, y: slice.y - 7.5, text: name, size: 13, fill: palette.ink, bold: chosen || !picture.swatch }),
  );
  const note = picture.note?.(slice.index);
  const room = slice.x + width - x - surface.measure(name, 13, true) - 8;
  if (note && surface.measure(note, LABEL) <= room)
    marks.push(
      text({
        x: slice.x + width - layout.gap,
        y: slice.y - 7.5,
        text: note,
        fill: palette.muted,
        align: "end",
      }),
    );
  return marks;
}

/** @param {TensorPicture} picture @param {import("./marks.js").Surface} surface */
function labelMarks(picture, surface) {
  const { layout, selection } = picture;
  const marks = [];
  const lefts = layout.slices.filter((slice) => slice.x === 0);
  if (picture.rowLabels) {
    const every = Math.ceil(13 / layout.ch);
    for (const slice of lefts)
      for (let row = 0; row < layout.rows.count; row++) {
        const at = layout.rows.from + row;
        const chosen = at === selection.token;
        if (!chosen && (row % every || (selection.token !== null && Math.abs(at - selection.token) < every)))
          continue;
        marks.push(
          label(surface, picture.rowLabels[at], chosen, {
            x: -8,
            y: slice.y + (row + 0.5) * layout.ch + 4,
            align: "end",
          }),
        );
      }
  }
  if (picture.colLabels) {
    const every = Math.ceil(13 / layout.cw);
    const bottom = Math.max(...layout.slices.map((slice) => slice.y));
    for (const slice of layout.slices.filter((s) => s.y === bottom))
      for (let col = 0; col < layout.cols.count; col += every) {
        const at = layout.cols.from + col;
        const place = {
          x: slice.x + (col + 0.5) * layout.cw + 4,
          y: slice.y + layout.rows.count * layout.ch + 8,
          turn: -90,
        };
        marks.push(label(surface, picture.colLabels[at], at === selection.key, { ...place, align: "end" }));
      }
  }
  return marks;
}

/** @param {import("./marks.js").Surface} surface @param {string} word @param {boolean} chosen @param {{ x: number, y: number, align: "start" | "end", turn?: number }} place */
function label(surface, word, chosen, place) {
  const { palette } = surface;
  return text({ ...place, text: shorten(word), fill: chosen ? palette.axis.T : palette.muted, bold: chosen });
}

/** @param {string} word */
export const shorten = (word) => ([...word].length > 11 ? `${[...word].slice(0, 10).join("")}…` : word);

/** @param {TensorPicture} picture @param {import("./marks.js").Surface} surface */
function selectionMarks({ layout, selection, group, element }, { palette }) {
  /** @type {import("./marks.js").Mark[]} */
  const marks = [];
  const outline = (
    /** @type {Map<number, number> | null} */ at,
    /** @type {string} */ stroke,
    /** @type {number} */ line,
  ) => {
    if (!at) return;
    for (const box of boxesOf(layout, at))
      marks.push(rect({ x: box.x - 1, y: box.y - 1, w: box.w + 1, h: box.h + 1, stroke, line, radius: 2 }));
  };
  outline(pinned(layout.axes, selection, ["token"], group), palette.axis.T, 1.25);
  outline(pinned(layout.axes, selection, ["token", "head"], group), palette.ink, 1.75);
  if (element) outline(new Map(element.map((value, axis) => [axis, value])), palette.ink, 2);
  return marks;
}

/** @param {readonly number[]} shape */
export function logicalStrides(shape) {
  const strides = shape.map(() => 1);
  for (let i = shape.length - 2; i >= 0; i--) strides[i] = strides[i + 1] * shape[i + 1];
  return strides;
}
