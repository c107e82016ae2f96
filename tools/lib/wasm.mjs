import { cmakeBuild } from "./cmake.mjs";
import { setUpEmscripten } from "./emscripten.mjs";
import { writeInline } from "./inline.mjs";
import { BUILD_TOOLS, ensure } from "./needs.mjs";
import { inRoot } from "./paths.mjs";

/** Builds build/wasm/headscope.mjs and .wasm, and inline.js beside them. */
export async function buildWasm() {
  await ensure(BUILD_TOOLS);
  const { env } = await setUpEmscripten();
  await cmakeBuild("wasm", { env });
  await writeInline(inRoot("build/wasm/headscope.wasm"), inRoot("build/wasm/inline.js"));
}
