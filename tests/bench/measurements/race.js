import { effort, interleave } from "../interleave.js";
import { headscope, sharedCore } from "../runtimes/headscope.js";
import { onnxFused, onnxPlain } from "../runtimes/onnx.js";
import { tfjs } from "../runtimes/tfjs.js";
import { median, medianRatio } from "../statistics.js";
import { agreement } from "./agreement.js";

/** @import { Problem } from "../problem.js" */
/** @import { Contestant } from "../runtimes/contestant.js" */
/** @import { Context } from "./index.js" */

/** @typedef {{ name: string, milliseconds: number, fastest: number, ratio: number, difference: number }} Time milliseconds: median; ratio: to headscope's time */
/** @typedef {{ name: string, failure: string }} Unable */

/** Compared runtimes, by the beginning of their names. */
const PEERS = {
  "onnxruntime-web, plain graph": onnxPlain,
  "onnxruntime-web, fused operator": onnxFused,
  "tfjs-backend-wasm": tfjs,
};

/** @typedef {keyof typeof PEERS} Peer */

/**
 * Times the runtimes for one problem. A runtime that cannot solve the problem is listed with the reason.
 * @param {Problem} problem
 * @param {readonly Peer[]} peers
 * @param {Context} context
 * @returns {Promise<{ times: Time[], unable: Unable[] }>} headscope is the first of times; empty if headscope fails
 */
export async function race(problem, peers, { assets, quick, say }) {
  /** @type {Unable[]} */
  const unable = [];
  /** @type {Contestant[]} */
  const all = [];
  /** @param {string} name @param {() => Promise<Contestant>} make */
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
  await enter("headscope", async () => headscope(await sharedCore(assets), problem));
  for (const name of peers) await enter(name, () => PEERS[name](assets, problem));
  if (all[0]?.name !== "headscope") return { times: [], unable }; // nothing to compare with
  const differences = await agreement(all);
  const samples = await interleave(all, effort(quick), say);
  for (const each of all) each.dispose();
  const times = all.map(({ name }, i) => ({
    name,
    milliseconds: median(samples[i]),
    fastest: Math.min(...samples[i]),
    ratio: medianRatio(samples[i], samples[0]),
    difference: differences[i],
  }));
  return { times, unable };
}
