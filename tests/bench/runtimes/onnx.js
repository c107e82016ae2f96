import { fusedGraph, plainGraph } from "../onnx-attention.js";

/** @import { Problem } from "../problem.js" */
/** @import { Assets, Contestant } from "./contestant.js" */

/** onnxruntime-web, of its WebAssembly build, one thread. @param {Assets} assets @returns {Promise<any>} */
async function onnxruntime({ onnx }) {
  // @ts-ignore: installed by the command, and absent where only the types are checked
  const ort = await import("onnxruntime-web/wasm");
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = onnx;
  ort.env.logLevel = "error";
  return ort;
}

/**
 * The graph as exporters write it.
 * @param {Assets} assets
 * @param {Problem} problem
 */
export const onnxPlain = async (assets, problem) =>
  session(assets, "onnxruntime-web, plain graph", problem, plainGraph(problem));

/**
 * With its own MultiHeadAttention, which cannot hand out the attention weights (its fourth output is the scores before the
 * softmax): it is timed without them, which can only favour it.
 * @param {Assets} assets
 * @param {Problem} problem
 */
export const onnxFused = async (assets, problem) =>
  session(assets, "onnxruntime-web, fused operator", problem, fusedGraph(problem));

/**
 * A whole GPT-2 of 12 layers.
 * @param {Assets} assets
 * @param {Uint8Array} model
 */
export async function onnxGpt2(assets, model) {
  const ort = await onnxruntime(assets);
  const session = await ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
  return {
    /** Every layer's attention. @param {Float32Array} x what the first block reads @returns {Promise<Float32Array[]>} */
    async run(x) {
      const T = x.length / 768;
      const causal = Float32Array.from({ length: T * T }, (_, i) =>
        i % T > Math.floor(i / T) ? -Infinity : 0,
      );
      const outputs = await session.run({
        x: new ort.Tensor("float32", x, [1, T, 768]),
        mask: new ort.Tensor("float32", causal, [1, 1, T, T]),
      });
      return Array.from({ length: 12 }, (_, layer) => outputs[`attention${layer}`].data);
    },
    dispose: () => session.release(),
  };
}

/**
 * @param {Assets} assets
 * @param {string} name
 * @param {Problem} problem
 * @param {Uint8Array} model
 * @returns {Promise<Contestant>}
 */
async function session(assets, name, { size: { T, dModel }, x }, model) {
  const ort = await onnxruntime(assets);
  const session = await ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
  return {
    name,
    async run() {
      const { output, attention } = await session.run({ x: new ort.Tensor("float32", x, [1, T, dModel]) });
      return { output: output.data, attention: attention?.data ?? null };
    },
    dispose: () => session.release(),
  };
}
