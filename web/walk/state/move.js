import { offsetOf, widestFirst } from "../../kit/state/memory.js";

/**
 * What a copy moves, found out from strides: of which blocks the old memory consists and of which the new, and the pieces between them, each a
 * run of floats that lie side by side in both.
 *
 * @typedef {import("../../core/types.js").Step} Step
 *
 * @typedef {object} Move
 * @property {Step} from       what is read
 * @property {Step} to         what is written
 * @property {number} run      floats a piece
 * @property {number} oldAxis  the outermost of the old memory that is not that of the new too: a block of it at each index
 * @property {number} newAxis  the outermost of the new
 * @property {number[]} apart  axes along which piece follows piece, in the new memory's order
 *
 * @typedef {{ index: number[], old: number, fresh: number }} Piece  of its first float: index and offsets
 */

/** @param {Step} to a copy @param {readonly Step[]} steps @returns {Move} */
export function moveOf(to, steps) {
  const from = /** @type {Step} */ (steps.find(({ id }) => id === to.inputs[0]));
  const [old, fresh] = [widestFirst(from), widestFirst(to)];
  const outer = Math.max(
    0, // the same order, without what lay between
    fresh.findIndex((axis, i) => axis !== old[i]),
  );
  const side = fresh.findLastIndex((axis) => from.strides[axis] !== to.strides[axis]);
  const apart = fresh.slice(0, side + 1);
  const run = fresh.slice(side + 1).reduce((run, axis) => run * to.shape[axis], 1);
  return { from, to, run, oldAxis: old[outer] ?? fresh[outer], newAxis: fresh[outer], apart };
}

/**
 * All pieces, in the new memory's order, or those at some indices of some axes.
 * @param {Move} move @param {ReadonlyMap<number, readonly number[]>} [only]  by axis
 * @returns {Piece[]}
 */
export const piecesOf = ({ from, to, apart }, only) =>
  indicesAlong(to.shape, apart, only).map((index) => ({
    index,
    old: offsetOf(from, index),
    fresh: offsetOf(to, index),
  }));

/** In how many places pieces lie, side by side being one. @param {readonly number[]} offsets of pieces in order @param {number} run floats a piece */
export const placesOf = (offsets, run) =>
  offsets.filter((offset, i) => offset !== offsets[i - 1] + run).length;

/** The blocks that an axis cuts memory into, each with the offsets of its first float and its last. @param {Step} step @param {number} axis */
export function blocksOf(step, axis) {
  const axes = widestFirst(step);
  const outer = axes.slice(0, axes.indexOf(axis) + 1);
  return indicesAlong(step.shape, outer).map((first) => {
    const last = first.map((i, at) => (outer.includes(at) ? i : step.shape[at] - 1));
    return { at: first[axis], from: offsetOf(step, first), to: offsetOf(step, last) };
  });
}

/** Every index along some axes, 0 along the others. @param {readonly number[]} shape @param {readonly number[]} axes @param {ReadonlyMap<number, readonly number[]>} [only] */
function indicesAlong(shape, axes, only) {
  let indices = [shape.map(() => 0)];
  for (const axis of axes) {
    const all = only?.get(axis) ?? [...Array(shape[axis]).keys()];
    indices = indices.flatMap((index) => all.map((i) => index.map((at, other) => (other === axis ? i : at))));
  }
  return indices;
}
