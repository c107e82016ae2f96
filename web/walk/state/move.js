import { offsetOf, widestFirst } from "../../kit/state/memory.js";

/**
 * The moves of a copy, derived from strides: the blocks of both memories, and the pieces, which are runs of floats that are contiguous in both.
 *
 * @typedef {import("../../core/types.js").Step} Step
 *
 * @typedef {object} Move
 * @property {Step} from       step that is read
 * @property {Step} to         step that is written
 * @property {number} run      floats per piece
 * @property {number} oldAxis  axis of the old memory's blocks: the outermost that is not also the new memory's outermost
 * @property {number} newAxis  outermost axis of the new memory
 * @property {number[]} apart  axes along which pieces are separate, in the new memory's order
 *
 * @typedef {{ index: number[], old: number, fresh: number }} Piece  index and offsets of its first float
 */

/** @param {Step} to a copy @param {readonly Step[]} steps @returns {Move} */
export function moveOf(to, steps) {
  const from = /** @type {Step} */ (steps.find(({ id }) => id === to.inputs[0]));
  const [old, fresh] = [widestFirst(from), widestFirst(to)];
  const outer = Math.max(
    0, // axes inside a piece: same order in both, without gaps
    fresh.findIndex((axis, i) => axis !== old[i]),
  );
  const side = fresh.findLastIndex((axis) => from.strides[axis] !== to.strides[axis]);
  const apart = fresh.slice(0, side + 1);
  const run = fresh.slice(side + 1).reduce((run, axis) => run * to.shape[axis], 1);
  return { from, to, run, oldAxis: old[outer] ?? fresh[outer], newAxis: fresh[outer], apart };
}

/**
 * All pieces, or those at the indices in `only`, in the new memory's order.
 * @param {Move} move @param {ReadonlyMap<number, readonly number[]>} [only]  indices by axis
 * @returns {Piece[]}
 */
export const piecesOf = ({ from, to, apart }, only) =>
  indicesAlong(to.shape, apart, only).map((index) => ({
    index,
    old: offsetOf(from, index),
    fresh: offsetOf(to, index),
  }));

/**
 * Number of separate places that pieces occupy; adjacent pieces count as one.
 * @param {readonly number[]} offsets offsets of pieces in order @param {number} run floats per piece
 */
export const placesOf = (offsets, run) =>
  offsets.filter((offset, i) => offset !== offsets[i - 1] + run).length;

/** The blocks along an axis, each with the offsets of its first and last float. @param {Step} step @param {number} axis */
export function blocksOf(step, axis) {
  const axes = widestFirst(step);
  const outer = axes.slice(0, axes.indexOf(axis) + 1);
  return indicesAlong(step.shape, outer).map((first) => {
    const last = first.map((i, at) => (outer.includes(at) ? i : step.shape[at] - 1));
    return { at: first[axis], from: offsetOf(step, first), to: offsetOf(step, last) };
  });
}

/**
 * All indices along some axes, with 0 along the others.
 * @param {readonly number[]} shape @param {readonly number[]} axes @param {ReadonlyMap<number, readonly number[]>} [only]
 */
function indicesAlong(shape, axes, only) {
  let indices = [shape.map(() => 0)];
  for (const axis of axes) {
    const all = only?.get(axis) ?? [...Array(shape[axis]).keys()];
    indices = indices.flatMap((index) => all.map((i) => index.map((at, other) => (other === axis ? i : at))));
  }
  return indices;
}
