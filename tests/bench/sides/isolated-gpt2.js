import { gpt2Graph } from "../onnx-gpt2.js";
import { someOf } from "../measurements/models.js";
import { GPT2_SMALL, randomCheckpoint } from "../random-checkpoint.js";
import { onnxGpt2 } from "../runtimes/onnx.js";

/** @import { Assets, Isolated } from "../runtimes/contestant.js" */

/** What an isolated page computes for the page that measures. @param {Assets} assets @returns {Isolated} */
export function isolatedGpt2(assets) {
  /** @type {Awaited<ReturnType<typeof onnxGpt2>>} */
  let peer;
  /** @type {Float32Array} */
  let x;
  return {
    async open(threads) {
      if (!crossOriginIsolated) throw new Error("the page for threads is not isolated from other origins");
      peer = await onnxGpt2(assets, gpt2Graph(randomCheckpoint(GPT2_SMALL, "F32")), threads);
    },
    async attention(given) {
      x = Float32Array.from(given);
      return someOf(await peer.run(x));
    },
    async time(count) {
      const begun = performance.now();
      for (let i = 0; i < count; i++) await peer.run(x);
      return (performance.now() - begun) / count;
    },
  };
}
