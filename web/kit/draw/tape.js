import { moveIndex, indexOf, offsetOf, ownerOf, withAxis } from "../state/memory.js";
import { path, rect, text } from "./marks.js";
import { huesOf } from "./cell-colours.js";
import { tokensAlong } from "./token-words.js";
import { scaleOf } from "./scale.js";
import { arcMarks } from "./tape-arcs.js";
import { shortenWord } from "./tensor-labels.js";

/**
 * The buffer of a step as one row of cells, with arcs from the selected element to its neighbour along each axis: the strides in memory.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("./marks.js").Surface} Surface
 *
 * @typedef {object} TapeView
 * @property {import("../state/picture.js").Picture} picture
 * @property {Step} step
 * @property {readonly number[] | null} element  the hovered element, or else the held one
 * @property {readonly number[] | null} [held]   element around which the window stays; defaults to `element`
 * @property {Hue} by
 * @property {string | null} [axis]  kind of the axis hovered in the index notation
 * @property {Window} [near]         the window shown last
 *
 * @typedef {"head" | "token"} Hue
 *
 * @typedef {object} Window  a part of the memory
 * @property {Step} base     the step that owns the memory
 * @property {number} of     floats in the whole memory
 * @property {number} from   first shown float
 * @property {number} count  number of shown floats
 * @property {number} pitch  px from cell to cell
 *
 * @typedef {object} Strip   a row of cells
 * @property {Step} base
 * @property {number} from   first cell's float
 * @property {number} count
 * @property {number} pitch
 * @property {number} per    floats per cell
 * @property {number} top
 * @property {number} height
 *
 * @typedef {import("./marks.js").Scene & { strips: Strip[] }} TapeScene
 */

const LEVEL = 30; // px from arc to arc
const HEAD = 12; // px above the highest arc
const FOOT = 38; // px below the cells for words and for the position of the window
const LEAD = 110; // px before the element for an arc's name
const EDGE = 2; // cells; the window moves when the element is this close to its end
const CELL = { min: 9.6, max: 20, height: 30 };
const NARROW = 620; // px

/** @param {TapeView} view @param {Surface} surface @returns {TapeScene} */
export function tapeScene(view, surface) {
  const { picture, step, element, held = element, axis: lit = null } = view;
  const window = tapeWindow({ ...view, element: held }, surface.width);
  const { base, from, pitch } = window;
  const height = tapeHeight(picture.steps, surface.width);
  const strip = { ...window, per: 1, top: height - FOOT - CELL.height, height: CELL.height };
  const at = element && offsetOf(step, element) - base.offset - from;
  const xOf = (/** @type {number} */ offset) => (offset - base.offset - from + 0.5) * pitch;
  const seen = at !== null && at >= 0 && at < window.count;
  return {
    width: surface.width,
    height,
    strips: [strip],
    marks: [
      cellMarks(view, surface, strip),
      ...tokenMarks(picture, surface, strip),
      ...(window.count < window.of ? placeMarks(window, at, surface, height) : []),
      ...(seen
        ? arcMarks(
            step,
            /** @type {number[]} */ (element),
            { lit, bottom: strip.top, level: LEVEL, xOf },
            surface,
          )
        : []),
      ...(seen ? [outline(strip, at * pitch, pitch, surface)] : []),
    ],
  };
}

/**
 * Height of the tape, with room for the most arcs of any step, so that nothing below moves from step to step.
 * @param {readonly Step[]} steps @param {number} width
 */
export function tapeHeight(steps, width) {
  const arcs = Math.max(3, ...steps.map(({ shape }) => shape.filter((size) => size > 1).length));
  return HEAD + LEVEL * arcs + CELL.height + FOOT + (width < NARROW ? 16 : 0);
}

/**
 * The shown part of the memory: the previous window while it contains the held element, otherwise a window around that element.
 * @param {{ picture: TapeView["picture"], step: Step, element: TapeView["element"], near?: Window }} view @param {number} width
 * @returns {Window}
 */
export function tapeWindow({ picture, step, element, near }, width) {
  const base = ownerOf(step, picture.steps);
  const of = base.shape.reduce((a, b) => a * b);
  const pitch = Math.min(CELL.max, Math.max(CELL.min, width / of));
  const count = Math.min(of, Math.floor(width / pitch));
  const at = element && offsetOf(step, element) - base.offset;
  const same = near && near.base.id === base.id && near.of === of && near.count === count;
  const from =
    same && (at === null || isWithin(at, near))
      ? near.from
      : windowStart(at ?? 0, count, of, step.strides, LEAD / pitch);
  return { base, of, pitch, count, from };
}

/** Whether an index is inside a window and not close to an end that is inside the memory. @param {number} at @param {Window} window */
const isWithin = (at, { from, count, of }) =>
  at >= (from && from + EDGE) && at < (from + count < of ? from + count - EDGE : of);

/**
 * A frame around cells. At the first and last cells, the frame stays inside the surface.
 * @param {Strip} strip @param {number} x @param {number} w @param {Surface} surface @param {string} [stroke]
 */
export function outline({ top, height }, x, w, { palette, width }, stroke = palette.accent) {
  const left = Math.max(1, x - 1.5);
  return rect({
    x: left,
    y: top - 2,
    w: Math.min(width - 1, x + w) - left,
    h: height + 3,
    stroke,
    line: 2,
    radius: 2,
  });
}

/**
 * The element at a point, and the step that owns it. If a cell holds several elements, the first.
 * @param {TapeScene} scene @param {number} x @param {number} y
 */
export function hitTape({ strips }, x, y) {
  for (const { base, from, count, pitch, per, top, height } of strips) {
    const at = Math.floor(x / pitch);
    if (at < 0 || at >= count || y < top - 6 || y > top + height + 6) continue;
    const index = indexOf(base, base.offset + from + at * per);
    if (index) return { id: base.id, index };
  }
  return null;
}

/**
 * Start of a window: the start of the row that contains `at`, for the longest rows that fit twice. If `at` is within `lead` cells of that start and a
 * third row fits, one row earlier.
 * @param {number} at @param {number} count @param {number} of @param {readonly number[]} strides @param {number} lead
 */
function windowStart(at, count, of, strides, lead) {
  const row = Math.max(1, ...strides.filter((stride) => stride * 2 <= count));
  const start = Math.floor(at / row) * row;
  const before = at - start < lead && row * 3 <= count ? row : 0;
  return Math.max(0, Math.min(start - before, of - count));
}

/**
 * A function that returns the head or token of an element, for its hue; undefined if the memory has no such axis.
 * @param {Step} step @param {readonly Step[]} steps @param {Hue} by
 */
export const hueOf = (step, steps, by) => (by === "head" ? huesOf(step, steps) : tokenOf(step, steps));

/**
 * The ramps of heads or of tokens. Their hues differ, so that readers do not confuse them.
 * @param {import("./palette.js").Palette} palette @param {Hue} by
 */
export const rampOf = (palette, by) => (by === "head" ? palette.cells : palette.tokens);

/** @param {TapeView} view @param {Surface} surface @param {Strip} strip @returns {import("./marks.js").Cells} */
function cellMarks({ picture, by }, { palette }, { base, from, count, pitch, top, height }) {
  const values = picture.values(base.id);
  const scale = scaleOf([values], false);
  const hue = hueOf(base, picture.steps, by);
  const ramp = rampOf(palette, by);
  const rgba = Uint32Array.from({ length: count }, (_, i) => {
    const index = /** @type {number[]} */ (indexOf(base, base.offset + from + i));
    return (hue ? ramp(hue(index)) : palette.model)[scale.index(values[from + i])];
  });
  return { kind: "cells", x: 0, y: top, rows: 1, cols: count, cw: pitch, ch: height, gap: 1, rgba };
}

/**
 * Names of the tokens, below the cells that belong to them.
 * @param {import("../state/picture.js").Picture} picture @param {Surface} surface @param {Strip} strip
 */
function tokenMarks(picture, { palette, measure }, { base, from, count, pitch, top, height }) {
  const token = tokenOf(base, picture.steps);
  const { settings, items = [settings.tokens] } = picture;
  const axis = tokenAxis(base, picture.steps) ?? "T";
  // The tokens of a batch follow sentence by sentence, as in memory. A wrong path may run the same sentence twice.
  const words = items.flatMap((tokens) => tokensAlong(axis, { ...settings, tokens }));
  const each = words.length / items.length;
  const item = itemOf(base, picture.steps);
  const marks = [];
  const at = (/** @type {number} */ i) => {
    const index = /** @type {number[]} */ (indexOf(base, base.offset + from + i));
    return token && each * (item(index) % items.length) + token(index);
  };
  const y = top + height + 19;
  for (let i = 0, start = 0; token && i < count; i++) {
    const last = i === count - 1;
    if (!last && at(i + 1) === at(start)) continue;
    const word = shortenWord(words[at(start) ?? 0]);
    const x = start * pitch;
    const end = (i + 1) * pitch - 8;
    const width = measure(word);
    if (x + width <= end) marks.push(text({ x, y, text: word, fill: palette.axis.T }));
    if (x + width + 10 < end)
      marks.push(path({ d: `M${x + width + 8} ${y - 4}H${end}`, stroke: palette.axis.T, alpha: 0.55 }));
    start = i + 1;
  }
  return marks;
}

/**
 * The positions of the window and the element in the whole memory.
 * @param {Window} window @param {number | null} at inside or outside the window @param {Surface} surface @param {number} bottom
 */
function placeMarks({ of, from, count }, at, { palette, width }, bottom) {
  const x = (/** @type {number} */ offset) => (offset / of) * width;
  const bar = { y: bottom - 7, h: 4, radius: 2 };
  return [
    rect({ ...bar, x: 0, w: width, fill: palette.hairline }),
    rect({ ...bar, x: x(from), w: Math.max(4, x(count)), fill: palette.muted }),
    ...(at === null
      ? []
      : [rect({ x: Math.min(width - 2, x(from + at)), y: bottom - 10, w: 2, h: 10, fill: palette.ink })]),
  ];
}

/** The token axis along which the memory is labelled; queries have priority over keys. @param {Step} step @param {readonly Step[]} steps */
const tokenAxis = (step, steps) => ["T", "T_q", "T_k"].find((axis) => withAxis(step, steps, axis));

/** @param {Step} step @param {readonly Step[]} steps */
const tokenOf = (step, steps) => along(step, steps, tokenAxis(step, steps));

/** @param {Step} step @param {readonly Step[]} steps */
const itemOf = (step, steps) => along(step, steps, "B") ?? (() => 0);

/** @param {Step} step @param {readonly Step[]} steps @param {string} [name] @returns {((index: readonly number[]) => number) | undefined} */
function along(step, steps, name) {
  const speaker = name && withAxis(step, steps, name);
  if (!speaker) return undefined;
  const axis = speaker.axes.indexOf(name);
  return (index) => moveIndex(step, index, speaker)?.[axis] ?? 0;
}
