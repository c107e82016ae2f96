import { carry } from "../state/memory.js";
import { areWeights, isAttention, sameQuantity } from "../state/quantity.js";
import {
  NOWHERE,
  elementIn,
  groupSize,
  headOf,
  headsOf,
  nearestIn,
  speakersOf,
  startAlong,
} from "../state/selection.js";
import { AXES, partShown } from "../text/axes.js";
import { layerNamed } from "../text/head-names.js";
import { DRAWN } from "../text/picture-words.js";
import { say } from "../text/words.js";
import { titleMarks, titleWidth } from "./figure-title.js";
import { legendMarks, legendWidth } from "./legend.js";
import { shift, text } from "./marks.js";
import { axisKind, fade } from "./palette.js";
import { scaleOf } from "./scale.js";
import { layoutTensor, windows } from "./slices.js";
import { tensorMarks } from "./tensor.js";
import { LABEL, notesFit, shorten } from "./tensor-labels.js";

/**
 * One tensor of the stage with its title, caption and colour bar.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("./marks.js").Surface} Surface
 *
 * @typedef {object} Staged
 * @property {Step} step
 * @property {"before" | "after" | "whole"} role
 * @property {string} title     text before the name: "Before", "After" or ""
 * @property {boolean} named    whether the name is hovered
 * @property {number} x          corner of the cells
 * @property {number} y
 * @property {number} right      right edge of the cells and their labels
 * @property {number} bottom
 * @property {string[]} caption  notes on windows, line by line
 * @property {import("./tensor.js").TensorPicture & { bar: import("./palette.js").Ramp }} tensor  bar: the ramp of the colour bar
 *
 * @typedef {object} How
 * @property {boolean} labelled   whether rows of tokens have word labels
 * @property {string} [title]
 * @property {number} [slices]    largest number of slices
 * @property {Staged} [like]      tensor whose size of cells to use, if both have the same numbers of rows and columns
 * @property {boolean} [untitled] whether to omit the title
 * @property {boolean} [unnamed]  whether to omit the names of columns
 * @property {Partial<import("./grid.js").Room>} [room]  further options of the room
 *
 * @typedef {object} Box
 * @property {number} x
 * @property {number} y
 * @property {number} w
 * @property {number} h
 */

const TITLE = 18;
const FOOT = 34; // px, height of the colour bar
const CAPTION = 18; // px, height of a line of the caption
const BAR = { whole: 180, part: 84 };
const TWO_LINES = 41; // px, height of a slice's title on two lines
const NOTE = 74; // px, width of a short role; three fit side by side on a phone
const TALLEST = 4.5; // largest height of a cell beside another tensor, as a multiple of its width; higher cells than usual fill the stage
const MOST_NOTED = 16; // heads; with more, notes would leave too little room for the maps
const SLICE_TITLE = 34; // px, width of a swatch and two digits

/**
 * @param {import("./stage-parts.js").StageView} view
 * @param {Surface} surface
 * @param {Step} step
 * @param {Staged["role"]} role
 * @param {Box} box          box.height is a preference
 * @param {How} how
 * @returns {Staged}
 */
export function placeStaged(view, surface, step, role, box, how) {
  const { labelled, title = "", slices, like, untitled = false, unnamed = false } = how;
  const { picture, selection } = view;
  const group = groupSize(picture.steps);
  const layer = layerNamed(picture);
  const whole = role === "whole";
  const noted = whole && isAttention(step); // roles describe attention weights only
  const grouped = axisKind(/** @type {string} */ (step.axes.at(-2))) === "H";
  const rowAxis = /** @type {string} */ (step.axes.at(grouped ? -3 : -2));
  const rowLabels = labelled && isToken(rowAxis) ? tokensAlong(rowAxis, picture.settings) : null;
  const colLabels = whole && !unnamed && isAttention(step) ? tokensAlong("T_k", picture.settings) : null;
  const left = rowLabels ? gutterFor(rowLabels, surface) : 0;
  const foot = colLabels ? gutterFor(colLabels, surface) + FOOT : FOOT;
  const { lane } = view.step;
  const element = elementIn(step, selection, picture.steps, lane);
  const room = {
    width: box.w - left - 2,
    height: box.h - (whole ? 0 : TITLE) - foot - 6 - (picture.items ? CAPTION : 0),
    title: headsApart(step) && !untitled ? 26 : 0,
    least: !headsApart(step) ? 0 : noted && step.shape[1] <= MOST_NOTED ? NOTE : SLICE_TITLE,
    top: grouped ? 24 : 0,
    square: isAttention(step),
    slices: slices ?? (whole ? Infinity : undefined),
    maxCell: whole ? 64 : 26,
    tallest: TALLEST,
    item: picture.item,
    like: like && headsApart(like.step) === headsApart(step) ? like.tensor.layout : null,
    ...how.room,
  };
  const { held = selection, panned = NOWHERE } = view;
  const focus = nearestIn(step, held, picture.steps, lane);
  const starts = step.axes.map((axis) => startAlong(axis, panned));
  const placed = (/** @type {number} */ title) =>
    layoutTensor(step.axes, step.shape, { ...room, title }, focus, starts);
  const beside = placed(room.title);
  const note = noted && !untitled ? view.note : undefined;
  const noteBelow = note !== undefined && !notesFit(beside, note, { group, layer }, surface);
  const layout = noteBelow ? placed(TWO_LINES) : beside;
  const x = box.x + left;
  const y = box.y + (whole ? 0 : TITLE);
  const caption = captionOf(layout, surface, box.w);
  const colouring = colours(view, surface, step);
  const rights = [
    layout.width,
    legendWidth(surface, colouring.scale, barOf(role, step)),
    ...caption.map((line) => surface.measure(line) - left),
    whole ? 0 : titleWidth(surface, title, step.id, step.shape) - left,
  ];
  return {
    step,
    role,
    title,
    named: view.named === step.id,
    x,
    y,
    right: x + Math.max(...rights),
    bottom: y + layout.height + foot + caption.length * CAPTION,
    caption,
    tensor: {
      layout,
      selection,
      group,
      layer,
      element,
      rowLabels,
      colLabels,
      lit: view.lit?.get(step.id) ?? null,
      axis: view.axis,
      note,
      noteBelow,
      ...colouring,
    },
  };
}

/** @param {Staged} part @param {Surface} surface @returns {import("./marks.js").Mark[]} in coordinates of the stage */
export function stagedMarks(part, surface) {
  const { step, tensor, x, y } = part;
  const whole = part.role === "whole";
  const last = part.bottom - part.caption.length * CAPTION;
  const left = tensor.rowLabels ? x - gutterFor(tensor.rowLabels, surface) : x;
  const start = whole ? left : x;
  return [
    ...(whole
      ? []
      : titleMarks(
          surface,
          part.title,
          step.id,
          step.axes,
          step.shape,
          { x: left, y: y - TITLE + 10 },
          part.named,
        )),
    ...tensorMarks(tensor, surface).map((mark) => shift(mark, x, y, part.role === "after")),
    ...legendMarks(surface, tensor.scale, tensor.bar, {
      x: start,
      y: last - 18,
      width: barOf(part.role, step),
      note: whole ? (tensor.scaleIn ? say(DRAWN, surface).each : say(DRAWN, surface).all) : "",
      room: surface.width - start,
    }),
    ...part.caption.map((line, i) =>
      text({ x: left, y: last + (i + 1) * CAPTION - 4, text: line, fill: surface.palette.muted }),
    ),
  ];
}

/** Length of the colour bar. @param {Staged["role"]} role @param {Step} step */
const barOf = (role, step) => (role === "whole" && isAttention(step) ? BAR.whole : BAR.part);

/**
 * The windowed axes as text, wrapped to lines.
 * @param {Pick<import("./slices.js").Layout, "item" | "sliced" | "groups" | "rows" | "cols">} layout
 * @param {Surface} surface
 * @param {number} width
 */
export function captionOf(layout, surface, width) {
  /** @type {string[]} */
  const lines = [];
  for (const part of windows(layout)) {
    const range = partShown(part, surface);
    const longer = lines.length ? `${lines[lines.length - 1]}, ${range}` : say(AXES, surface).showing(range);
    if (lines.length && surface.measure(longer) > width) lines.push(range);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}

/** Colours of a step's cells. @param {import("./stage-parts.js").StageView} view @param {Surface} surface @param {Step} step */
export function colours({ picture, step: shown, largest, look, off }, { palette }, step) {
  const { steps } = picture;
  const values = picture.values(step.id);
  const attention = isAttention(step);
  const [kin] = [shown, step].map((each) => sameQuantity(each, steps)).filter((all) => all.includes(step));
  const scale = scaleOf(
    kin.map(({ id }) => picture.values(id)),
    areWeights(step, steps),
    largest || look?.each,
    look?.log,
  );
  const hue = attention ? undefined : huesOf(step, steps);
  const weighs = attention && scale.min >= 0;
  const plain = weighs
    ? palette.colormap(picture.settings.colormap)
    : attention
      ? palette.scores
      : palette.model;
  return {
    values,
    scale,
    ...(weighs && look?.each ? { scaleIn: scalesOfSlices(values, step.shape, look.log) } : {}),
    swatch: hue,
    bar: hue ? palette.cells(hue(step.shape.map(() => 0))) : plain,
    ramp: hue
      ? (/** @type {readonly number[]} */ index) => palette.cells(hue(index))
      : off
        ? palerWhere(off, plain, palette)
        : () => plain,
    format: inTwoDigits,
  };
}

/** @param {number} value */
export const inTwoDigits = (value) => value.toFixed(2);

/**
 * Ramps belong to one palette, except colormaps, which suit both schemes.
 * @type {WeakMap<import("./palette.js").Ramp, { palette: import("./palette.js").Palette, pale: import("./palette.js").Ramp }>}
 */
const paleRamps = new WeakMap();

/** @param {(head: number) => boolean} off @param {import("./palette.js").Ramp} ramp @param {import("./palette.js").Palette} palette */
function palerWhere(off, ramp, palette) {
  const known = paleRamps.get(ramp);
  const pale = known?.palette === palette ? known.pale : ramp.map((color) => fade(color, palette));
  paleRamps.set(ramp, { palette, pale });
  return (/** @type {readonly number[]} */ [, head]) => (off(head) ? pale : ramp);
}

/**
 * The numbers of each slice, by tensor and slice. Cached, so that each slice's range is computed once.
 * @type {WeakMap<Float32Array, Map<number, Float32Array>>}
 */
const parts = new WeakMap();

/** One scale per slice, from 0 to the slice's largest weight. @param {Float32Array} values @param {readonly number[]} shape @param {boolean} log */
function scalesOfSlices(values, shape, log) {
  const cells = /** @type {number} */ (shape.at(-1)) * /** @type {number} */ (shape.at(-2));
  const of = parts.get(values) ?? new Map();
  parts.set(values, of);
  return (/** @type {import("./slices.js").Slice} */ { index }) => {
    const at = index.slice(0, -2).reduce((at, i, axis) => at * shape[axis] + i, 0) * cells;
    const part = of.get(at) ?? values.subarray(at, at + cells);
    of.set(at, part);
    return scaleOf([part], true, true, log);
  };
}

/**
 * A function that returns the head of an element, from the step's axis of heads or from a step that shares its memory. Undefined if neither has such
 * an axis.
 * @param {Step} step
 * @param {readonly Step[]} steps
 * @returns {((index: readonly number[]) => number) | undefined}
 */
export function huesOf(step, steps) {
  const speakers = speakersOf(step, steps);
  const group = groupSize(steps);
  const [speaker] = speakers;
  const head = headsOf(speaker.axes, group);
  if (!head || speaker === step) return head ?? undefined; // drawing calls the result for every cell
  const found = (/** @type {readonly number[]} */ index) => {
    const each = speakers.find((other) => carry(step, index, other)) ?? step;
    return headOf(each.axes, carry(step, index, each) ?? [], group) || 0;
  };
  if (!speakers.every((each) => headsLieInRows(step, each))) return found;
  /** @type {number[]} */
  const columns = [];
  return (index) => (columns[index[index.length - 1]] ??= found(index));
}

/** Whether each column of the step belongs to one head in all rows. @param {Step} step @param {Step} speaker a step in the same memory */
const headsLieInRows = ({ strides }, speaker) =>
  speaker.axes.every(
    (axis, i) =>
      axisKind(axis) !== "H" ||
      speaker.strides[i] * speaker.shape[i] <= /** @type {number} */ (strides.at(-2)),
  );

/** The words along a token axis. @param {string} axis @param {import("../state/settings.js").Settings} settings */
export const tokensAlong = (axis, { tokens, keyTokens }) =>
  axis === "T_k" && keyTokens.length ? keyTokens : tokens;

/** @param {string} axis */
export const isToken = (axis) => axis.startsWith("T");

/** Whether each head is a separate slice. @param {Step} step */
const headsApart = (step) => axisKind(/** @type {string} */ (step.axes.at(1))) === "H";

/** @param {readonly string[]} tokens @param {Surface} surface */
export function gutterFor(tokens, surface) {
  return Math.ceil(Math.max(...tokens.map((token) => surface.measure(shorten(token), LABEL, true)))) + 12;
}
