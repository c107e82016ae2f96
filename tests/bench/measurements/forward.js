import { FORWARD_SIZES, randomProblem, sizeName } from "../problem.js";
import { race } from "./race.js";

/** @import { Context } from "./index.js" */

const PEERS = /** @type {const} */ ([
  "onnxruntime-web, plain graph",
  "onnxruntime-web, fused operator",
  "tfjs-backend-wasm",
]);

/**
 * A forward pass with attention weights, compared with other runtimes.
 * @param {Context} context
 */
export async function forward(context) {
  const rows = [];
  for (const size of FORWARD_SIZES) {
    /** @param {string} note */
    const say = (note) => context.say(`${sizeName(size)}, ${note}`);
    rows.push({ size, ...(await race(randomProblem(size, true), PEERS, { ...context, say })) });
  }
  return rows;
}
