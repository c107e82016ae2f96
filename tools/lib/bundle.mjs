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
const elementsFromPackage = {
  name: "elements-from-package",
  setup({ onResolve }) {
    onResolve({ filter: /[\\/]elements[\\/]index\.js$/ }, () => ({ path: "./headscope.js", external: true }));
  },
};
