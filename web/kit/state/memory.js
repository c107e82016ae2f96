/**
 * Elements and their positions in memory. Steps with the same `buffer` view the same numbers, so that an element's offset identifies it in all of
 * them. An axis that a step lacks (the head of a column of q) is found in another step.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {{ from: number, to: number }[]} Block   first and last index along each axis, both included
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
 * The inverse of offsetOf(): an element's index, with stride 0 the first of several. Null if the step does not reach the offset.
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

/** Results of widestFirst(), cached because drawing needs them for every cell. @type {WeakMap<Step, number[]>} */
const orders = new WeakMap();

/** The axes longer than 1 with a nonzero stride, largest stride first. @param {Step} step */
export function widestFirst(step) {
  const { strides, shape } = step;
  const known = orders.get(step);
  if (known) return known;
  const axes = strides.map((_, axis) => axis).filter((axis) => strides[axis] > 0 && shape[axis] > 1);
  axes.sort((a, b) => strides[b] - strides[a]);
  orders.set(step, axes);
  return axes;
}

/** All steps that view this step's memory, including itself. @param {Step} step @param {readonly Step[]} steps */
export function stepsSharing(step, steps) {
  return steps.filter((other) => other.buffer === step.buffer);
}

/** The step that owns the memory: the first that views it. @param {Step} step @param {readonly Step[]} steps */
export const ownerOf = (step, steps) => stepsSharing(step, steps)[0];

/**
 * This step, or the first that shares its memory, with an axis of the given name.
 * @param {Step} step
 * @param {readonly Step[]} steps
 * @param {string} axis
 * @returns {Step | undefined}
 */
export function withAxis(step, steps, axis) {
  return step.axes.includes(axis)
    ? step
    : stepsSharing(step, steps).find((other) => other.axes.includes(axis));
}

/**
 * The index of an element in another step that shares its memory.
 * @param {Step} from
 * @param {readonly number[]} index
 * @param {Step} to
 */
export function moveIndex(from, index, to) {
  return from === to ? index.slice() : indexOf(to, offsetOf(from, index));
}

/**
 * Position of an element in a copy of the step's numbers in logical order.
 * @param {{ shape: readonly number[] }} step
 * @param {readonly number[]} index
 */
export function flatIndex({ shape }, index) {
  let at = 0;
  for (let axis = 0; axis < shape.length; axis++) at = at * shape[axis] + index[axis];
  return at;
}

/**
 * Whether a step only moves numbers: a copy whose formula in the core's table is {x}.
 * @param {Step} step
 * @param {import("../../core/core.js").Operations} operations
 */
export const isMove = ({ storage, op }, operations) =>
  storage === "copy" && operations[op]?.formulas.join() === "{x}";

/**
 * Whether a step is about memory: it reads the same numbers in another shape or order, or only moves them.
 * @param {Step} step
 * @param {import("../../core/core.js").Operations} operations
 */
export const isAboutMemory = (step, operations) =>
  (step.storage === "view" && step.op !== "input") || isMove(step, operations);

/** @param {Block} block @param {readonly number[]} index */
export const blockHolds = (block, index) =>
  block.every(({ from, to }, axis) => from <= index[axis] && index[axis] <= to);
