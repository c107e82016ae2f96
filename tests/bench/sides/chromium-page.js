// The script of the page that chromium.js opens.
import { MEASUREMENTS } from "../measurements/index.js";

/** @import { Name } from "../measurements/index.js" */

/** @param {string} name @returns {Promise<Uint8Array<ArrayBuffer>>} */
const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());

const [core, probe, onnx] = await Promise.all(
  ["headscope.wasm", "headscope_probe.wasm", "ort-wasm-simd-threaded.wasm"].map(bytes),
);
// The package as a site has it, beside its worker: bundled, it would not find the worker.
const models = () => import(/** @type {any} */ ("./modules/models.js"));
const assets = { core, probe, onnx, models, tfjs: new URL("./", location.href).href };

Object.assign(globalThis, {
  /** @param {Name} name @param {boolean} quick */
  measure: (name, quick) =>
    MEASUREMENTS[name]({ assets, quick, say: (note) => /** @type {any} */ (globalThis).say(note) }),
});
