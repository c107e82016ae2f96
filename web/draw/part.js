import { withAxis, carry } from "../state/memory.js";
import { elementIn, fieldOf } from "../state/selection.js";
import { titleMarks } from "./figure-title.js";
import { legendMarks } from "./legend.js";
import { text } from "./marks.js";
import { axisColor } from "./palette.js";
import { sequential, symmetric } from "./scale.js";
import { layoutTensor, windows } from "./slices.js";
import { LABEL, shorten, tensorMarks } from "./tensor.js";

/**
 * One tensor of the stage with its title, caption and colour bar.
 *
 * @typedef {import("../core/types.js").Step} Step
 * @typedef {import("./marks.js").Surface} Surface
 *
 * @typedef {object} Part
 * @property {Step} step
 * @property {"before" | "after" | "whole"} role
 * @property {string} title     what stands before its name: "Before", "After" or nothing
 * @property {number} x          of the cells' corner
 * @property {number} y
 * @property {number} right
 * @property {number} bottom
 * @property {import("./tensor.js").TensorPicture} tensor
 *
 * @typedef {object} Box
 * @property {number} x
 * @property {number} y
 * @property {number} w
 * @property {number} h
 */

const TITLE = 18;
const FOOT = 34; // the colour bar
const CAPTION = 18; // what is cut, said below it

/**
 * @param {import("./stage.js").StageView} view
 * @param {Surface} surface
 * @param {Step} step
 * @param {Part["role"]} role
 * @param {Box} box          its height is a wish
 * @param {{ labelled: boolean, title?: string, slices?: number, like?: Part }} how  whether rows of tokens carry their words here, how many slices
 *   at most, and whose cells' size to keep to where the two have as many across and down
 * @returns {Part}
 */
export function placePart(view, surface, step, role, box, { labelled, title = "", slices, like }) {
  const { picture, selection } = view;
  const { tokens } = picture.settings;
  const whole = role === "whole";
  const grouped = step.axes.at(-2) === "H";
  const rowAxis = /** @type {string} */ (step.axes.at(grouped ? -3 : -2));
  const rowLabels = labelled && isToken(rowAxis) ? tokens : null;
  const colLabels = whole && isToken(/** @type {string} */ (step.axes.at(-1))) ? tokens : null;
  const gutter = rowLabels || colLabels ? gutterFor(tokens, surface) : 0;
  const left = rowLabels ? gutter : 0;
  const foot = colLabels ? gutter + FOOT : FOOT;
  const element = elementIn(step, selection, picture.steps);
  const room = {
    width: box.w - left - 2,
    height: box.h - (whole ? 0 : TITLE) - foot - 6,
    title: headsApart(step) ? 26 : 0,
    top: grouped ? 24 : 0,
    square: isAttention(step),
    slices: whole ? Infinity : slices,
    maxCell: whole ? 64 : 26,
    like: like && headsApart(like.step) === headsApart(step) ? like.tensor.layout : null,
  };
  const layout = layoutTensor(step.axes, step.shape, room, element ?? focusOf(step.axes, selection));
  const y = box.y + (whole ? 0 : TITLE);
  return {
    step,
    role,
    title,
    x: box.x + left,
    y,
    right: box.x + left + layout.width,
    bottom: y + layout.height + foot + (windows(layout).length ? CAPTION : 0),
    tensor: {
      layout,
      selection,
      element,
      rowLabels,
      colLabels,
      lit: view.lit?.get(step.id) ?? null,
      ...colours(view, surface, step, whole),
    },
  };
}

/** @param {Part} part @param {Surface} surface @returns {import("./marks.js").Mark[]} in the stage's coordinates */
export function partMarks(part, surface) {
  const { step, tensor, x, y } = part;
  const whole = part.role === "whole";
  const caption = captionOf(part);
  const foot = part.bottom - (caption ? CAPTION : 0) - 18;
  const left = tensor.rowLabels ? x - gutterFor(tensor.rowLabels, surface) : x;
  const start = whole ? left : x;
  const ramp = tensor.ramp(step.shape.map(() => 0));
  return [
    ...(whole
      ? []
      : titleMarks(surface, part.title, step.id, step.axes, step.shape, { x: left, y: y - TITLE + 10 })),
    ...tensorMarks(tensor, surface).map((mark) => shift(mark, x, y, part.role === "after")),
    ...legendMarks(surface, tensor.scale, ramp, {
      x: start,
      y: foot,
      width: whole ? 180 : 84,
      note: whole ? "one scale for all heads" : "",
      room: surface.width - start,
    }),
    ...(caption ? [text({ x: start, y: part.bottom - 4, text: caption, fill: surface.palette.muted })] : []),
  ];
}

/** What is cut, said. @param {Part} part */
function captionOf({ tensor }) {
  return windows(tensor.layout)
    .map(
      ({ axis, from, count, of }) =>
        `showing ${axis} ${count > 1 ? `${from}–${from + count - 1}` : from} of ${of}`,
    )
    .join(", ");
}

/** @param {import("./stage.js").StageView} view @param {Surface} surface @param {Step} step @param {boolean} whole */
function colours({ picture, note }, { palette }, step, whole) {
  const values = picture.values(step.id);
  const attention = isAttention(step);
  const scale = attention && values.every((value) => value >= 0) ? sequential(values) : symmetric(values);
  const hue = attention ? undefined : huesOf(step, picture.steps);
  const plain = attention ? (scale.min === 0 ? palette.attention : palette.scores) : palette.model;
  return {
    values,
    scale,
    swatch: hue,
    note: whole ? note : undefined,
    ramp: hue ? (/** @type {readonly number[]} */ index) => palette.cells(hue(index)) : () => plain,
    format: (/** @type {number} */ value) => value.toFixed(2),
  };
}

/**
 * The head an element belongs to, also where only a sibling in the same memory has a heads axis; undefined where none has.
 * @param {Step} step
 * @param {readonly Step[]} steps
 * @returns {((index: readonly number[]) => number) | undefined}
 */
export function huesOf(step, steps) {
  const speaker = withAxis(step, steps, "H");
  if (!speaker) return undefined;
  const axis = speaker.axes.indexOf("H");
  if (speaker === step) return (index) => index[axis];
  return (index) => carry(step, index, speaker)?.[axis] ?? 0;
}

/** @param {string} axis */
export const isToken = (axis) => axis.startsWith("T");

/** Whether both inner axes are tokens: who looks at whom. @param {Step} step */
export const isAttention = (step) => step.axes.length > 3 && step.axes.slice(-2).every(isToken);

/** Whether each head is a slice of its own. @param {Step} step */
const headsApart = (step) => step.axes.includes("H") && step.axes.at(-2) !== "H";

/** @param {readonly string[]} axes @param {import("../state/selection.js").Selection} selection */
function focusOf(axes, selection) {
  return axes.map((axis) => {
    const field = fieldOf(axis);
    return field ? (selection[field] ?? 0) : 0;
  });
}

/** @param {readonly string[]} tokens @param {Surface} surface */
function gutterFor(tokens, surface) {
  return Math.ceil(Math.max(...tokens.map((token) => surface.measure(shorten(token), LABEL, true)))) + 12;
}

/** @template {import("./marks.js").Mark} M @param {M} mark @param {number} dx @param {number} dy @param {boolean} flies @returns {M} */
function shift(mark, dx, dy, flies) {
  if (mark.kind === "path") return { ...mark, at: { x: dx, y: dy } };
  const moved = "x" in mark ? { ...mark, x: mark.x + dx, y: mark.y + dy } : mark;
  return mark.kind === "cells" ? { ...moved, flies } : moved;
}
