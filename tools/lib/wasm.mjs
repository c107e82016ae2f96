import { cmakeBuild } from "./cmake.mjs";
import { setUpEmscripten } from "./emscripten.mjs";
import { writeInline } from "./inline.mjs";
import { BUILD_TOOLS, PYTHON_LZMA, ensure } from "./needs.mjs";
import { inRoot } from "./paths.mjs";
import { step } from "./progress.mjs";
import { ifChanged } from "./stamp.mjs";

/**
 * Builds build/wasm/headscope.mjs and headscope.wasm, and inline.js beside them.
 * @returns {Promise<import("./emscripten.mjs").Emscripten>} what it was built with
 */
export async function buildWasm() {
  await ensure([...BUILD_TOOLS, PYTHON_LZMA]);
  const emscripten = await setUpEmscripten();
  await cmakeBuild("wasm", { env: emscripten.env });
  const [wasm, inline] = ["build/wasm/headscope.wasm", "build/wasm/inline.js"];
  await ifChanged("inlined", { inputs: [wasm, "tools/lib/inline.mjs"], outputs: [inline] }, () =>
    step("Compressing wasm", () => writeInline(inRoot(wasm), inRoot(inline))),
  );
  return emscripten;
}
