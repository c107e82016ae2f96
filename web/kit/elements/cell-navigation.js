import { elementIn } from "../state/selection.js";

/**
 * Moves from the selected element, or the first, by one cell along rows or columns, or by one page along slices.
 * @param {import("../draw/stage-parts.js").Part} part
 * @param {import("../state/picture.js").Picture} picture
 * @param {import("../state/selection.js").Selection} selection
 * @param {{ dx: number, dy: number, page: number }} by
 * @returns {number[]} index of the new element
 */
export function moveCell({ step, tensor: { layout } }, picture, selection, { dx, dy, page }) {
  const index = elementIn(step, selection, picture.steps) ?? layout.slices[0].index.slice();
  const slice = layout.axes.findIndex(
    (_, axis) => axis > 0 && ![layout.rowAxis, layout.colAxis, layout.groupAxis].includes(axis),
  );
  move(index, layout.shape, layout.rowAxis, dy);
  move(index, layout.shape, layout.colAxis, dx);
  if (slice >= 0) move(index, layout.shape, slice, page);
  else if (layout.groupAxis >= 0) move(index, layout.shape, layout.groupAxis, page);
  return index;
}

/** @param {number[]} index @param {readonly number[]} shape @param {number} axis @param {number} by */
function move(index, shape, axis, by) {
  index[axis] = Math.min(shape[axis] - 1, Math.max(0, index[axis] + by));
}
