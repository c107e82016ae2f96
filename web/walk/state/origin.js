import { moveIndex } from "../../kit/state/memory.js";

/**
 * The origin of a number: for every earlier step, the block of elements that the number depends on, back to x. The core's table says what
 * an operation reads; for unknown operations, the number may depend on every element.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../core/core.js").Operations} Operations
 * @typedef {import("../../kit/state/memory.js").Block} Block
 */

/**
 * @param {Operations} operations
 * @param {Step} step
 * @param {readonly number[]} index
 * @param {readonly Step[]} steps in order; the search goes back over these
 * @returns {Map<string, Block>} by step id, including the element itself
 */
export function originsOf(operations, step, index, steps) {
  /** @type {Map<string, Block>} */
  const blocks = new Map([[step.id, blockOfElement(index)]]);
  for (const reader of [...steps].reverse()) {
    const block = blocks.get(reader.id);
    if (!block) continue;
    reader.inputs.forEach((id, position) => {
      const input = steps.find((candidate) => candidate.id === id);
      if (!input) return;
      const read = blockAlong(operations, reader, position, block, { from: reader, to: input });
      if (!read) return;
      const known = blocks.get(id);
      blocks.set(id, known ? union(known, read) : read);
    });
  }
  return blocks;
}

/** @param {readonly number[]} index @returns {Block} */
export const blockOfElement = (index) => index.map((i) => ({ from: i, to: i }));

/**
 * The block of an input that a block of the result reads, or the block of the result that a block of the input affects: both go along the
 * same axes. Null if the block lies in another part of what the operation sets side by side.
 * @param {Operations} operations
 * @param {Step} reader
 * @param {number} position index of the input
 * @param {Block} block
 * @param {{ from: Step, to: Step }} way
 * @returns {Block | null}
 */
export function blockAlong(operations, reader, position, block, { from, to }) {
  const operation = operations[reader.op];
  if (!operation) return wholeBlock(to);
  const sizes = operation.reads[position];
  if (!sizes) return sameMemory(block, from, to);
  const within = reader.attributes.lengths ? inPart(block, reader, position, to) : block;
  return within && widenBlock(within, sizes, reader, to);
}

/**
 * An operation with `lengths` sets its operands side by side along `dim`: the block in its part of the result, or in the operand.
 * @param {Block} block @param {Step} reader @param {number} position index of the operand @param {Step} to
 * @returns {Block | null} null for a block that lies in other parts
 */
function inPart(block, reader, position, to) {
  const { dim, lengths } = /** @type {{ dim: number, lengths: number[] }} */ (
    /** @type {unknown} */ (reader.attributes)
  );
  const axis = (dim + block.length) % block.length;
  const start = lengths.slice(0, position).reduce((total, length) => total + length, 0);
  if (to === reader) return moveBlock(block, axis, start);
  const last = lengths[position] - 1;
  const [span] = moveBlock(block, axis, -start).slice(axis, axis + 1);
  if (span.to < 0 || span.from > last) return null;
  const within = { from: Math.max(span.from, 0), to: Math.min(span.to, last) };
  return block.map((each, i) => (i === axis ? within : each));
}

/** @param {Block} block @param {number} axis @param {number} by @returns {Block} */
const moveBlock = (block, axis, by) =>
  block.map((span, i) => (i === axis ? { from: span.from + by, to: span.to + by } : span));

/**
 * @param {Block} block
 * @param {readonly [number, number]} sizes sizes as in Operation.reads
 * @param {Step} reader
 * @param {Step} to step whose elements the block covers
 * @returns {Block}
 */
function widenBlock(block, [beforeLast, last], { attributes }, to) {
  const along = /** @type {number} */ (attributes.dim ?? -1);
  const axes = block.length;
  return block.map((span, axis) => {
    const size = axis === (along + axes) % axes ? last : axis === axes - 2 ? beforeLast : 1;
    if (size === 0) return { from: 0, to: to.shape[axis] - 1 };
    return {
      from: span.from - (span.from % size),
      to: Math.min(span.to - (span.to % size) + size, to.shape[axis]) - 1,
    };
  });
}

/**
 * The same elements in another view; a stride of 0 repeats one element along its axis.
 * @param {Block} block @param {Step} from @param {Step} to @returns {Block}
 */
function sameMemory(block, from, to) {
  const first = corner(block, "from", from, to);
  const last = corner(block, "to", from, to);
  return first.map((at, axis) =>
    to.strides[axis]
      ? { from: Math.min(at, last[axis]), to: Math.max(at, last[axis]) }
      : wholeBlock(to)[axis],
  );
}

/** @param {Block} block @param {"from" | "to"} side @param {Step} step @param {Step} input */
function corner(block, side, step, input) {
  const index = block.map((span) => span[side]);
  return moveIndex(step, index, input) ?? wholeBlock(input).map((span) => span[side]);
}

/** @param {Step} step @returns {Block} */
const wholeBlock = ({ shape }) => shape.map((size) => ({ from: 0, to: size - 1 }));

/** @param {Block} a @param {Block} b @returns {Block} */
const union = (a, b) =>
  a.map((span, axis) => ({ from: Math.min(span.from, b[axis].from), to: Math.max(span.to, b[axis].to) }));

/**
 * The readers of an element: the results of each step that reads it.
 * @param {Operations} operations
 * @param {Step} step
 * @param {readonly number[]} index
 * @param {readonly Step[]} steps
 * @returns {Map<Step, Block>}
 */
export function readersOf(operations, step, index, steps) {
  /** @type {Map<Step, Block>} */
  const readers = new Map();
  for (const reader of steps.filter(({ inputs, error }) => inputs.includes(step.id) && !error)) {
    const position = reader.inputs.indexOf(step.id);
    const isSeen = operations[reader.op]?.reads[position] !== null || moveIndex(step, index, reader); // not outside a slice
    const block =
      isSeen && blockAlong(operations, reader, position, blockOfElement(index), { from: step, to: reader });
    if (block) readers.set(reader, block);
  }
  return readers;
}
