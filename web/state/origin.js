import { carry } from "./memory.js";

/**
 * Where a number came from: of every step before it the block of elements it was computed from, back to x.
 *
 * @typedef {import("../core/types.js").Step} Step
 * @typedef {{ from: number, to: number }[]} Block   first and last index along each axis, both included
 */

/**
 * @param {Step} step
 * @param {readonly number[]} index
 * @param {readonly Step[]} steps in order; how far back to look
 * @returns {Map<string, Block>} by step id, the element's own included
 */
export function originsOf(step, index, steps) {
  /** @type {Map<string, Block>} */
  const blocks = new Map([[step.id, index.map((i) => ({ from: i, to: i }))]]);
  for (const reader of [...steps].reverse()) {
    const block = blocks.get(reader.id);
    if (!block) continue;
    reader.inputs.forEach((id, position) => {
      const input = steps.find((candidate) => candidate.id === id);
      if (!input) return;
      const read = READS[reader.op]?.(block, reader, input, position) ?? block;
      const known = blocks.get(id);
      blocks.set(id, known ? union(known, read) : read);
    });
  }
  return blocks;
}

/**
 * Where an element goes next: what each step that reads it makes of it.
 * @param {Step} step
 * @param {readonly number[]} index
 * @param {readonly Step[]} steps
 * @returns {Map<Step, Block>}
 */
export function readersOf(step, index, steps) {
  const block = index.map((i) => ({ from: i, to: i }));
  const readers = steps.filter(({ inputs, error }) => inputs.includes(step.id) && !error);
  return new Map(readers.map((reader) => [reader, WRITES[reader.op]?.(block, reader, step) ?? block]));
}

/** What an operation makes of a block that it reads; element by element unless told otherwise. @type {Partial<Record<Step["op"], (block: Block, step: Step, input: Step) => Block>>} */
const WRITES = {
  view: seenAgain,
  transpose: seenAgain,
  expand: seenAgain,
  slice: seenAgain,
  linear: (block, step) => [...block.slice(0, -1), whole(step, -1)],
  softmax: (block, step) => [...block.slice(0, -1), whole(step, -1)],
  matmul: (block, step, { id }) =>
    id === step.inputs[0]
      ? [...block.slice(0, -1), whole(step, -1)]
      : [...block.slice(0, -2), whole(step, -2), block[block.length - 1]],
};

/** @param {Block} block @param {readonly number[]} index */
export const holds = (block, index) =>
  block.every(({ from, to }, axis) => from <= index[axis] && index[axis] <= to);

/**
 * What an operation reads to make a block of its result; element by element unless told otherwise.
 * @type {Partial<Record<Step["op"], (block: Block, step: Step, input: Step, position: number) => Block>>}
 */
const READS = {
  linear: (block, _, input) => [...block.slice(0, -1), whole(input, -1)],
  matmul: (block, _, input, position) => {
    const [row, column] = block.slice(-2);
    const batch = block.slice(0, -2);
    const pair = position === 0 ? [row, whole(input, -1)] : [whole(input, -2), column];
    return [...batch, ...pair];
  },
  softmax: (block, _, input) => [...block.slice(0, -1), whole(input, -1)],
  view: sameMemory,
  transpose: sameMemory,
  expand: sameMemory,
  slice: sameMemory,
};

/** @param {Block} block @param {Step} step @param {Step} input @returns {Block} */
function sameMemory(block, step, input) {
  const first = corner(block, "from", step, input);
  const last = corner(block, "to", step, input);
  return first.map((at, axis) => ({ from: Math.min(at, last[axis]), to: Math.max(at, last[axis]) }));
}

/** The other way; a stride of 0 shows an element all along its axis. @param {Block} block @param {Step} step @param {Step} input @returns {Block} */
function seenAgain(block, step, input) {
  return sameMemory(block, input, step).map((span, axis) => (step.strides[axis] ? span : whole(step, axis)));
}

/** @param {Block} block @param {"from" | "to"} side @param {Step} step @param {Step} input */
function corner(block, side, step, input) {
  const index = block.map((span) => span[side]);
  return carry(step, index, input) ?? input.shape.map((size) => (side === "from" ? 0 : size - 1));
}

/** @param {Step} step @param {number} axis from the end */
const whole = (step, axis) => ({ from: 0, to: /** @type {number} */ (step.shape.at(axis)) - 1 });

/** @param {Block} a @param {Block} b @returns {Block} */
const union = (a, b) =>
  a.map((span, axis) => ({ from: Math.min(span.from, b[axis].from), to: Math.max(span.to, b[axis].to) }));
