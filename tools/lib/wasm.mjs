import { cmakeBuild } from "./cmake.mjs";
import { setUpEmscripten } from "./emscripten.mjs";
import { writeInline } from "./inline.mjs";
import { BUILD_TOOLS, ensure } from "./needs.mjs";
import { inRoot } from "./paths.mjs";

/**
 * Builds build/wasm/headscope.mjs and headscope.wasm, and inline.js beside them.
 * @returns {Promise<import("./emscripten.mjs").Emscripten>} what it was built with
 */
export async function buildWasm() {
  await ensure(BUILD_TOOLS);
  const emscripten = await setUpEmscripten();
  await cmakeBuild("wasm", { env: emscripten.env });
  await writeInline(inRoot("build/wasm/headscope.wasm"), inRoot("build/wasm/inline.js"));
  return emscripten;
}
