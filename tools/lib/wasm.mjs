import { cmakeBuild } from "./cmake.mjs";
import { setUpEmscripten } from "./emscripten.mjs";
import { writeInline } from "./inline.mjs";
import { BUILD_TOOLS, PYTHON_LZMA, ensure } from "./needs.mjs";
import { inRoot } from "./paths.mjs";
import { step } from "./progress.mjs";
import { ifChanged } from "./stamp.mjs";

/**
 * Builds build/wasm/headscope.mjs and headscope.wasm, and headscope_learning.wasm, headscope_view.wasm and headscope_walk.wasm, which are
 * what pages ask of it, and beside them each inlined.
 * @returns {Promise<import("./emscripten.mjs").Emscripten>} what it was built with
 */
export async function buildWasm() {
  await ensure([...BUILD_TOOLS, PYTHON_LZMA]);
  const emscripten = await setUpEmscripten();
  await cmakeBuild("wasm", { env: emscripten.env });
  for (const part of ["", "_learning", "_view", "_walk"]) {
    const [wasm, inline] = [`build/wasm/headscope${part}.wasm`, `build/wasm/inline${part}.js`];
    await ifChanged(`inlined${part}`, { inputs: [wasm, "tools/lib/inline.mjs"], outputs: [inline] }, () =>
      step(`Compressing ${wasm}`, () => writeInline(inRoot(wasm), inRoot(inline))),
    );
  }
  return emscripten;
}
