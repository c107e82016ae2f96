import { effort, interleave } from "../interleave.js";
import { randomProblem } from "../problem.js";
import { headscope, sharedCore } from "../runtimes/headscope.js";
import { onnxFused, onnxPlain } from "../runtimes/onnx.js";
import { median, medianRatio } from "../statistics.js";
import { agreement } from "./agreement.js";
import { memoryOf } from "./memory.js";

/** @import { Contestant } from "../runtimes/contestant.js" */
/** @import { Context } from "./index.js" */

const SIZE = { dModel: 512, numHeads: 8, T: 4096 };

/**
 * A long sequence, no weights asked for, against onnxruntime-web. Either may be unable to.
 * @param {Context} context
 */
export async function long({ assets, quick, say }) {
  const problem = randomProblem(SIZE, false);
  /** @type {{ name: string, failure: string }[]} */
  const unable = [];
  /** @type {Contestant[]} */
  const all = [];
  /** @param {string} name @param {() => Contestant | Promise<Contestant>} make */
  const enter = async (name, make) => {
    say(`${name}, first run`);
    try {
      const contestant = await make();
      await contestant.run();
      all.push(contestant);
    } catch (error) {
      unable.push({ name, failure: String(/** @type {Error} */ (error)?.message ?? error) });
    }
  };
  const core = await sharedCore(assets);
  await enter("headscope", () => headscope(core, problem));
  await enter("onnxruntime-web, fused operator", () => onnxFused(assets, problem));
  await enter("onnxruntime-web, plain graph", () => onnxPlain(assets, problem));
  const differences = all.length > 1 ? await agreement(all) : [];
  const samples = await interleave(all, effort(quick), say);
  for (const each of all) each.dispose();
  const times = all.map(({ name }, i) => ({
    name,
    milliseconds: median(samples[i]),
    ratio: medianRatio(samples[i], samples[0]),
    difference: i > 0 ? differences[i - 1] : 0,
  }));
  return { size: SIZE, times, unable, memory: await memoryOf(assets, SIZE) };
}
