import { effort, interleave } from "../interleave.js";
import { randomProblem } from "../problem.js";
import { headscope, sharedCore } from "../runtimes/headscope.js";
import { besideAttention } from "../statistics.js";

/** @import { Size } from "../problem.js" */
/** @import { Context } from "./index.js" */

/** A whole panel of the kernel, so that no work goes into padding. */
const FEW = 8;

/**
 * Time of the attention part of forward passes of one size, without attention weights. Takes the best of all
 * rounds, because other load can only add time.
 * @param {Size} size
 * @param {Context} context
 * @returns {Promise<{ uncausal: number, causal: number }>} milliseconds
 */
export async function attentionPart(size, { assets, quick, say }) {
  const core = await sharedCore(assets);
  const problem = randomProblem(size, false);
  const { dModel, T } = size;
  const few = { data: problem.x.subarray(0, FEW * dModel), shape: [1, FEW, dModel] };
  const whole = { data: problem.x, shape: [1, T, dModel] };
  const options = [{}, { causal: true }, { key: few }, { query: few, key: whole }, { query: few }];
  const all = options.map((each) => headscope(core, problem, each));
  const samples = await interleave(all, effort(quick), say);
  for (const each of all) each.dispose();
  const [uncausal, causal, fewKeys, fewQueries, both] = samples.map((of) => Math.min(...of));
  const beside = besideAttention(T, FEW, { all: uncausal, fewKeys, fewQueries, both });
  return { uncausal: uncausal - beside, causal: causal - beside };
}
