import { isAttention } from "../state/quantity.js";
import { NOWHERE, elementIn, groupSize, nearestIn, startAlong } from "../state/selection.js";
import { AXES, partShown } from "../text/axes.js";
import { layerNamed } from "../text/head-names.js";
import { DRAWN } from "../text/picture-words.js";
import { say } from "../text/words.js";
import { colours } from "./cell-colours.js";
import { titleMarks, titleWidth } from "./figure-title.js";
import { legendMarks, legendWidth } from "./legend.js";
import { shift, text } from "./marks.js";
import { axisKind } from "./palette.js";
import { layoutTensor, windows } from "./slices.js";
import { tensorMarks } from "./tensor.js";
import { notesFit } from "./tensor-labels.js";
import { gutterFor, isToken, tokensAlong } from "./token-words.js";

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
const NAMES = 24; // px, height of the names of heads along the columns
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
  const rowAxis = rowAxisOf(step);
  const rowLabels = labelled && isToken(rowAxis) ? tokensAlong(rowAxis, picture.settings) : null;
  const colAxis = /** @type {string} */ (step.axes.at(-1));
  const colLabels =
    whole && !unnamed && isAttention(step) ? tokensAlong(colAxis, picture.settings, surface) : null;
  const left = rowLabels ? gutterFor(rowLabels, surface) : 0;
  const foot = colLabels ? gutterFor(colLabels, surface) + FOOT : FOOT;
  const { lane } = view.step;
  const element = elementIn(step, selection, picture.steps, lane);
  const room = {
    width: box.w - left - 2,
    height: box.h - (whole ? 0 : TITLE) - foot - 6 - (picture.items ? CAPTION : 0),
    title: headsApart(step) && !untitled ? 26 : 0,
    least: !headsApart(step) ? 0 : noted && step.shape[1] <= MOST_NOTED ? NOTE : SLICE_TITLE,
    top: topOf(step),
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

/** Whether the heads share the columns with their features. @param {Step} step */
const isGrouped = ({ axes }) => axisKind(/** @type {string} */ (axes.at(-2))) === "H";

/** @param {Step} step */
const rowAxisOf = (step) => /** @type {string} */ (step.axes.at(isGrouped(step) ? -3 : -2));

/** Height above the cells for the names of heads along the columns. @param {Step} step */
export const topOf = (step) => (isGrouped(step) ? NAMES : 0);

/** Whether two tensors have the same rows, each in one table. @param {Step} one @param {Step} other */
export const showSameRows = (one, other) =>
  !headsApart(one) && !headsApart(other) && rowAxisOf(one) === rowAxisOf(other);

/** Whether each head is a separate slice. @param {Step} step */
const headsApart = (step) => axisKind(/** @type {string} */ (step.axes.at(1))) === "H";
