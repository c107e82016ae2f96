import { breather } from "../../core/task.js";
import { Matrix } from "../../core/transformer.js";

/** @import { Core } from "../../core/core.js" */
/** @import { StoredMatrix } from "../../core/transformer.js" */

// How a transformer shares its thread. A worker computes each block at once; a page computes in slices.

/**
 * @typedef {object} Pace
 * @property {number} flops between two looks at the clock
 * @property {number} numbers of a file that are packed between two looks at the clock
 * @property {number} part size of a part of the output matrix in wasm memory, in bytes
 * @property {() => Promise<void>} breathe looks at the clock, and yields to the page if the slice was long
 */

/** @returns {Pace} */
export const atOnce = () => ({ flops: Infinity, numbers: Infinity, part: 2 ** 25, breathe: breather() });

/** About 2 ms each at 30 GFLOP/s; a part of the output matrix takes four times as long at 256 tokens. @returns {Pace} */
export const inSlices = () => ({ flops: 2 ** 26, numbers: 2 ** 19, part: 2 ** 20, breathe: breather() });

/** Packs a matrix. @param {Core} core @param {StoredMatrix} stored @param {Pace} pace */
export async function packMatrix(core, stored, { numbers, breathe }) {
  const matrix = new Matrix(core, stored);
  try {
    while (matrix.pack(numbers)) await breathe();
  } catch (error) {
    matrix.dispose();
    throw error;
  }
  return matrix;
}
