import { coreWithMemory } from "../../core/core-with-memory.js";

/** @import { Problem } from "../problem.js" */
/** @import { Assets, Contestant } from "./contestant.js" */
/** @import { Core, ForwardInput } from "../../../web/core/index.js" */

/** @type {Promise<Core> | undefined} */
let shared;

/** The core for all measurements except that of memory. @param {Assets} assets */
export const sharedCore = ({ core }) => (shared ??= coreWithMemory(core).then((made) => made.core));

/**
 * @param {Core} core
 * @param {Problem} problem
 * @param {Partial<ForwardInput>} [options]
 * @returns {Contestant}
 */
export function headscope(core, { size, x, weights, needWeights }, options = {}) {
  const { dModel, numHeads, dK, T } = size;
  const layer = core.createLayer({ dModel, numHeads, dK });
  layer.setWeights(weights);
  const query = { data: x, shape: [1, T, dModel] };
  return {
    name: "headscope",
    run() {
      const run = layer.forward({ query, trace: false, needWeights, ...options });
      const result = { output: run.output.data, attention: run.attention?.data ?? null };
      run.dispose();
      return result;
    },
    dispose: () => layer.dispose(),
  };
}
