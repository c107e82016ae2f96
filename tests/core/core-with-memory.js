import createModule from "#wasm-glue";
import { Core } from "../../web/core/core.js";

/**
 * A core of its own, and its memory.
 * @param {BufferSource} wasm headscope.wasm
 */
export async function coreWithMemory(wasm) {
  const compiled = await WebAssembly.compile(wasm);
  /** @type {WebAssembly.Memory | undefined} */
  let memory;
  const module = await createModule({
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(compiled, imports);
      memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
      receive(instance, compiled);
      return instance.exports;
    },
  });
  const bytes = () => memory?.buffer.byteLength ?? 0;
  return {
    core: new Core(module),
    bytes,
    /** @param {number} pages number of pages; Emscripten's code does not notice */
    grow: (pages) => memory?.grow(pages),
    inUse: () => /** @type {number} */ (module.bytesInUse()),
    /** Bytes up to the last one that was written; memory starts as zeros. */
    touched() {
      const words = new Int32Array(memory?.buffer ?? new ArrayBuffer(0));
      return 4 * (words.findLastIndex((word) => word !== 0) + 1);
    },
  };
}
