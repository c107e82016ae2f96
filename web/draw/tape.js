import { carry, indexOf, offsetOf, sharing, withAxis } from "../state/memory.js";
import { fieldOf } from "../state/selection.js";
import { path, rect, text } from "./marks.js";
import { axisColor } from "./palette.js";
import { huesOf, tokensAlong } from "./part.js";
import { scaleOf } from "./scale.js";
import { shorten } from "./tensor-labels.js";

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
 *
 * @typedef {import("./marks.js").Scene & { from: number, count: number, pitch: number, base: Step }} TapeScene
 */

const NAMES = /** @type {Record<string, string>} */ ({
  feature: "feature",
  head: "head",
  token: "token",
  key: "key",
  column: "feature",
});
const ARCS = 76; // px above the cells
const LEAD = 110; // px before the element: room for an arc's name
const CELL = { min: 9.6, max: 20, height: 27 };

/** @param {TapeView} view @param {import("./marks.js").Surface} surface @returns {TapeScene} */
export function tapeScene({ picture, step, element, by }, surface) {
  const base = ownerOf(step, picture.steps);
  const values = picture.values(base.id);
  const pitch = Math.min(CELL.max, Math.max(CELL.min, surface.width / values.length));
  const count = Math.min(values.length, Math.floor(surface.width / pitch));
  const selected = element ? offsetOf(step, element) - base.offset : null;
  const from = windowStart(selected ?? 0, count, values.length, step.strides, LEAD / pitch);
  return {
    width: surface.width,
    height: ARCS + CELL.height + 26,
    from,
    count,
    pitch,
    base,
    marks: [
      cellMarks(picture, base, by, values, surface, { from, count, pitch }),
      ...tokenMarks(picture, base, surface, { from, count, pitch }),
      ...(element && selected !== null
        ? arcMarks(step, element, surface, (offset) => (offset - base.offset - from + 0.5) * pitch)
        : []),
      ...(selected !== null
        ? [
            rect({
              x: (selected - from) * pitch - 1.5,
              y: ARCS - 2,
              w: pitch + 1.5,
              h: CELL.height + 3,
              stroke: surface.palette.ink,
              line: 2,
              radius: 2,
            }),
          ]
        : []),
    ],
  };
}

/** The step whose storage it is: the first to look at it. @param {Step} step @param {readonly Step[]} steps */
export const ownerOf = (step, steps) => sharing(step, steps)[0];

/** The element under a point, as an index of the owner's. @param {TapeScene} scene @param {number} x @param {number} y */
export function hitTape(scene, x, y) {
  const at = Math.floor(x / scene.pitch);
  if (at < 0 || at >= scene.count || y < ARCS - 6 || y > ARCS + CELL.height + 6) return null;
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

/** @typedef {{ from: number, count: number, pitch: number }} Window */

/** @param {import("../state/picture.js").Picture} picture @param {Step} base @param {"head" | "token"} by @param {Float32Array} values @param {import("./marks.js").Surface} surface @param {Window} window @returns {import("./marks.js").Cells} */
function cellMarks(picture, base, by, values, { palette }, { from, count, pitch }) {
  const scale = scaleOf([values], false);
  const hue = by === "head" ? huesOf(base, picture.steps) : tokenOf(base, picture.steps);
  const rgba = Uint32Array.from({ length: count }, (_, i) => {
    const index = /** @type {number[]} */ (indexOf(base, base.offset + from + i));
    return (hue ? palette.cells(hue(index)) : palette.model)[scale.index(values[from + i])];
  });
  return { kind: "cells", x: 0, y: ARCS, rows: 1, cols: count, cw: pitch, ch: CELL.height, gap: 1, rgba };
}

/** Which token's memory this is, as a line under its cells. @param {import("../state/picture.js").Picture} picture @param {Step} base @param {import("./marks.js").Surface} surface @param {Window} window */
function tokenMarks(picture, base, { palette, measure }, { from, count, pitch }) {
  const token = tokenOf(base, picture.steps);
  const words = tokensAlong(tokenAxis(base, picture.steps) ?? "T", picture.settings);
  const marks = [];
  const at = (/** @type {number} */ i) =>
    token?.(/** @type {number[]} */ (indexOf(base, base.offset + from + i)));
  const y = ARCS + CELL.height + 20;
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

/** @param {Step} step @param {readonly number[]} element @param {import("./marks.js").Surface} surface @param {(offset: number) => number} xOf */
function arcMarks(step, element, { palette, measure, width }, xOf) {
  const offset = offsetOf(step, element);
  const axes = step.axes
    .map((_, axis) => axis)
    .filter((axis) => step.shape[axis] > 1 && step.strides[axis] > 0);
  axes.sort((a, b) => step.strides[a] - step.strides[b]);
  const marks = axes.flatMap((axis, level) => {
    const forward = element[axis] + 1 < step.shape[axis];
    const by = forward ? step.strides[axis] : -step.strides[axis];
    const label = `${forward ? "next" : "previous"} ${NAMES[fieldOf(step.axes[axis]) ?? "column"]} ${forward ? "+" : "−"}${step.strides[axis]}`;
    const stroke = axisColor(palette, step.axes[axis]);
    const [x, to] = [xOf(offset), xOf(offset + by)];
    const top = ARCS - 16 - level * 20;
    const wide = measure(label, 12.5, true);
    const { above, ...place } = labelPlace(x, to, wide, width);
    return [
      path({ d: arc(x, to, top), stroke, line: 1.5 }),
      text({
        ...place,
        y: top + (above ? -4 : 4),
        text: label,
        fill: stroke,
        bold: true,
        halo: palette.paper,
      }),
    ];
  });
  return marks.sort((a, b) => Number(a.kind === "text") - Number(b.kind === "text")); // no arc through a name
}

/**
 * Above the arc's middle where it is long enough, else beside it, else on it.
 * @param {number} x @param {number} to @param {number} wide @param {number} width
 * @returns {{ x: number, align: "start" | "middle" | "end", above: boolean }}
 */
function labelPlace(x, to, wide, width) {
  const right = Math.min(Math.max(x, to), width);
  const left = Math.max(Math.min(x, to), 0);
  const middle = (left + right) / 2;
  if (right - left > wide + 24) return { x: middle, align: "middle", above: true };
  if (left - 8 - wide >= 0) return { x: left - 8, align: "end", above: false };
  if (right + 8 + wide <= width) return { x: right + 8, align: "start", above: false };
  return { x: middle, align: "middle", above: false };
}

/** A flat-topped arc: up, along, down. @param {number} x @param {number} to @param {number} top */
function arc(x, to, top) {
  const bottom = ARCS - 4;
  const bend = Math.min(Math.abs(to - x) / 2, 44) * Math.sign(to - x);
  return `M${x} ${bottom}C${x} ${top} ${x + bend / 2} ${top} ${x + bend} ${top}H${to - bend}C${to - bend / 2} ${top} ${to} ${top} ${to} ${bottom}`;
}
