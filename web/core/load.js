import createModule from "#wasm-glue";
import { Core } from "./core.js";
import { HeadscopeError } from "./errors.js";
import { decodeLzma } from "./lzma.js";
import { nextTask } from "./task.js";

/**
 * @typedef {object} LoadOptions
 * @property {BufferSource} [wasmBinary] headscope.wasm's bytes
 * @property {string | URL} [wasmUrl] where to fetch headscope.wasm; with neither, the copy inlined in this script is used
 */

/** (module (func (result v128) try catch_all end i32.const 0 i8x16.splat)): valid only where there are SIMD and exceptions. */
const PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 12, 1, 10, 0, 6, 64, 25, 11, 65, 0,
  253, 15, 11,
]);

/** How WebAssembly begins: \0asm. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];

/** @typedef {import("./whole-core.js").WholeCore} WholeCore */
/** @typedef {import("./learning-core.js").LearningCore} LearningCore */

/** @type {Promise<WholeCore> | null} */
let whole = null;
/** @type {Promise<LearningCore> | null} */
let learning = null;
/** @type {Promise<Core> | null} */
let view = null;
/** @type {Promise<Core> | null} */
let walk = null;

/**
 * The core, one instance however often it is called. A load that fails may be tried again.
 * @param {LoadOptions} [options] those of the first call count
 * @returns {Promise<WholeCore>}
 */
export function loadCore(options = {}) {
  whole ??= loadWhole(options).catch((error) => {
    whole = null;
    throw error;
  });
  return whole;
}

/** @param {LoadOptions} options */
async function loadWhole(options) {
  const { Core: Whole } = await import("./whole-core.js");
  return load(options, () => import("#wasm-inline"), Whole);
}

/** What is asked of it where models learn: smaller, without the forward without a trace, gradients of a layer, and what the labs ask. The whole core, where that is there. @returns {Promise<LearningCore>} */
export function loadLearning() {
  if (whole) return whole;
  learning ??= loadLearner().catch((error) => {
    learning = null;
    throw error;
  });
  return learning;
}

async function loadLearner() {
  const { Core: Learning } = await import("./learning-core.js");
  return load({}, () => import("#wasm-learning"), Learning);
}

/** What the elements ask of it: smaller, without gradients, models, and the forward without a trace. The whole core, where that is there. @returns {Promise<Core>} */
export function loadView() {
  if (whole) return whole;
  view ??= load({}, () => import("#wasm-view"), Core).catch((error) => {
    view = null;
    throw error;
  });
  return view;
}

/** What a page asks of it that shows nothing but a walk: smaller still, without what is asked of heads beyond how they attend. @returns {Promise<Core>} */
export function loadWalk() {
  if (whole ?? view) return /** @type {Promise<Core>} */ (whole ?? view);
  walk ??= load({}, () => import("#wasm-walk"), Core).catch((error) => {
    walk = null;
    throw error;
  });
  return walk;
}

/** @typedef {() => Promise<{ default: string, length: number }>} Inlined */

/**
 * @template {Core} C
 * @param {LoadOptions} options @param {Inlined} inlined @param {new (module: any) => C} Kind
 * @returns {Promise<C>}
 */
async function load(options, inlined, Kind) {
  if (typeof WebAssembly !== "object" || !WebAssembly.validate(PROBE)) {
    throw new HeadscopeError(
      "load",
      "this browser has no WebAssembly with SIMD and exceptions, which the attention core needs (Chrome 95, Firefox 100, Safari 16.4 and later can run it)",
    );
  }
  try {
    const compiled = await WebAssembly.compile(await wasmBytes(options, inlined));
    const core = await new Promise((resolve, reject) => {
      /** @param {WebAssembly.Imports} imports */
      const instantiateWasm = async (imports) => {
        const instance = await WebAssembly.instantiate(compiled, imports);
        if (!instance.exports.memory) throw new Error("it is another module");
        return instance;
      };
      createModule({ instantiateWasm })
        .then((module) => resolve(new Kind(module)))
        .catch(reject);
    });
    await nextTask(); // what it is asked first is another
    return core;
  } catch (error) {
    if (error instanceof HeadscopeError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new HeadscopeError("load", `the attention core could not be loaded: ${reason}`, { cause: error });
  }
}

/** @param {LoadOptions} options @param {Inlined} inlined @returns {Promise<BufferSource>} */
async function wasmBytes({ wasmBinary, wasmUrl }, inlined) {
  if (wasmBinary) return wasmBinary;
  if (wasmUrl) return fetched(wasmUrl);
  const { default: base64, length } = await inlined();
  await nextTask(); // reading the script was one
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return decodeLzma(bytes, length);
}

/** @param {string | URL} url */
async function fetched(url) {
  const response = await fetch(url);
  const bytes = await response.arrayBuffer();
  const isWasm =
    bytes.byteLength >= MAGIC.length && MAGIC.every((byte, i) => new Uint8Array(bytes)[i] === byte);
  if (response.ok && isWasm) return bytes;
  const type = response.headers.get("Content-Type") ?? "bytes without a type";
  const said = [response.status, response.statusText].filter(Boolean).join(" ");
  throw new HeadscopeError(
    "load",
    `${url} answered ${said} with ${response.ok ? `${type}, which is not WebAssembly` : type}: ` +
      "have the server give headscope.wasm there, or leave wasmUrl out, and the copy in this script is used",
  );
}
