import { effort, interleave } from "../interleave.js";
import { FORWARD_SIZES, randomProblem, sizeName } from "../problem.js";
import { headscope, sharedCore } from "../runtimes/headscope.js";
import { onnxFused, onnxPlain } from "../runtimes/onnx.js";
import { tfjs } from "../runtimes/tfjs.js";
import { median, medianRatio } from "../statistics.js";
import { agreement } from "./agreement.js";

/** @import { Context } from "./index.js" */

/**
 * One forward, attention weights included, against the other runtimes.
 * @param {Context} context
 */
export async function forward({ assets, quick, say }) {
  const rows = [];
  for (const size of FORWARD_SIZES) {
    const problem = randomProblem(size, true);
    const all = [
      headscope(await sharedCore(assets), problem),
      await onnxPlain(assets, problem),
      await onnxFused(assets, problem),
      await tfjs(assets, problem),
    ];
    const differences = await agreement(all);
    const samples = await interleave(all, effort(quick), (note) => say(`${sizeName(size)}, ${note}`));
    for (const each of all) each.dispose();
    const [ours, ...peers] = samples;
    rows.push({
      size,
      milliseconds: median(ours),
      peers: peers.map((theirs, i) => ({
        name: all[i + 1].name,
        milliseconds: median(theirs),
        ratio: medianRatio(theirs, ours),
        difference: differences[i],
      })),
    });
  }
  return rows;
}
