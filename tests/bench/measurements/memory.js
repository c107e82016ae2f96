import { coreWithMemory } from "../../core/core-with-memory.js";
import { randomProblem } from "../problem.js";

/** @import { Assets } from "../runtimes/contestant.js" */
/** @import { Size } from "../problem.js" */

const FLOAT_BYTES = 4;

/**
 * What one forward without weights takes of the heap, in a core of its own: all of wasm's memory that was written to, but for what the
 * program itself, the input, the layer's weights and the output have to have.
 * @param {Assets} assets
 * @param {Size} size
 * @returns {Promise<{ T: number, beyond: number, memory: number } | { T: number, failure: string }>} bytes; memory: all that wasm then has
 */
export async function memoryOf(assets, size) {
  const { core, bytes, touched } = await coreWithMemory(assets.core);
  const begun = touched();
  const { dModel, numHeads, T } = size;
  try {
    // With weights of its own: handing some over would leave a hole where they were put first.
    const layer = core.createLayer({ dModel, numHeads });
    const query = { data: randomProblem(size, false).x, shape: [1, T, dModel] };
    // More than once, since what stays between runs of one size must not add up.
    for (let i = 0; i < 3; i++) {
      const run = layer.forward({ query, trace: false, needWeights: false });
      run.output;
      run.dispose();
    }
    const given = FLOAT_BYTES * (4 * dModel * dModel + 2 * T * dModel);
    return { T, beyond: touched() - begun - given, memory: bytes() };
  } catch (error) {
    return { T, failure: /** @type {Error} */ (error).message };
  }
}
