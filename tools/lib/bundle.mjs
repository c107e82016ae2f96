import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { rollup } from "rollup";
import { minify } from "terser";
import { inRoot } from "./paths.mjs";
import { Trouble } from "./trouble.mjs";

/** @import { OutputOptions } from "rollup" */

const ELEMENTS = inRoot("web/elements/index.js");
const CORE = inRoot("web/core/index.js");

/** Lit's browser build names these two as it loads. Node has neither, and importing the package there has to be harmless. */
const SHIM = `const {
  HTMLElement = class {},
  document = { createTreeWalker() {} },
} = globalThis;`;

/**
 * The package, the wasm inlined in all of it. dist/modules/ is what its exports name: modules that share chunks, of which a page loads
 * what it shows. dist/headscope.js (the elements and the core) and dist/core.js (the core alone) are each one file, for copying.
 */
export async function bundlePackage() {
  rmSync(inRoot("dist/modules"), { recursive: true, force: true });
  await bundle(
    { headscope: ELEMENTS, core: CORE },
    { dir: "dist/modules", chunkFileNames: "[name]-[hash].js" },
  );
  await bundle({ headscope: ELEMENTS }, { dir: "dist", inlineDynamicImports: true });
  await bundle({ core: CORE }, { dir: "dist", inlineDynamicImports: true });
}

/** @param {Record<string, string>} input @param {OutputOptions & { dir: string }} options */
async function bundle(input, options) {
  const output = await generate(input, options).catch(failed);
  for (const each of output)
    if (each.type === "chunk") await write(path.join(options.dir, each.fileName), each.code);
}

/** @param {Record<string, string>} input @param {OutputOptions} options */
async function generate(input, options) {
  /** @type {string[]} */
  const warnings = [];
  const onwarn = (/** @type {{ message: string }} */ { message }) => void warnings.push(message);
  const bundled = await rollup({ input, plugins: [nodeResolve()], onwarn });
  const intro = (/** @type {{ moduleIds: string[] }} */ { moduleIds }) =>
    moduleIds.some((id) => id.includes("lit-html")) ? SHIM : "";
  const { output } = await bundled.generate({ format: "es", intro, ...options });
  await bundled.close();
  if (warnings.length) throw new Error(`The bundler warns:\n${warnings.join("\n")}`);
  return output;
}

/** terser's, since it travels: 3 KB smaller than other minifiers'. @param {string} file @param {string} code */
async function write(file, code) {
  const { code: small = "" } = await minify(code, {
    module: true,
    ecma: 2020,
    compress: { passes: 3, lhs_constants: false },
  });
  mkdirSync(path.dirname(inRoot(file)), { recursive: true });
  writeFileSync(inRoot(file), small);
}

/** @param {import("rollup").RollupError} error @returns {never} */
function failed(error) {
  const details = [error.message, error.id, error.frame].filter(Boolean).join("\n");
  throw new Trouble("The JavaScript could not be bundled.", { details });
}
