import { flatIndex } from "../../kit/state/memory.js";
import { originsOf } from "./origin.js";

/**
 * How a number was computed: its inputs, then the inputs of the most important input, and so on back to x.
 *
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("./origin.js").Block} Block
 *
 * @typedef {object} Making
 * @property {{ input: Step, block: Block, numbers: number[] }[]} read
 * @property {[number[], number[]] | null} factors  for a sum of products
 * @property {number[]} order  indices of the terms, largest first
 */

/** @param {Picture} picture @param {Step} step @param {readonly number[]} index @returns {Making} */
export function makingOf(picture, step, index) {
  const inputs = step.inputs.map((id) => /** @type {Step} */ (picture.step(id)));
  const blocks = originsOf(picture.operations, step, index, [...inputs, step]);
  const read = inputs.flatMap((input) => {
    const block = blocks.get(input.id);
    return block ? [{ input, block, numbers: numbersOf(picture, input, block) }] : [];
  });
  const sums = picture.operations[step.op]?.formulas.some((formula) => formula.includes("{terms}"));
  if (!sums) return { read, factors: null, order: [] };
  const [a, b = weightsOf(picture, step, index)] = read.map(({ numbers }) => numbers);
  const size = (/** @type {number} */ i) => Math.abs(a[i] * b[i]);
  return { read, factors: [a, b], order: a.map((_, i) => i).sort((i, j) => size(j) - size(i)) };
}

/**
 * The element to follow in every earlier step: for a sum, the element in the largest product; otherwise the element at the same place.
 * @param {Picture} picture @param {Step} step @param {readonly number[]} index
 * @returns {Map<string, readonly number[]>} by step id, including the element itself
 */
export function trailOf(picture, step, index) {
  const trail = new Map([[step.id, index]]);
  for (const reader of [...picture.steps].reverse()) {
    const at = trail.get(reader.id);
    if (!at) continue;
    const { read, order } = makingOf(picture, reader, at);
    for (const { input, block } of read) {
      const followed = block.map(({ from, to }, axis) => (from === to ? from : (order[0] ?? at[axis])));
      if (!trail.has(input.id)) trail.set(input.id, followed);
    }
  }
  return trail;
}

/** The numbers of a row, a column or a single element. @param {Picture} picture @param {Step} step @param {Block} block */
function numbersOf(picture, step, block) {
  const free = block.findIndex(({ from, to }) => from !== to);
  const count = free < 0 ? 1 : block[free].to - block[free].from + 1;
  return Array.from({ length: count }, (_, i) => {
    const index = block.map(({ from }, axis) => from + (axis === free ? i : 0));
    return picture.values(step.id)[flatIndex(step, index)];
  });
}

/**
 * The column of a projection's weights for an element; projections may have joined matrices.
 * @param {Picture} picture @param {Step} step @param {readonly number[]} index
 * @returns {number[]}
 */
function weightsOf(picture, step, index) {
  if (!step.weights.length) return [];
  const { name, column } = columnOf(picture, step, index);
  const { data, shape } = picture.weight(name);
  return Array.from({ length: shape[0] }, (_, row) => data[row * shape[1] + column]);
}

/**
 * The matrix, the column in it and the bias that make an element, also for joined matrices.
 * @param {Picture} picture @param {Step} step a projection @param {readonly number[]} index
 * @returns {{ name: import("../../core/types.js").WeightName, column: number, bias: number | null }}
 */
export function columnOf(picture, { weights }, index) {
  let column = index[index.length - 1];
  const names = /** @type {import("../../core/types.js").WeightName[]} */ (weights);
  const name =
    names.find((each) => {
      const [, columns] = picture.weight(each).shape;
      if (column < columns) return true;
      column -= columns;
      return false;
    }) ?? names[0];
  const bias = names.find((each) => each === `b${name.slice(1)}`);
  return { name, column, bias: bias ? picture.weight(bias).data[column] : null };
}
