import { carry } from "../../kit/state/memory.js";
import { reached, single } from "./origin.js";

/**
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../core/core.js").Operations} Operations
 * @typedef {import("./origin.js").Block} Block
 */

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
    const isSeen = operations[reader.op]?.reads[position] !== null || carry(step, index, reader); // not outside a slice
    const block = isSeen && reached(operations, reader, position, single(index), { from: step, to: reader });
    if (block) readers.set(reader, block);
  }
  return readers;
}
