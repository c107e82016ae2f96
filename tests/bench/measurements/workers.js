import { effort, interleave } from "../interleave.js";
import { gpt2Graph } from "../onnx-gpt2.js";
import { GPT2_SMALL, LLAMA_KEPT, filesOf, randomCheckpoint } from "../random-checkpoint.js";
import { onnxGpt2 } from "../runtimes/onnx.js";
import { largestDifference, median, medianRatio } from "../statistics.js";
import { MODEL_LENGTHS, TOLERANCE, idsOf, someOf, weightsOf } from "./models.js";

/** @import { Context } from "./index.js" */
/** @import { Timed } from "../interleave.js" */
/** @import { Assets } from "../runtimes/contestant.js" */
/** @import { Model } from "../../../web/models/index.js" */

/** Largest difference of an attention weight between one worker and two. */
const SHARED_TOLERANCE = 1e-5;

const LLAMA_TOKENS = 64;

/** Rounds for work that takes seconds. @param {boolean} quick @param {number} rounds @returns {import("../interleave.js").Effort} */
const slowEffort = (quick, rounds) => ({
  rounds: quick ? 1 : rounds,
  fewest: quick ? 1 : rounds,
  budget: 0,
  milliseconds: 0,
  warmUp: 0,
  warmRuns: 1,
});

/** Rounds for runs that use both processors: other load on the machine disturbs these most. @param {boolean} quick @returns {import("../interleave.js").Effort} */
const sharedEffort = (quick) => ({ ...effort(quick), ...(!quick && { fewest: 11 }) });

/** A ranking of all heads of GPT-2 small: runs side by side, each without one head. */
const RANKING = { layers: 12, heads: 12, tokens: 16 };

/** Of onnxruntime-web, in an isolated page. */
const THREADS = 2;

/**
 * @typedef {object} Shared times of one run
 * @property {number} T
 * @property {number} one milliseconds with one worker
 * @property {number} two
 * @property {number} ratio of one worker's time to that of two
 * @property {Peer} [peer]
 *
 * @typedef {object} Peer onnxruntime-web
 * @property {number} one milliseconds with one thread
 * @property {number} two with two threads, in an isolated page
 * @property {number} ratio of two threads' time to that of our two workers
 */

/**
 * A GPT-2 small with random weights, with one worker and with two: runs that both share, with all attention weights, and runs side by side, each without
 * one head. Where the side has an isolated page, the shared runs are in turns with onnxruntime-web's, with one thread and with two, and a large Llama
 * follows. Two processors are needed.
 * @param {Context} context
 */
export async function workers({ assets, quick, say }) {
  say("writing a checkpoint");
  const { openCheckpoint } = await assets.models();
  const files = filesOf(randomCheckpoint(GPT2_SMALL, "F32"));
  const one = await openCheckpoint(files, { keep: true, workers: 1 });
  const two = await openCheckpoint(files, { keep: true, workers: 2 });
  const peers = await openPeers(assets, say);
  /** @type {Shared[]} */
  const times = [];
  for (const T of MODEL_LENGTHS) {
    const ids = idsOf(T);
    const run = async (/** @type {Model} */ model) => weightsOf(await model.run({ ids }));
    requireEqual(T, await run(one), await run(two));
    const shown = await one.run({ ids });
    const input = shown.hidden(0).data;
    const others = (await peers?.at(input, someOf(await weightsOf(shown)))) ?? [];
    const all = [...timed(one, two, run), ...others];
    const [alone, shared, single, threads] = await interleave(all, sharedEffort(quick), (note) =>
      say(`${T} tokens, ${note}`),
    );
    times.push({ T, ...compared(alone, shared), ...(peers && { peer: peerOf(single, threads, shared) }) });
  }
  peers?.dispose();
  const [alone, beside] = await interleave(timed(one, two, ranked), slowEffort(quick, 3), (note) =>
    say(`runs side by side, ${note}`),
  );
  one.dispose();
  two.dispose();
  const llama = assets.isolated && (await largeLlama(openCheckpoint, quick, say));
  return { times, beside: compared(alone, beside), ...(llama && { llama }) };
}

/** Runs a model once without each head. @param {Model} model */
async function ranked(model) {
  const { layers, heads, tokens } = RANKING;
  const ids = idsOf(tokens);
  const asked = Array.from({ length: layers * heads }, (_, at) => {
    const [layer, off] = [Math.floor(at / heads), at % heads];
    const headScale = { [layer]: Array.from({ length: heads }, (_, head) => Number(head !== off)) };
    return /** @type {const} */ ([{ ids }, { headScale }]);
  });
  for await (const run of model.runEach(asked)) run.dispose();
}

/**
 * A large Llama with BF16 weights in memory, one run with one worker and with two. In Node, the main thread is the first worker of both models, and its core
 * does not hold the weights of both.
 * @param {typeof import("../../../web/models/index.js").openCheckpoint} openCheckpoint @param {boolean} quick @param {(note: string) => void} say
 */
async function largeLlama(openCheckpoint, quick, say) {
  const files = filesOf(randomCheckpoint(LLAMA_KEPT, "BF16"));
  const one = await openCheckpoint(files, { keep: true, workers: 1 });
  const two = await openCheckpoint(files, { keep: true, workers: 2 });
  const ids = idsOf(LLAMA_TOKENS);
  const { layers } = one.info;
  const run = async (/** @type {Model} */ model) => weightsOf(await model.run({ ids }), layers);
  say("Llama, first runs");
  requireEqual(LLAMA_TOKENS, await run(one), await run(two));
  const [alone, shared] = await interleave(timed(one, two, run), slowEffort(quick, 5), (note) =>
    say(`Llama, ${note}`),
  );
  one.dispose();
  two.dispose();
  return compared(alone, shared);
}

/** @param {Model} one @param {Model} two @param {(model: Model) => Promise<unknown>} work @returns {Timed[]} */
const timed = (one, two, work) => [
  { name: "one worker", run: () => work(one) },
  { name: "two workers", run: () => work(two) },
];

/** @param {number[]} one @param {number[]} two */
const compared = (one, two) => ({ one: median(one), two: median(two), ratio: medianRatio(one, two) });

/** @param {number[]} single @param {number[]} threads @param {number[]} ours @returns {Peer} */
const peerOf = (single, threads, ours) => ({
  one: median(single),
  two: median(threads),
  ratio: medianRatio(threads, ours),
});

/** @param {number} T @param {Float32Array[]} a @param {Float32Array[]} b every layer's attention */
function requireEqual(T, a, b) {
  const difference = Math.max(...a.map((each, layer) => largestDifference(each, b[layer])));
  if (!(difference <= SHARED_TOLERANCE))
    throw new Error(`attention of ${T} tokens differs by ${difference} between one worker and two`);
}

/**
 * onnxruntime-web with one thread here, and with two in the isolated page. Undefined if the side has no such page.
 * @param {Assets} assets @param {(note: string) => void} say
 */
async function openPeers(assets, say) {
  const { isolated } = assets;
  if (!isolated) return undefined;
  say("opening onnxruntime-web");
  const single = await onnxGpt2(assets, gpt2Graph(randomCheckpoint(GPT2_SMALL, "F32")));
  await isolated.open(THREADS);
  return {
    /** Both, once they agree. @param {Float32Array} x input of the first block @param {number[]} expected some attention weights @returns {Promise<Timed[]>} */
    async at(x, expected) {
      const run = () => single.run(x);
      for (const found of [someOf(await run()), await isolated.attention(Array.from(x))]) {
        const difference = largestDifference(Float32Array.from(found), Float32Array.from(expected));
        if (!(difference <= TOLERANCE))
          throw new Error(
            `attention of ${x.length / 768} tokens differs by ${difference} from onnxruntime-web's`,
          );
      }
      const elsewhere = { run: () => isolated.time(1), time: isolated.time };
      return [
        { name: "onnxruntime-web, one thread", run },
        { name: "onnxruntime-web, two threads", ...elsewhere },
      ];
    },
    dispose: () => single.dispose(),
  };
}
