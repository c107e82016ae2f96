import { cmakeBuild } from "./cmake.mjs";
import { setUpEmscripten } from "./emscripten.mjs";
import { writeInline } from "./inline.mjs";
import { BUILD_TOOLS, ensure } from "./needs.mjs";
import { inRoot } from "./paths.mjs";
import { ifChanged } from "./stamp.mjs";

const WASM = "build/wasm/headscope.wasm";
const INLINE = "build/wasm/inline.js";

/**
 * Builds build/wasm/headscope.mjs, headscope.wasm, and inline.js, which contains the wasm.
 * @returns {Promise<import("./emscripten.mjs").Emscripten>} the Emscripten in use
 */
export async function buildWasm() {
  await ensure(BUILD_TOOLS);
  const emscripten = await setUpEmscripten();
  await cmakeBuild("wasm", { env: emscripten.env });
  await ifChanged("inlined", { inputs: [WASM, "tools/lib/inline.mjs"], outputs: [INLINE] }, async () =>
    writeInline(inRoot(WASM), inRoot(INLINE)),
  );
  return emscripten;
}
