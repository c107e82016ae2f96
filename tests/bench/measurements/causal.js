import { effort, interleave } from "../interleave.js";
import { randomProblem } from "../problem.js";
import { headscope, sharedCore } from "../runtimes/headscope.js";
import { attentionPart, median, medianRatio } from "../statistics.js";
import { besideAttention } from "./attention-part.js";

/** @import { Context } from "./index.js" */

const SIZE = { dModel: 512, numHeads: 8, T: 1024 };

/**
 * What the causal mask saves: the attention part alone, no weights asked for.
 * @param {Context} context
 */
export async function causal({ assets, quick, say }) {
  const core = await sharedCore(assets);
  const problem = randomProblem(SIZE, false);
  const all = [
    headscope(core, problem),
    headscope(core, problem, { causal: true }),
    ...besideAttention(core, problem),
  ];
  const [plain, masked, half, call] = await interleave(all, effort(quick), say);
  for (const each of all) each.dispose();
  const [uncausal, causal] = [plain, masked].map((whole) => attentionPart(whole, half, call));
  return {
    size: SIZE,
    uncausal: median(uncausal),
    causal: median(causal),
    ratio: medianRatio(uncausal, causal),
  };
}
