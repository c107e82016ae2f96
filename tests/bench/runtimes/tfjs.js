/** @import { Problem } from "../problem.js" */
/** @import { Assets, Contestant } from "./contestant.js" */

/** @type {Promise<any> | undefined} */
let loading;

/** TensorFlow.js: WebAssembly backend, one thread. @param {Assets} assets @returns {Promise<any>} */
async function load({ tfjs }) {
  // @ts-ignore: installed by the command, absent where only types are checked
  const tf = await import("@tensorflow/tfjs-core");
  // @ts-ignore: as above
  const backend = await import("@tensorflow/tfjs-backend-wasm");
  backend.setThreadsCount(1);
  backend.setWasmPaths(tfjs);
  if (!(await tf.setBackend("wasm"))) throw new Error("tfjs has no WebAssembly backend here");
  return tf;
}

/**
 * @param {Assets} assets
 * @param {Problem} problem
 * @returns {Promise<Contestant>}
 */
export async function tfjs(assets, { size: { dModel, numHeads, T }, x, weights, needWeights }) {
  const tf = await (loading ??= load(assets));
  const dK = dModel / numHeads;
  const matrices = Object.fromEntries(
    Object.entries(weights).map(([name, data]) => [name, tf.tensor2d(data, [dModel, dModel])]),
  );
  const forward = () => {
    const input = tf.tensor2d(x, [T, dModel]);
    /** @param {any} projected */
    const heads = (projected) => tf.transpose(tf.reshape(projected, [T, numHeads, dK]), [1, 0, 2]);
    const [q, k, v] = ["wQ", "wK", "wV"].map((name) => heads(tf.matMul(input, matrices[name])));
    const attention = tf.softmax(tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(dK)));
    const context = tf.transpose(tf.matMul(attention, v), [1, 0, 2]);
    const output = tf.matMul(tf.reshape(context, [T, dModel]), matrices.wO);
    return { output: output.dataSync(), attention: needWeights ? attention.dataSync() : null };
  };
  return {
    name: "tfjs-backend-wasm",
    run() {
      // tidy() would treat the returned object as tensors to keep.
      tf.engine().startScope();
      try {
        return forward();
      } finally {
        tf.engine().endScope();
      }
    },
    dispose: () => Object.values(matrices).forEach((matrix) => matrix.dispose()),
  };
}
