/** @import { Boundary } from "./boundary.js" */
/** @import { TensorOutput } from "./types.js" */

// The two circuits of a head, for web/models and web/heads: see src/transformer/circuit.hpp. Arguments are not checked.

/** @typedef {{ boundary: Boundary }} Bound the core, or a handle of it */
/** @typedef {{ wQ: TensorOutput, wK: TensorOutput, wV: TensorOutput, wO: TensorOutput }} Factors of a head's circuits, which read the stream */

/** From -1 to 1: how positive the eigenvalues of W_V W_O are. @param {Bound} core @param {Factors} circuit @returns {number} */
export const copyingScore = ({ boundary }, circuit) => boundary.call("copyingScore", circuit);

/** How much of what the first head writes the second one reads by its queries, its keys and its values, from 0 to 1. @param {Bound} core @param {Factors} first @param {Factors} second @returns {{ q: number, k: number, v: number }} */
export const composition = ({ boundary }, first, second) => boundary.call("composition", first, second);

/** x A B. @param {Bound} core @param {TensorOutput} x (1, n, d_model) @param {TensorOutput} a @param {TensorOutput} b @returns {TensorOutput} */
export const throughCircuit = ({ boundary }, x, a, b) => boundary.call("throughCircuit", x, a, b);
