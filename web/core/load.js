import { Core } from "./core.js";
import { HeadscopeError, refusal } from "./errors.js";
import { message } from "./message.js";
import { nextTask } from "./task.js";

/**
 * @typedef {object} LoadOptions
 * @property {BufferSource} [wasmBinary] the bytes of headscope.wasm
 * @property {string | URL} [wasmUrl] the address of headscope.wasm; without both options, the copy inlined in this script is used
 */

/** (module (func (result v128) try catch_all end i32.const 0 i8x16.splat)): valid only where WebAssembly has SIMD and exceptions. */
const PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 12, 1, 10, 0, 6, 64, 25, 11, 65, 0,
  253, 15, 11,
]);

/** The first bytes of every WebAssembly module: \0asm. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];

/** @type {Promise<Core> | null} */
let core = null;

/** Address of headscope.wasm for loads without options. @type {string | null} */
let offered = null;

/** Lets loads without options fetch headscope.wasm in place of the inlined copy. @param {string} url */
export const offerWasm = (url) => void (offered = url);

const forget = () => {
  core = null;
};

/**
 * Loads the core: one wasm instance, however often this is called. After a failed load the next call tries again; after a trap it creates a
 * fresh instance.
 * @param {LoadOptions} [options] only the options of the first call count
 * @returns {Promise<Core>}
 */
export function loadCore(options = {}) {
  core ??= load(options).catch((error) => {
    forget();
    throw error;
  });
  return core;
}

/** @param {LoadOptions} options @returns {Promise<Core>} */
async function load(options) {
  if (typeof WebAssembly !== "object" || !WebAssembly.validate(PROBE)) {
    throw refusal(
      "load",
      "no_simd",
      "this browser has no WebAssembly with SIMD and exceptions, which the attention core needs (Chrome 95, Firefox 100, Safari 16.4 and later can run it)",
    );
  }
  try {
    // The glue arrives while the wasm does.
    const [{ default: createModule }, compiled] = await Promise.all([import("#wasm-glue"), compile(options)]);
    const module = await instantiate(createModule, compiled);
    await nextTask(); // runs first calls in a separate task
    return new Core(module, forget);
  } catch (error) {
    if (error instanceof HeadscopeError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw refusal(
      "load",
      "not_loaded",
      "the attention core could not be loaded: {reason}",
      { reason },
      { cause: error },
    );
  }
}

/** Instantiates Emscripten's module from compiled wasm. @param {typeof import("#wasm-glue").default} createModule @param {WebAssembly.Module} compiled @returns {Promise<any>} */
function instantiate(createModule, compiled) {
  return new Promise((resolve, reject) => {
    createModule({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(compiled, imports)
          .then((instance) => receive(instance, compiled))
          .catch(reject);
        return {}; // exports arrive by the callback
      },
    }).then(resolve, reject);
  });
}

/** @param {LoadOptions} options @returns {Promise<WebAssembly.Module>} */
async function compile({ wasmBinary, wasmUrl = offered ?? undefined }) {
  if (wasmBinary) return WebAssembly.compile(wasmBinary);
  if (wasmUrl) return compileFrom(wasmUrl);
  const { default: base64 } = await import("#wasm-inline");
  await nextTask(); // parsing the script was one task
  const letters = atob(base64);
  const deflated = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) deflated[i] = letters.charCodeAt(i); // Uint8Array.from() takes ten times as long
  const bytes = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate"));
  return WebAssembly.compile(await new Response(bytes).arrayBuffer());
}

/** Compiles while the file downloads, if the server sends its MIME type. @param {string | URL} url */
async function compileFrom(url) {
  const response = await fetch(url);
  const type = response.headers.get("Content-Type") ?? "bytes without a type";
  if (response.ok && type === "application/wasm") return WebAssembly.compileStreaming(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.ok && MAGIC.every((byte, i) => bytes[i] === byte)) return WebAssembly.compile(bytes);
  const status = [response.status, response.statusText].filter(Boolean).join(" ");
  const found = { status, type };
  const what = response.ok
    ? message("not_wasm", "{status} with {type}, which is not WebAssembly", found)
    : message("no_file", "{status} with {type}", found);
  throw refusal(
    "load",
    "no_wasm",
    "{url} answered {what}: have the server give headscope.wasm there, or leave wasmUrl out, and the copy in this script is used",
    { url: String(url), what },
  );
}
