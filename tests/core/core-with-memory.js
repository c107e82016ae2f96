import createModule from "#wasm-glue";
import { WholeCore } from "../../web/core/whole-core.js";

/**
 * A core of its own, and its memory.
 * @param {BufferSource} wasm headscope.wasm
 */
export async function coreWithMemory(wasm) {
  const compiled = await WebAssembly.compile(wasm);
  /** @type {WebAssembly.Memory | undefined} */
  let memory;
  const module = await createModule({
    async instantiateWasm(imports) {
      const instance = await WebAssembly.instantiate(compiled, imports);
      memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
      return instance;
    },
  });
  const bytes = () => memory?.buffer.byteLength ?? 0;
  return {
    core: new WholeCore(module),
    bytes,
    /** @param {number} pages behind the back of the glue */
    grow: (pages) => memory?.grow(pages),
    inUse: () => /** @type {number} */ (module.bytesInUse()),
    /** How much of it was ever written to: memory begins as zeros. */
    touched() {
      const words = new Int32Array(memory?.buffer ?? new ArrayBuffer(0));
      return 4 * (words.findLastIndex((word) => word !== 0) + 1);
    },
  };
}
