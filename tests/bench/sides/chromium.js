import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { listen, serve } from "../../../tools/lib/server.mjs";
import { Trouble } from "../../../tools/lib/trouble.mjs";
import { launchChromium } from "../../browser/support/chromium.js";
import { FILES, TFJS_FOLDER } from "./files.js";

/** @import { Side } from "./side.js" */

const FOLDER = inRoot("build/bench");
const HTML = `<!doctype html><title>bench</title><link rel="icon" href="data:,"><script type="module" src="page.js"></script>`;

/** A page of headless Chromium. @returns {Promise<Side>} */
export async function openChromium() {
  await writePage();
  const server = serveIsolated();
  const port = await listen(server, 0);
  const browser = await launchChromium();
  // The peers' code is not written for a policy as strict as ours.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  /** @type {(note: string) => void} */
  let said = () => {};
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.exposeFunction("say", (/** @type {string} */ note) => said(note));
  await page.goto(`http://127.0.0.1:${port}/`);
  const close = async () => {
    await browser.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  await page.waitForFunction("globalThis.measure").catch(async () => {
    await close();
    throw new Trouble(`The page to measure in did not load: ${errors.join("; ")}`);
  });
  return {
    name: "Chromium",
    async measure(name, quick, say) {
      said = say;
      try {
        return await page.evaluate(`measure("${name}", ${quick})`);
      } catch (error) {
        throw new Trouble(`${name} in Chromium: ${/** @type {Error} */ (error).message}`);
      }
    },
    close,
  };
}

async function writePage() {
  await build({
    entryPoints: [inRoot("tests/bench/sides/chromium-page.js")],
    outfile: path.join(FOLDER, "page.js"),
    bundle: true,
    format: "esm",
    target: "es2022",
    external: ["./modules/*", "fs", "path", "os", "util", "crypto", "worker_threads", "perf_hooks", "module"],
    logLevel: "error",
  });
  await mkdir(FOLDER, { recursive: true });
  await writeFile(path.join(FOLDER, "index.html"), HTML);
}

/** Isolated from other origins, so that Chromium's clock has steps of 5 microseconds rather than 100. */
function serveIsolated() {
  const server = serve([
    FOLDER,
    ...Object.values(FILES).map((file) => path.dirname(inRoot(file))),
    inRoot(TFJS_FOLDER),
    inRoot("dist"),
  ]);
  return server.prependListener("request", (_, response) => {
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
  });
}
