import { coreWithMemory } from "../../core/core-with-memory.js";
import { randomProblem } from "../problem.js";

/** @import { Assets } from "../runtimes/contestant.js" */
/** @import { Size } from "../problem.js" */

const FLOAT_BYTES = 4;

/**
 * Heap growth of one forward pass without attention weights, in a separate core: all written wasm memory,
 * less the program, the input, the layer's weights and the output.
 * @param {Assets} assets
 * @param {Size} size
 * @returns {Promise<{ T: number, beyond: number, memory: number } | { T: number, failure: string }>} bytes; memory: all that wasm then has
 */
export async function memoryOf(assets, size) {
  const { core, bytes, touched } = await coreWithMemory(assets.core);
  const begun = touched();
  const { dModel, numHeads, T } = size;
  try {
    // Initialises weights in the core, because passing them in would leave freed memory behind.
    const layer = core.createLayer({ dModel, numHeads });
    const query = { data: randomProblem(size, false).x, shape: [1, T, dModel] };
    // Several runs, because memory kept between runs of one size must not accumulate.
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
