import { readFile, writeFile } from "node:fs/promises";
import { build, formatMessages } from "esbuild";
import { minify } from "terser";
import { inRoot, ROOT } from "./paths.mjs";
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

/** What stands for the inlined wasm while a bundle is made. */
const WASM = "W";

/**
 * dist/headscope.js (the elements and the core) and dist/core.js (the core alone), the wasm inlined in both. terser writes them, since
 * they travel: 3 KB smaller than esbuild's. The wasm comes first: gzip has one code for every 16,000 symbols and looks back 32 KB, so
 * that 60 KB of base64 in the midst of the JavaScript would cost 1.5 KB more.
 */
export async function bundlePackage() {
  const { outputFiles = [] } = await esbuild({
    entryPoints: { headscope: "web/elements/index.js", core: "web/core/index.js" },
    outdir: "dist",
    plugins: [selfContained],
    inject: ["tools/lib/node-shim.js"],
    write: false,
  });
  const inline = await readFile(inRoot("build/wasm/inline.js"), "utf8");
  for (const { path, text } of outputFiles) {
    const { code = "" } = await minify(text, {
      module: true,
      ecma: 2020,
      compress: { passes: 3, lhs_constants: false },
    });
    await writeFile(path, inline.trimEnd().replace("export default", `const ${WASM} =`) + code);
  }
}

/** build/site/site.js: the page is a thin host, and loads the elements from ./headscope.js like any other. */
export async function bundlePage() {
  await esbuild({ entryPoints: ["web/site/site.js"], outdir: "build/site", plugins: [elementsFromPackage] });
}

/** @param {import("esbuild").BuildOptions} options */
async function esbuild(options) {
  try {
    return await build({ ...COMMON, ...options });
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
    onLoad({ filter: /[\\/]build[\\/]wasm[\\/]inline\.js$/ }, () => ({
      contents: `export default ${WASM};`,
    }));
    onLoad({ filter: /[\\/]build[\\/]wasm[\\/]headscope\.mjs$/ }, async ({ path }) => ({
      contents: await readFile(path, "utf8"),
      loader: "js",
    }));
  },
};

/** Markup keeps its lines, but not the spaces they are indented with; styles keep no space that says nothing, programs none before their notes. @type {import("esbuild").Plugin} */
const withoutIndentation = {
  name: "without-indentation",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]web[\\/]elements[\\/].*\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const contents = source.replace(/\n\s+/g, "\n").replace(/\bcss`[^`]*`/g, (template) =>
        template
          .replace(/\s*([{};,])\s*/g, "$1")
          .replace(/: /g, ":")
          .replace(/;}/g, "}")
          .replace(/\s+/g, " "),
      );
      return { contents, loader: "js" };
    });
    onLoad({ filter: /[\\/]web[\\/]text[\\/]code[\\/].*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(/ +~ /g, " ~ "),
      loader: "js",
    }));
  },
};

/**
 * Emscripten's glue can look for a headscope.wasm beside itself, in an expression that bundlers take for an asset and
 * stop at. Nothing here uses it: the core always hands over the bytes, so what would look and fetch need not travel either. Where
 * another Emscripten writes that otherwise it stays, and all that changes is the size.
 * @param {string} glue
 */
export function withoutAddresses(glue) {
  return glue
    .replaceAll(/new URL\((["'])([\w.-]+\.wasm)\1,\s*import\.meta\.url\)\.href/g, '"$2"')
    .replaceAll("import.meta.url", '""')
    .replace(/if\(ENVIRONMENT_IS_WEB\|\|ENVIRONMENT_IS_WORKER\)\{.*?\}else\{\}/, "")
    .replace(/wasmBinaryFile\?\?=findWasmBinary\(\);instantiateAsync\(.*?\);return\{\}/, "")
    .replace(/var _scriptName\s*=[^;]*;/, "");
}

/** @type {import("esbuild").Plugin} */
const elementsFromPackage = {
  name: "elements-from-package",
  setup({ onResolve }) {
    onResolve({ filter: /[\\/]elements[\\/]index\.js$/ }, () => ({ path: "./headscope.js", external: true }));
  },
};
