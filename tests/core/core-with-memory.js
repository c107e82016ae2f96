import createModule from "#wasm-glue";
import { Core } from "../../web/core/core.js";

/**
 * A core of its own, and its memory.
 * @param {BufferSource | WebAssembly.Module} wasm headscope.wasm
 * @param {{ most?: number }} [options] most: bytes beyond which memory does not grow, as on a machine that has no more
 */
export async function coreWithMemory(wasm, { most = Infinity } = {}) {
  const compiled = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
  /** @type {WebAssembly.Memory | undefined} */
  let memory;
  const module = await createModule({
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(compiled, imports);
      memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
      if (memory) limit(memory, most);
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

/** Makes memory refuse to grow beyond a number of bytes, with the error of a full machine. @param {WebAssembly.Memory} memory @param {number} most */
function limit(memory, most) {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + 2 ** 16 * pages > most) throw new RangeError("memory.grow(): no memory");
    return grow(pages);
  };
}
