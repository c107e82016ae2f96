import { interleave, effort } from "../interleave.js";
import { gpt2Graph } from "../onnx-gpt2.js";
import { GPT2_SMALL, randomCheckpoint } from "../random-checkpoint.js";
import { onnxGpt2 } from "../runtimes/onnx.js";
import { largestDifference, median, medianRatio } from "../statistics.js";

/** @import { Context } from "./index.js" */
/** @import { ModelRun } from "../../../web/models/index.js" */

export const MODEL_LENGTHS = [16, 64, 256];

/**
 * @typedef {object} ModelTime
 * @property {number} T
 * @property {number} ours milliseconds
 * @property {number} fastest
 * @property {number} theirs
 * @property {number} ratio of onnxruntime-web's time to ours
 * @property {number} difference
 * @property {{ milliseconds: number, ratio: number }} [before] ratio: of our time to that of the checkout to compare with
 */

/** Largest difference of an attention weight. */
export const TOLERANCE = 1e-4;

/**
 * A complete GPT-2 small with random weights, with all attention weights returned, compared with onnxruntime-web; and the time to open it.
 * Where there is a checkout to compare with, its runs are in turns with ours.
 * @param {Context} context
 */
export async function models({ assets, quick, say }) {
  say("writing a checkpoint");
  const { openCheckpoint } = await assets.models();
  const file = new Blob([...randomCheckpoint(GPT2_SMALL, "F32").parts]);
  const config = new Blob([JSON.stringify(GPT2_SMALL)]);
  const files = { "config.json": config, "model.safetensors": file };
  say("opening");
  const [model, opening] = await timed(() => openCheckpoint(files, { keep: true, workers: 1 }));
  const run = (/** @type {number[]} */ ids) => model.run({ ids });
  say("opening the checkout to compare with");
  const before = await (await assets.before?.())?.openCheckpoint(files, { keep: true, workers: 1 });
  const [, first] = await timed(async () => weightsOf(await run(idsOf(MODEL_LENGTHS[0]))));
  const peer = await onnxGpt2(assets, gpt2Graph(randomCheckpoint(GPT2_SMALL, "F32")));
  /** @type {ModelTime[]} */
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
    if (before)
      all.push({
        name: "headscope to compare with",
        run: async () => weightsOf(await before.run({ ids })),
      });
    const [ours, theirs, earlier] = await interleave(all, effort(quick), (note) =>
      say(`${T} tokens, ${note}`),
    );
    times.push({
      T,
      ours: median(ours),
      fastest: Math.min(...ours),
      theirs: median(theirs),
      ratio: medianRatio(theirs, ours),
      difference,
      ...(earlier && { before: { milliseconds: median(earlier), ratio: medianRatio(ours, earlier) } }),
    });
  }
  peer.dispose();
  model.dispose();
  before?.dispose();
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
