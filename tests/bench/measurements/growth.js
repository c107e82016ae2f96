import { effort, interleave } from "../interleave.js";
import { randomProblem } from "../problem.js";
import { headscope, sharedCore } from "../runtimes/headscope.js";
import { attentionPart, exponent, median } from "../statistics.js";
import { besideAttention } from "./attention-part.js";
import { memoryOf } from "./memory.js";

/** @import { Context } from "./index.js" */

const LENGTHS = [64, 128, 256, 512, 1024, 2048, 4096];
/** Heads of the usual width on a narrow model, so that the attention is not lost beside the projections where T is small. */
const TIMED = { dModel: 8, numHeads: 8, dK: 64 };
const WEIGHED = { dModel: 512, numHeads: 8 };

/**
 * How time and memory grow with T where no weights are asked for.
 * @param {Context} context
 */
export async function growth({ assets, quick, say }) {
  const times = [];
  const memory = [];
  for (const T of LENGTHS) {
    times.push({ T, milliseconds: await attentionTime(T, { assets, quick, say }) });
    say(`T = ${T}, memory`);
    memory.push(await memoryOf(assets, { ...WEIGHED, T }));
  }
  const known = memory.flatMap((each) => ("beyond" in each ? [each] : []));
  return {
    timed: TIMED,
    weighed: WEIGHED,
    times,
    memory,
    timeExponent: exponent(times.map(({ T, milliseconds }) => [T, milliseconds])),
    memoryExponent: exponent(known.map(({ T, beyond }) => [T, beyond])),
  };
}

/** @param {number} T @param {Context} context */
async function attentionTime(T, { assets, quick, say }) {
  const core = await sharedCore(assets);
  const problem = randomProblem({ ...TIMED, T }, false);
  const all = [headscope(core, problem), ...besideAttention(core, problem)];
  const [whole, half, call] = await interleave(all, effort(quick), (note) => say(`T = ${T}, ${note}`));
  for (const each of all) each.dispose();
  return median(attentionPart(whole, half, call));
}
