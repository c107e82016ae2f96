import { interleave, effort } from "../interleave.js";
import { gpt2Graph } from "../onnx-gpt2.js";
import { GPT2_SMALL, randomCheckpoint } from "../random-checkpoint.js";
import { onnxGpt2 } from "../runtimes/onnx.js";
import { largestDifference, median, medianRatio } from "../statistics.js";

/** @import { Context } from "./index.js" */
/** @import { ModelRun } from "../../../web/models/index.js" */

export const MODEL_LENGTHS = [16, 64, 256];

/** Largest difference of an attention weight. */
export const TOLERANCE = 1e-4;

/**
 * A complete GPT-2 small with random weights, with all attention weights returned, compared with onnxruntime-web; and the time to open it.
 * @param {Context} context
 */
export async function models({ assets, quick, say }) {
  say("writing a checkpoint");
  const { openCheckpoint } = await assets.models();
  const file = new Blob([...randomCheckpoint(GPT2_SMALL, "F32").parts]);
  const config = new Blob([JSON.stringify(GPT2_SMALL)]);
  say("opening");
  const [model, opening] = await timed(() =>
    openCheckpoint({ "config.json": config, "model.safetensors": file }, { keep: true, workers: 1 }),
  );
  const run = (/** @type {number[]} */ ids) => model.run({ ids });
  const [, first] = await timed(async () => weightsOf(await run(idsOf(MODEL_LENGTHS[0]))));
  const peer = await onnxGpt2(assets, gpt2Graph(randomCheckpoint(GPT2_SMALL, "F32")));
  const times = [];
  for (const T of MODEL_LENGTHS) {
    const ids = idsOf(T);
    const shown = await run(ids);
    const x = shown.hidden(0).data;
    const difference = largest(await weightsOf(shown), await peer.run(x));
    if (!(difference <= TOLERANCE))
      throw new Error(`attention of ${T} tokens differs by ${difference} from onnxruntime-web's`);
    const all = [
      { name: "headscope", run: async () => weightsOf(await run(ids)) },
      { name: "onnxruntime-web", run: () => peer.run(x) },
    ];
    const [ours, theirs] = await interleave(all, effort(quick), (note) => say(`${T} tokens, ${note}`));
    times.push({
      T,
      ours: median(ours),
      fastest: Math.min(...ours),
      theirs: median(theirs),
      ratio: medianRatio(theirs, ours),
      difference,
    });
  }
  peer.dispose();
  model.dispose();
  return { opening, first, times };
}

/** @param {number} T @returns {number[]} */
export const idsOf = (T) => Array.from({ length: T }, (_, i) => (i * 97) % 1000);

/** Every layer's attention; the run is disposed of. @param {ModelRun} run @param {number} [layers] @returns {Promise<Float32Array[]>} */
export async function weightsOf(run, layers = 12) {
  const all = Array.from({ length: layers }, (_, layer) => run.attention(layer).data);
  run.dispose();
  return all;
}

const SOME = 4096;

/** Values at equal distances, at most 4096 of each layer: few enough for a message between pages. @param {Float32Array[]} layers @returns {number[]} */
export const someOf = (layers) =>
  layers.flatMap((of) => {
    const stride = Math.ceil(of.length / SOME) | 1; // odd, so that the values are of different keys
    return Array.from({ length: Math.ceil(of.length / stride) }, (_, i) => of[i * stride]);
  });

/** @param {Float32Array[]} a @param {Float32Array[]} b */
const largest = (a, b) => Math.max(...a.map((each, layer) => largestDifference(each, b[layer])));

/** @template T @param {() => Promise<T>} work @returns {Promise<[T, number]>} with its milliseconds */
async function timed(work) {
  const begun = performance.now();
  const result = await work();
  return [result, performance.now() - begun];
}
