import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { cmakeBuild } from "./cmake.mjs";
import { setUpEmscripten } from "./emscripten.mjs";
import { writeInline } from "./inline.mjs";
import { BUILD_TOOLS, ensure } from "./needs.mjs";
import { inRoot } from "./paths.mjs";
import { ifChanged } from "./stamp.mjs";
import { UserError } from "./user-error.mjs";

const WASM = "build/wasm/headscope.wasm";
const INLINE = "build/wasm/inline.js";

/** Files of the compiled core. */
const COMPILED = ["headscope.mjs", "headscope.wasm"];

/**
 * Builds build/wasm/headscope.mjs, headscope.wasm, and inline.js, which contains the wasm. HEADSCOPE_WASM names a folder with a compiled core,
 * such as build/wasm of another checkout: its files are copied, and no C++ toolchain is needed.
 */
export async function buildWasm() {
  const compiled = process.env.HEADSCOPE_WASM;
  if (compiled) copyCompiled(path.resolve(compiled));
  else await compile();
  await ifChanged("inlined", { inputs: [WASM, "tools/lib/inline.mjs"], outputs: [INLINE] }, async () =>
    writeInline(inRoot(WASM), inRoot(INLINE)),
  );
}

async function compile() {
  await ensure(BUILD_TOOLS);
  const { env } = await setUpEmscripten();
  await cmakeBuild("wasm", { env });
}

/** @param {string} from folder of the compiled core */
function copyCompiled(from) {
  const to = path.dirname(inRoot(WASM));
  const missing = COMPILED.filter((name) => !existsSync(path.join(from, name)));
  if (missing.length)
    throw new UserError(
      `HEADSCOPE_WASM is ${from}, which has no ${missing.join(" and no ")}. Name the folder build/wasm of a built checkout.`,
    );
  console.log(`Using the compiled core in ${from}; changes in src/ have no effect.`);
  mkdirSync(to, { recursive: true });
  for (const name of COMPILED) copyFileSync(path.join(from, name), path.join(to, name));
}
