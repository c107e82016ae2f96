import { path } from "./marks.js";
import { isToken, partMarks, placePart } from "./part.js";
import { indexAt } from "./slices.js";

/**
 * The step on show: what it read, an arrow, what it made; or, where queries meet keys, one heat map a head over the
 * whole width.
 *
 * @typedef {import("../core/types.js").Step} Step
 * @typedef {import("./marks.js").Surface} Surface
 * @typedef {import("./part.js").Part} Part
 *
 * @typedef {object} StageView
 * @property {import("../state/picture.js").Picture} picture
 * @property {Step} step
 * @property {import("../state/selection.js").Selection} selection
 * @property {(index: readonly number[]) => string} [note]   what a slice's title adds: a head's habit
 *
 * @typedef {import("./marks.js").Scene & { parts: Part[] }} StageScene
 */

const HEIGHT = 384; // px, so that the memory below is still on the first screen
const STACK_BELOW = 620; // px; narrower stages put before above after
const ARROW = 60;

/** @param {StageView} view @param {Surface} surface @returns {StageScene} */
export function stageScene(view, surface) {
  const { step, picture } = view;
  const before = step.inputs.map((id) => /** @type {Step} */ (picture.step(id)));
  const all = { x: 0, y: 0, w: surface.width, h: HEIGHT };
  if (isAttention(step)) return compose(view, surface, [placePart(view, surface, step, "whole", all, true)]);
  if (!before.length) return compose(view, surface, [placePart(view, surface, step, "after", all, true)]);
  return surface.width < STACK_BELOW ? stacked(view, surface, before) : sideBySide(view, surface, before);
}

/** Whether both inner axes are tokens: who looks at whom. @param {Step} step */
export const isAttention = (step) => step.axes.length > 3 && step.axes.slice(-2).every(isToken);

/**
 * The element under a point.
 * @param {StageScene} scene @param {number} x @param {number} y
 * @returns {{ id: string, index: number[] } | null}
 */
export function hitStage(scene, x, y) {
  for (const part of scene.parts) {
    const index = indexAt(part.tensor.layout, x - part.x, y - part.y);
    if (index) return { id: part.step.id, index };
  }
  return null;
}

/** @param {StageView} view @param {Surface} surface @param {Step[]} before */
function sideBySide(view, surface, before) {
  const half = (surface.width - ARROW) / 2;
  const each = HEIGHT / before.length;
  const parts = before.map((step, i) =>
    placePart(view, surface, step, "before", { x: 0, y: i * each, w: half, h: each - 6 }, true),
  );
  const left = Math.max(...parts.map((part) => part.right)) + ARROW;
  const box = { x: left, y: 0, w: surface.width - left, h: HEIGHT };
  const after = placePart(
    view,
    surface,
    view.step,
    "after",
    box,
    !parts.some((part) => part.tensor.rowLabels),
  );
  const y = Math.max(after.bottom, ...parts.map((part) => part.bottom)) / 2;
  return compose(view, surface, [...parts, after], arrow(surface, left - ARROW / 2, y, false));
}

/** @param {StageView} view @param {Surface} surface @param {Step[]} before */
function stacked(view, surface, before) {
  const parts = [];
  let y = 0;
  for (const step of before) {
    const part = placePart(view, surface, step, "before", { x: 0, y, w: surface.width, h: 250 }, true);
    parts.push(part);
    y = part.bottom + 10;
  }
  const box = { x: 0, y: y + 30, w: surface.width, h: 280 };
  const after = placePart(
    view,
    surface,
    view.step,
    "after",
    box,
    !parts.some((part) => part.tensor.rowLabels),
  );
  return compose(view, surface, [...parts, after], arrow(surface, surface.width / 2, y + 8, true));
}

/** @param {StageView} view @param {Surface} surface @param {Part[]} parts @param {import("./marks.js").Mark} [arrow] @returns {StageScene} */
function compose(view, surface, parts, arrow) {
  return {
    width: surface.width,
    height: Math.ceil(Math.max(...parts.map((part) => part.bottom))),
    marks: [...parts.flatMap((part) => partMarks(part, surface)), ...(arrow ? [arrow] : [])],
    parts,
  };
}

/** @param {Surface} surface @param {number} x @param {number} y @param {boolean} down */
function arrow({ palette }, x, y, down) {
  const d = down ? "M0 -9V9M-5 4L0 9L5 4" : "M-9 0H9M4 -5L9 0L4 5";
  return path({ d, at: { x, y }, stroke: palette.muted, line: 1.5 });
}
