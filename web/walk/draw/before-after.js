import { DRAWN } from "../../kit/text/picture-words.js";
import { say } from "../../kit/text/words.js";
import { path } from "../../kit/draw/marks.js";
import { STACK_BELOW } from "../../kit/draw/stage-height.js";
import { placeStaged, showSameRows, stagedMarks, topOf } from "../../kit/draw/staged.js";

/**
 * The inputs of a step, an arrow, and its output.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/staged.js").Staged} Staged
 * @typedef {import("../../kit/draw/stage-parts.js").StageView} StageView
 * @typedef {import("../../kit/draw/stage-parts.js").StageScene} StageScene
 */

const ARROW = 60;
const BETWEEN = 32; // px between tensors in a column
export const SAID = 36; // px below a tensor for notes on windows

/**
 * Places the tensors side by side, or in a column on narrow surfaces.
 * @param {StageView} view  of a step with inputs @param {Surface} surface @param {number} height
 */
export function beforeAfter(view, surface, height) {
  const before = view.step.inputs.map((id) => /** @type {Step} */ (view.picture.step(id)));
  return (surface.width < STACK_BELOW ? stacked : sideBySide)(view, surface, before, height);
}

/** @param {StageView} view @param {Surface} surface @param {Step[]} before @param {number} height */
function sideBySide(view, surface, before, height) {
  const aligned = before.length === 1 && showSameRows(before[0], view.step);
  const top = aligned ? Math.max(topOf(before[0]), topOf(view.step)) : undefined;
  const first = placeBeside(view, surface, before, height, { top });
  // The smaller rows of the two are those of both.
  const { parts, after, x } = aligned
    ? placeBeside(view, surface, before, height, { top, like: first.after })
    : first;
  const y = Math.max(after.bottom, ...parts.map((part) => part.bottom)) / 2;
  const times = parts.slice(0, -1).map(({ right }) => sign(surface, TIMES, right + ARROW / 4, y));
  return compose(surface, [...parts, after], [...times, sign(surface, RIGHT, x - ARROW / 2, y)]);
}

/**
 * @param {StageView} view @param {Surface} surface @param {Step[]} before @param {number} height
 * @param {{ top?: number, like?: Staged }} how  height above the cells, and the tensor whose size of cells to use for the first
 */
function placeBeside(view, surface, before, height, { top, like }) {
  const each = (surface.width * (before.length > 1 ? 0.62 : 0.5)) / before.length - ARROW / 2;
  const room = top === undefined ? {} : { top };
  /** @type {Staged[]} */
  const parts = [];
  let x = 0;
  for (const step of before) {
    const box = { x, y: 0, w: each, h: height - SAID };
    const how = { ...howBefore(parts, before, surface), like, room };
    const part = placeStaged(view, surface, step, "before", box, how);
    parts.push(part);
    x = part.right + ARROW / 2;
  }
  x += ARROW / 2;
  const box = { x, y: 0, w: surface.width - x, h: height - SAID };
  const after = placeStaged(view, surface, view.step, "after", box, { ...howAfter(parts, surface), room });
  return { parts, after, x };
}

/** @param {StageView} view @param {Surface} surface @param {Step[]} before @param {number} height */
function stacked(view, surface, before, height) {
  /** @type {Staged[]} */
  const parts = [];
  /** @type {Mark[]} */
  const signs = [];
  let y = 0;
  const bottom = height - SAID;
  /** The height of a tensor when `more` tensors follow: an equal share of the remaining height. @param {number} top @param {number} more */
  const share = (top, more) => (bottom - top + BETWEEN) / (more ? more + 1.4 : 1) - BETWEEN;
  for (const step of before) {
    if (parts.length) signs.push(sign(surface, TIMES, surface.width / 2, y - 14));
    const box = { x: 0, y, w: surface.width, h: share(y, before.length - parts.length) };
    const part = placeStaged(view, surface, step, "before", box, howBefore(parts, before, surface));
    parts.push(part);
    y = part.bottom + BETWEEN;
  }
  const box = { x: 0, y, w: surface.width, h: share(y, 0) };
  const after = placeStaged(view, surface, view.step, "after", box, howAfter(parts, surface));
  return compose(surface, [...parts, after], [...signs, sign(surface, DOWN, surface.width / 2, y - 14)]);
}

/**
 * How to draw the inputs. Inputs of a product show only the selected head's slice.
 * @param {Staged[]} placed @param {Step[]} before @param {Surface} surface
 */
function howBefore(placed, before, surface) {
  const first = placed.length === 0;
  return {
    labelled: first,
    title: first ? say(DRAWN, surface).before : "",
    slices: before.length > 1 ? 1 : undefined,
  };
}

/** How to draw the output: without row labels if an input at the left has them. @param {Staged[]} before @param {Surface} surface */
function howAfter(before, surface) {
  return {
    title: say(DRAWN, surface).after,
    labelled: !before.some((part) => part.tensor.rowLabels),
    like: before.length > 1 ? undefined : before[0],
  };
}

/** @param {Surface} surface @param {Staged[]} parts @param {Mark[]} [signs] @returns {StageScene} */
export function compose(surface, parts, signs = []) {
  return {
    width: surface.width,
    height: Math.ceil(Math.max(...parts.map((part) => part.bottom))),
    marks: [...parts.flatMap((part) => stagedMarks(part, surface)), ...signs],
    parts,
  };
}

const RIGHT = "M-9 0H9M4 -5L9 0L4 5";
const DOWN = "M0 -9V9M-5 4L0 9L5 4";
const TIMES = "M-5 -5L5 5M5 -5L-5 5";

/** @param {Surface} surface @param {string} d @param {number} x @param {number} y */
const sign = ({ palette }, d, x, y) => path({ d, at: { x, y }, stroke: palette.muted, line: 1.5 });
