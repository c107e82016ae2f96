import { cp, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { serve } from "../../../tools/lib/server.mjs";
import { FILES, TFJS_FOLDER } from "./files.js";

/** The pages that measure: headless.html for chromium.js, and bench.html for a reader's own browser. */

const FOLDER = inRoot("build/bench");
const HEADLESS = `<!doctype html><title>bench</title><link rel="icon" href="data:,"><script type="module" src="chromium-page.js"></script>`;
const NODE = ["fs", "path", "os", "util", "crypto", "worker_threads", "perf_hooks", "module"];

/** The compared runtimes do not run under the site's strict content security policy. */
const POLICY = { "Content-Security-Policy": "default-src 'self' blob: data: 'unsafe-inline' 'unsafe-eval'" };

/** Writes build/bench/. */
export async function writePages() {
  await build({
    entryPoints: ["chromium-page.js", "own-page.js"].map((name) => inRoot("tests/bench/sides", name)),
    outdir: FOLDER,
    bundle: true,
    format: "esm",
    target: "es2022",
    external: ["./modules/*", ...NODE],
    logLevel: "error",
  });
  await mkdir(FOLDER, { recursive: true });
  await writeFile(path.join(FOLDER, "headless.html"), HEADLESS);
  await cp(inRoot("tests/bench/sides/bench.html"), path.join(FOLDER, "bench.html"));
}

/** A server of the pages without headers that isolate them, as of most hosts. */
export function servePlain() {
  return serve(
    [
      FOLDER,
      ...Object.values(FILES).map((file) => path.dirname(inRoot(file))),
      inRoot(TFJS_FOLDER),
      inRoot("dist"),
    ],
    POLICY,
  );
}

/**
 * A server that isolates the pages from other origins, so that they have shared memory, and Chromium's clock has a resolution of 5 instead of 100
 * microseconds.
 */
export function serveIsolated() {
  return servePlain().prependListener("request", (_, response) => {
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
  });
}
