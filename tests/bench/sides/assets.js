/** @import { Assets } from "../runtimes/contestant.js" */

/** @param {string} name @returns {Promise<Uint8Array<ArrayBuffer>>} */
const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());

/** The files of all runtimes, fetched from beside the page. @returns {Promise<Assets>} */
export async function fetchAssets() {
  const [core, probe, onnx] = await Promise.all(
    ["headscope.wasm", "headscope_probe.wasm", "ort-wasm-simd-threaded.wasm"].map(bytes),
  );
  // The package with its worker beside it, as on a site; a bundle would not find the worker.
  const models = () => import(/** @type {any} */ ("./modules/models.js"));
  const address = (/** @type {string} */ name) => new URL(name, location.href).href;
  return {
    core,
    probe,
    onnx,
    models,
    onnxThreads: address("ort-wasm-simd-threaded.mjs"),
    tfjs: address("./"),
  };
}
