import { carry, indexOf, offsetOf, ownerOf, withAxis } from "../state/memory.js";
import { path, rect, text } from "./marks.js";
import { axisColor, axisKind } from "./palette.js";
import { huesOf, tokensAlong } from "./staged.js";
import { scaleOf } from "./scale.js";
import { shorten } from "./tensor-labels.js";
import { oneAlong } from "../text/axes.js";

/**
 * The buffer behind a step as one row of cells, with an arc from the selected element to its neighbour along each axis:
 * how far apart in memory the strides put them.
 *
 * @typedef {import("../core/types.js").Step} Step
 *
 * @typedef {object} TapeView
 * @property {import("../state/picture.js").Picture} picture
 * @property {Step} step
 * @property {readonly number[] | null} element
 * @property {"head" | "token"} by
 * @property {string | null} [axis]  the kind of axis pointed at in index notation
 *
 * @typedef {import("./marks.js").Scene & { from: number, count: number, pitch: number, top: number, base: Step }} TapeScene  top: of the cells
 */

const ARCS = 68; // px above the cells, for three arcs
const LEVEL = 20; // px from arc to arc
const LEAD = 110; // px before the element: room for an arc's name
const CELL = { min: 9.6, max: 20, height: 27 };

/** @param {TapeView} view @param {import("./marks.js").Surface} surface @returns {TapeScene} */
export function tapeScene({ picture, step, element, by, axis = null }, surface) {
  const { base, ...part } = tapeWindow({ picture, step, element }, surface.width);
  const { from, pitch } = part;
  const values = picture.values(base.id);
  const selected = element ? offsetOf(step, element) - base.offset : null;
  const arcs = step.axes.map((_, axis) => axis).filter((axis) => step.shape[axis] > 1);
  const top = ARCS + LEVEL * Math.max(0, arcs.length - 3);
  const window = { ...part, top };
  return {
    width: surface.width,
    height: top + CELL.height + 26,
    ...window,
    base,
    marks: [
      cellMarks(picture, base, by, values, surface, window),
      ...tokenMarks(picture, base, surface, window),
      ...(element && selected !== null
        ? arcMarks(
            step,
            element,
            arcs,
            axis,
            surface,
            top,
            (offset) => (offset - base.offset - from + 0.5) * pitch,
          )
        : []),
      ...(selected !== null ? [outline((selected - from) * pitch, pitch, top, surface)] : []),
    ],
  };
}

/**
 * What part of the memory there is room for, around the element.
 * @param {Pick<TapeView, "picture" | "step" | "element">} view @param {number} width
 */
export function tapeWindow({ picture, step, element }, width) {
  const base = ownerOf(step, picture.steps);
  const of = base.shape.reduce((a, b) => a * b);
  const pitch = Math.min(CELL.max, Math.max(CELL.min, width / of));
  const count = Math.min(of, Math.floor(width / pitch));
  const at = element ? offsetOf(step, element) - base.offset : 0;
  return { base, of, pitch, count, from: windowStart(at, count, of, step.strides, LEAD / pitch) };
}

/** Around a cell, and within the surface where the cell is the first or last. @param {number} x @param {number} pitch @param {number} top @param {import("./marks.js").Surface} surface */
function outline(x, pitch, top, { palette, width }) {
  const left = Math.max(1, x - 1.5);
  const w = Math.min(width - 1, x + pitch) - left;
  return rect({ x: left, y: top - 2, w, h: CELL.height + 3, stroke: palette.ink, line: 2, radius: 2 });
}

/** The element under a point, as an index of the owner's. @param {TapeScene} scene @param {number} x @param {number} y */
export function hitTape(scene, x, y) {
  const at = Math.floor(x / scene.pitch);
  if (at < 0 || at >= scene.count || y < scene.top - 6 || y > scene.top + CELL.height + 6) return null;
  return indexOf(scene.base, scene.base.offset + scene.from + at);
}

/**
 * From a whole row of the widest axis that fits twice, so that the window does not shift with every step to the side; and, where
 * another row fits, with some cells before the element.
 * @param {number} at @param {number} count @param {number} of @param {readonly number[]} strides @param {number} lead
 */
function windowStart(at, count, of, strides, lead) {
  const row = Math.max(1, ...strides.filter((stride) => stride * 2 <= count));
  const start = Math.floor(at / row) * row;
  const before = at - start < lead && row * 3 <= count ? row : 0;
  return Math.max(0, Math.min(start - before, of - count));
}

/** @typedef {{ from: number, count: number, pitch: number, top: number }} Window */

/** @param {import("../state/picture.js").Picture} picture @param {Step} base @param {"head" | "token"} by @param {Float32Array} values @param {import("./marks.js").Surface} surface @param {Window} window @returns {import("./marks.js").Cells} */
function cellMarks(picture, base, by, values, { palette }, { from, count, pitch, top }) {
  const scale = scaleOf([values], false);
  const hue = by === "head" ? huesOf(base, picture.steps) : tokenOf(base, picture.steps);
  const rgba = Uint32Array.from({ length: count }, (_, i) => {
    const index = /** @type {number[]} */ (indexOf(base, base.offset + from + i));
    return (hue ? palette.cells(hue(index)) : palette.model)[scale.index(values[from + i])];
  });
  return { kind: "cells", x: 0, y: top, rows: 1, cols: count, cw: pitch, ch: CELL.height, gap: 1, rgba };
}

/** Which token's memory this is, as a line under its cells. @param {import("../state/picture.js").Picture} picture @param {Step} base @param {import("./marks.js").Surface} surface @param {Window} window */
function tokenMarks(picture, base, { palette, measure }, { from, count, pitch, top }) {
  const token = tokenOf(base, picture.steps);
  const words = tokensAlong(tokenAxis(base, picture.steps) ?? "T", picture.settings);
  const marks = [];
  const at = (/** @type {number} */ i) =>
    token?.(/** @type {number[]} */ (indexOf(base, base.offset + from + i)));
  const y = top + CELL.height + 20;
  for (let i = 0, start = 0; token && i < count; i++) {
    const last = i === count - 1;
    if (!last && at(i + 1) === at(start)) continue;
    const word = shorten(words[at(start) ?? 0]);
    const x = start * pitch;
    const end = (i + 1) * pitch - 8;
    const width = measure(word);
    if (width < end - x + 6) marks.push(text({ x, y, text: word, fill: palette.axis.T }));
    if (x + width + 10 < end)
      marks.push(path({ d: `M${x + width + 8} ${y - 4}H${end}`, stroke: palette.axis.T, alpha: 0.55 }));
    start = i + 1;
  }
  return marks;
}

/** The axis that says whose memory it is: the queries' before the keys'. @param {Step} step @param {readonly Step[]} steps */
const tokenAxis = (step, steps) => ["T", "T_q", "T_k"].find((axis) => withAxis(step, steps, axis));

/** @param {Step} step @param {readonly Step[]} steps @returns {((index: readonly number[]) => number) | undefined} */
function tokenOf(step, steps) {
  const name = tokenAxis(step, steps);
  const speaker = name && withAxis(step, steps, name);
  if (!speaker) return undefined;
  const axis = speaker.axes.indexOf(name);
  return (index) => carry(step, index, speaker)?.[axis] ?? 0;
}

/**
 * @param {Step} step @param {readonly number[]} element @param {number[]} axes  with a neighbour along them
 * @param {string | null} lit
 * @param {import("./marks.js").Surface} surface @param {number} bottom @param {(offset: number) => number} xOf
 */
function arcMarks(step, element, axes, lit, { palette, measure, width }, bottom, xOf) {
  const offset = offsetOf(step, element);
  const x = xOf(offset);
  axes.sort((a, b) => step.strides[a] - step.strides[b]);
  const arcs = axes.map((axis, level) => {
    const forward = element[axis] + 1 < step.shape[axis];
    const stride = step.strides[axis];
    const name = oneAlong(step.axes[axis].replace("_q", "")); // what a query asks for lies in its token's memory
    return {
      label: `${forward ? "next" : "previous"} ${name} ${forward ? "+" : "−"}${stride}${stride ? "" : ": the same"}`,
      stroke: axisColor(palette, step.axes[axis]),
      line: axisKind(step.axes[axis]) === lit ? 3 : 1.5,
      to: xOf(offset + (forward ? stride : -stride)),
      top: bottom - 14 - level * LEVEL,
    };
  });
  const ends = arcs.map(({ to }) => to);
  const names = arcs.map(({ label, stroke, to, top }, level) => {
    const wide = measure(label, 12.5, true);
    const { above, ...place } = labelPlace(x, to, wide, width, ends.slice(level + 1));
    return text({
      ...place,
      y: top + (above ? -4 : 4),
      text: label,
      fill: stroke,
      bold: true,
      halo: palette.paper,
    });
  });
  const lines = arcs.map(({ to, top, stroke, line }) =>
    path({ d: arc(x, to, top, bottom - 4), stroke, line }),
  );
  return [...lines, ...names]; // no arc through a name
}

/**
 * Above the arc's middle where it is long enough, else beside it, else on it. To the right, past the ends of higher arcs that would
 * come down through it, where there is room.
 * @param {number} x @param {number} to @param {number} wide @param {number} width @param {number[]} ends
 * @returns {{ x: number, align: "start" | "middle" | "end", above: boolean }}
 */
function labelPlace(x, to, wide, width, ends) {
  const right = Math.min(Math.max(x, to), width);
  const left = Math.max(Math.min(x, to), 0);
  const middle = (left + right) / 2;
  if (right - left > wide + 24) return { x: middle, align: "middle", above: true };
  if (left - 8 - wide >= 0) return { x: left - 8, align: "end", above: false };
  const crossed = ends.filter((end) => end > right && end < right + 16 + wide);
  const starts = [Math.max(right, ...crossed) + 8, right + 8].filter((start) => start + wide <= width);
  if (starts.length) return { x: starts[0], align: "start", above: false };
  return { x: middle, align: "middle", above: false };
}

/** A flat-topped arc: up, along, down; a stride of 0 ends where it began. @param {number} x @param {number} to @param {number} top @param {number} bottom */
function arc(x, to, top, bottom) {
  if (x === to) return `M${x} ${bottom}C${x - 16} ${top - 4} ${x + 16} ${top - 4} ${x} ${bottom}`;
  const bend = Math.min(Math.abs(to - x) / 2, 44) * Math.sign(to - x);
  return `M${x} ${bottom}C${x} ${top} ${x + bend / 2} ${top} ${x + bend} ${top}H${to - bend}C${to - bend / 2} ${top} ${to} ${top} ${to} ${bottom}`;
}
