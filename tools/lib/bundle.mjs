import { readFile } from "node:fs/promises";
import { build, formatMessages } from "esbuild";
import { ROOT } from "./paths.mjs";
import { Trouble } from "./trouble.mjs";

/** @type {import("esbuild").BuildOptions} */
const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  charset: "utf8",
  legalComments: "none", // dist/THIRD-PARTY-NOTICES.txt carries them, whole
  logLevel: "silent",
};

/** dist/headscope.js (the elements and the core) and dist/core.js (the core alone), the wasm inlined in both. */
export async function bundlePackage() {
  await esbuild({
    entryPoints: { headscope: "web/elements/index.js", core: "web/core/index.js" },
    outdir: "dist",
    plugins: [selfContained],
    inject: ["tools/lib/node-shim.js"],
  });
}

/** build/site/page.js: the page is a thin host, and loads the elements from ./headscope.js like any other. */
export async function bundlePage() {
  await esbuild({ entryPoints: ["web/page/page.js"], outdir: "build/site", plugins: [elementsFromPackage] });
}

/** @param {import("esbuild").BuildOptions} options */
async function esbuild(options) {
  try {
    await build({ ...COMMON, ...options });
  } catch (error) {
    const { errors } = /** @type {import("esbuild").BuildFailure} */ (error);
    if (!errors) throw error;
    const messages = await formatMessages(errors, { kind: "error", color: process.stdout.isTTY });
    throw new Trouble("The JavaScript could not be bundled: see above.", { details: messages.join("\n") });
  }
}

/** @type {import("esbuild").Plugin} */
const selfContained = {
  name: "self-contained",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]build[\\/]wasm[\\/]headscope\.mjs$/ }, async ({ path }) => ({
      contents: withoutAddresses(await readFile(path, "utf8")),
      loader: "js",
    }));
  },
};

/**
 * Emscripten's glue can look for a headscope.wasm beside itself, in an expression that bundlers take for an asset and
 * stop at. Nothing here uses it: the core always hands over the bytes.
 * @param {string} glue
 */
export function withoutAddresses(glue) {
  return glue
    .replaceAll(/new URL\((["'])([\w.-]+\.wasm)\1,\s*import\.meta\.url\)\.href/g, '"$2"')
    .replaceAll("import.meta.url", '""');
}

/** @type {import("esbuild").Plugin} */
const elementsFromPackage = {
  name: "elements-from-package",
  setup({ onResolve }) {
    onResolve({ filter: /[\\/]elements[\\/]index\.js$/ }, () => ({ path: "./headscope.js", external: true }));
  },
};
