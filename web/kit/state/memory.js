/**
 * Elements and where they live. Two steps with the same `buffer` look at the same numbers, so an element is
 * known everywhere by its offset, and what a step's own axes do not say (which head a column of q belongs to) a
 * sibling's axes do.
 *
 * @typedef {import("../../core/types.js").Step} Step
 */

/**
 * @param {Pick<Step, "strides" | "offset">} step
 * @param {readonly number[]} index
 */
export function offsetOf({ strides, offset }, index) {
  for (let axis = 0; axis < strides.length; axis++) offset += index[axis] * strides[axis];
  return offset;
}

/**
 * The inverse of offsetOf; of several indices (stride 0) the first. Null where the step does not reach it.
 * @param {Step} step
 * @param {number} offset
 * @returns {number[] | null}
 */
export function indexOf(step, offset) {
  const index = step.shape.map(() => 0);
  let left = offset - step.offset;
  for (const axis of widestFirst(step)) {
    index[axis] = Math.floor(left / step.strides[axis]);
    if (index[axis] < 0 || index[axis] >= step.shape[axis]) return null;
    left -= index[axis] * step.strides[axis];
  }
  return left === 0 ? index : null;
}

/** Asked for at every cell. @type {WeakMap<Step, number[]>} */
const orders = new WeakMap();

/** Those longer than 1 that it takes a step to walk along, longest step first. @param {Step} step */
export function widestFirst(step) {
  const { strides, shape } = step;
  const known = orders.get(step);
  if (known) return known;
  const axes = strides.map((_, axis) => axis).filter((axis) => strides[axis] > 0 && shape[axis] > 1);
  axes.sort((a, b) => strides[b] - strides[a]);
  orders.set(step, axes);
  return axes;
}

/** Every step that looks at this one's memory, itself included. @param {Step} step @param {readonly Step[]} steps */
export function sharing(step, steps) {
  return steps.filter((other) => other.buffer === step.buffer);
}

/** The step whose storage it is: the first to look at it. @param {Step} step @param {readonly Step[]} steps */
export const ownerOf = (step, steps) => sharing(step, steps)[0];

/**
 * This step, or the first that shares its memory, with an axis of that name.
 * @param {Step} step
 * @param {readonly Step[]} steps
 * @param {string} axis
 * @returns {Step | undefined}
 */
export function withAxis(step, steps, axis) {
  return step.axes.includes(axis) ? step : sharing(step, steps).find((other) => other.axes.includes(axis));
}

/**
 * From an index in one step to the same element's index in another that shares its memory.
 * @param {Step} from
 * @param {readonly number[]} index
 * @param {Step} to
 */
export function carry(from, index, to) {
  return from === to ? index.slice() : indexOf(to, offsetOf(from, index));
}

/**
 * Where an element stands in a step's copied-out numbers, which are in logical order.
 * @param {{ shape: readonly number[] }} step
 * @param {readonly number[]} index
 */
export function flatIndex({ shape }, index) {
  let at = 0;
  for (let axis = 0; axis < shape.length; axis++) at = at * shape[axis] + index[axis];
  return at;
}

/**
 * Whether a step only moves numbers: a copy whose every element is, by what the core says of the operation, the one it reads.
 * @param {Step} step
 * @param {import("../../core/core.js").Operations} operations
 */
export const isMove = ({ storage, op }, operations) =>
  storage === "copy" && operations[op]?.formulas.join() === "{x}";

/** @param {import("./origin.js").Block} block @param {readonly number[]} index */
export const holds = (block, index) =>
  block.every(({ from, to }, axis) => from <= index[axis] && index[axis] <= to);
