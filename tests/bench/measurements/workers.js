import { effort, interleave } from "../interleave.js";
import { GPT2_SMALL, randomCheckpoint } from "../random-checkpoint.js";
import { largestDifference, median, medianRatio } from "../statistics.js";
import { MODEL_LENGTHS, idsOf } from "./models.js";

/** @import { Context } from "./index.js" */
/** @import { Model } from "../../../web/models/index.js" */

/** Largest difference of an attention weight between one worker and two. */
const TOLERANCE = 1e-5;

const BESIDE = { runs: 12, tokens: 64 };

/**
 * A GPT-2 small with random weights, with one worker and with two: runs that both share, and runs side by side, each without another head. Two
 * processors are needed.
 * @param {Context} context
 */
export async function workers({ assets, quick, say }) {
  say("writing a checkpoint");
  const { openCheckpoint } = await assets.models();
  const file = new Blob([...randomCheckpoint(GPT2_SMALL, "F32").parts]);
  const config = new Blob([JSON.stringify(GPT2_SMALL)]);
  const files = { "config.json": config, "model.safetensors": file };
  const one = await openCheckpoint(files, { keep: true, workers: 1 });
  const two = await openCheckpoint(files, { keep: true, workers: 2 });
  /** @param {(model: Model) => Promise<unknown>} work @param {string} what */
  const compared = async (work, what) => {
    const all = [
      { name: "one worker", run: () => work(one) },
      { name: "two workers", run: () => work(two) },
    ];
    const [alone, shared] = await interleave(all, effort(quick), (note) => say(`${what}, ${note}`));
    return { one: median(alone), two: median(shared), ratio: medianRatio(alone, shared) };
  };
  const times = [];
  for (const T of MODEL_LENGTHS) {
    const ids = idsOf(T);
    const [a, b] = [await one.run({ ids }), await two.run({ ids })];
    const differences = Array.from({ length: 12 }, (_, layer) =>
      largestDifference(a.attention(layer).data, b.attention(layer).data),
    );
    const difference = Math.max(...differences);
    if (!(difference <= TOLERANCE))
      throw new Error(`attention of ${T} tokens differs by ${difference} between one worker and two`);
    const run = async (/** @type {Model} */ model) => (await model.run({ ids })).dispose();
    times.push({ T, ...(await compared(run, `${T} tokens`)) });
  }
  const ids = idsOf(BESIDE.tokens);
  const off = Array.from({ length: BESIDE.runs }, (_, head) => ({
    0: Array.from({ length: 12 }, (_, i) => Number(i !== head)),
  }));
  const beside = await compared(async (model) => {
    const asked = off.map((headScale) => /** @type {const} */ ([{ ids }, { headScale }]));
    for await (const run of model.runEach(asked)) run.dispose();
  }, "runs side by side");
  one.dispose();
  two.dispose();
  return { times, beside };
}
