import { randomProblem } from "../problem.js";
import { memoryOf } from "./memory.js";
import { race } from "./race.js";

/** @import { Context } from "./index.js" */

const SIZE = { dModel: 512, numHeads: 8, T: 4096 };
const PEERS = /** @type {const} */ (["onnxruntime-web, fused operator", "onnxruntime-web, plain graph"]);

/**
 * A long sequence without attention weights, compared with onnxruntime-web; and its share of the wasm heap.
 * @param {Context} context
 */
export async function long(context) {
  const result = await race(randomProblem(SIZE, false), PEERS, context);
  context.say("memory");
  return { size: SIZE, ...result, memory: await memoryOf(context.assets, SIZE) };
}
