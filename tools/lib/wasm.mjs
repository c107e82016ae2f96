import { createHash } from "node:crypto";
import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { cmakeBuild } from "./cmake.mjs";
import { setUpEmscripten } from "./emscripten.mjs";
import { BUILD_TOOLS, ensure } from "./needs.mjs";
import { inRoot } from "./paths.mjs";
import { which } from "./run.mjs";
import { forget, ifChanged } from "./stamp.mjs";
import { UserError } from "./user-error.mjs";
import { writeChanged } from "./write-changed.mjs";

/** Files of the compiled core: its JavaScript glue, and the wasm. */
const [GLUE, WASM] = ["headscope.mjs", "headscope.wasm"];
const BUILT = inRoot("build/wasm");
const COMPILED = [GLUE, WASM].map((name) => `build/wasm/${name}`);
const INLINE = "build/wasm/inline.js";

/** Sources of the compiled core, from the checkout's root. */
export const CORE_INPUTS = ["src", "cmake", "CMakeLists.txt", "CMakePresets.json"];

/** Outputs of buildWasm(), from the checkout's root. */
export const CORE_OUTPUTS = [...COMPILED, INLINE];

/** The folder with a compiled core that the environment names, if any. */
export const compiledFolder = () => {
  const folder = process.env.HEADSCOPE_WASM;
  return folder ? path.resolve(folder) : null;
};

/**
 * Builds build/wasm/headscope.mjs, headscope.wasm, and inline.js, which contains the wasm. HEADSCOPE_WASM names a folder with a compiled core,
 * such as build/wasm of another checkout: its files are copied, and no C++ toolchain is needed.
 */
export async function buildWasm() {
  const folder = compiledFolder();
  if (folder) copyCompiled(folder);
  else await compileChanged();
  await ifChanged("inlined", { inputs: [COMPILED[1], "tools/lib/wasm.mjs"], outputs: [INLINE] }, async () =>
    writeInline(inRoot(COMPILED[1]), inRoot(INLINE)),
  );
}

/** Compares sources by content, so that a copied checkout needs no compiler before its C++ changes. */
const compileChanged = () =>
  ifChanged(
    "compiled",
    {
      inputs: CORE_INPUTS,
      outputs: COMPILED,
      also: which("emcc"),
    },
    compile,
  );

async function compile() {
  await ensure(BUILD_TOOLS);
  const { env } = await setUpEmscripten();
  await cmakeBuild("wasm", { env });
}

const LONG_AGO = new Date("2000-01-01");

/** @param {string} folder of the compiled core */
function copyCompiled(folder) {
  assertCompiled(folder);
  console.log(`Using the compiled core in ${folder}; changes in src/ have no effect.`);
  forget("compiled");
  for (const name of [GLUE, WASM]) {
    writeChanged(path.join(folder, name), path.join(BUILT, name));
    utimesSync(path.join(BUILT, name), LONG_AGO, LONG_AGO); // older than all sources, so that a later build compiles
  }
}

/** @param {string} folder @throws {UserError} if it has no compiled core */
function assertCompiled(folder) {
  const missing = [GLUE, WASM].filter((name) => !existsSync(path.join(folder, name)));
  if (!missing.length) return;
  throw new UserError(
    `HEADSCOPE_WASM is ${folder}, which has no ${missing.join(" and no ")}. Name a folder that has both files: build/wasm of a built checkout, or dist of an installed package that contains them (headscope 0.2.0 does not).`,
  );
}

/** Identifies the compiled core that the environment names; null if there is none. @throws {UserError} if the folder has no compiled core */
export function compiledCore() {
  const folder = compiledFolder();
  if (!folder) return null;
  assertCompiled(folder);
  const hash = createHash("sha256");
  for (const name of [GLUE, WASM]) hash.update(readFileSync(path.join(folder, name)));
  return hash.digest("hex");
}

/**
 * Writes an ES module that exports a file as text: deflated in zlib format, which every DecompressionStream reads, then in base64. Base64 of
 * uncompressed wasm would be a third larger after gzip.
 * @param {string} from
 * @param {string} to
 */
export function writeInline(from, to) {
  const base64 = deflateSync(readFileSync(from), { level: 9 }).toString("base64");
  writeFileSync(to, `export default "${base64}";\n`);
}
