import { fusedGraph, plainGraph } from "../onnx-attention.js";

/** @import { Problem } from "../problem.js" */
/** @import { Assets, Contestant } from "./contestant.js" */

/**
 * onnxruntime-web: WebAssembly build. A page has as many threads as its first call asks for.
 * @param {Assets} assets @param {number} [threads] more than one in a page that is isolated from other origins @returns {Promise<any>}
 */
async function onnxruntime({ onnx, onnxThreads }, threads = 1) {
  // @ts-ignore: installed by the command, absent where only types are checked
  const ort = await import("onnxruntime-web/wasm");
  ort.env.wasm.numThreads = threads;
  ort.env.wasm.wasmBinary = onnx;
  if (threads > 1) ort.env.wasm.wasmPaths = { mjs: onnxThreads }; // its threads load this script again, which the bundle of the page is not
  ort.env.logLevel = "error";
  return ort;
}

/**
 * The graph in the form that exporters write.
 * @param {Assets} assets
 * @param {Problem} problem
 */
export const onnxPlain = async (assets, problem) =>
  session(assets, "onnxruntime-web, plain graph", problem, plainGraph(problem));

/**
 * The graph with onnxruntime's MultiHeadAttention operator, which cannot return the attention weights (its
 * fourth output is the scores before softmax). It is timed without them, to its advantage.
 * @param {Assets} assets
 * @param {Problem} problem
 */
export const onnxFused = async (assets, problem) =>
  session(assets, "onnxruntime-web, fused operator", problem, fusedGraph(problem));

/**
 * A whole GPT-2 of 12 layers.
 * @param {Assets} assets
 * @param {Uint8Array} model
 * @param {number} [threads]
 */
export async function onnxGpt2(assets, model, threads) {
  const ort = await onnxruntime(assets, threads);
  const session = await ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
  return {
    /** Every layer's attention. @param {Float32Array} x input of the first block @returns {Promise<Float32Array[]>} */
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
