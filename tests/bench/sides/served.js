import { existsSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { serve } from "../../../tools/lib/server.mjs";
import { UserError } from "../../../tools/lib/user-error.mjs";
import { FILES, TFJS_FOLDER } from "./files.js";

/** The pages that measure: headless.html for chromium.js, and bench.html for a reader's own browser. */

const FOLDER = inRoot("build/bench");
const HEADLESS = `<!doctype html><title>bench</title><link rel="icon" href="data:,"><script type="module" src="chromium-page.js"></script>`;
const NODE = ["fs", "path", "os", "util", "crypto", "worker_threads", "perf_hooks", "module"];

/** The compared runtimes do not run under the site's strict content security policy. */
const POLICY = { "Content-Security-Policy": "default-src 'self' blob: data: 'unsafe-inline' 'unsafe-eval'" };

/** Writes build/bench/. @param {string} [against] another checkout, whose package is served as before/ */
export async function writePages(against) {
  await build({
    entryPoints: ["chromium-page.js", "own-page.js"].map((name) => inRoot("tests/bench/sides", name)),
    outdir: FOLDER,
    bundle: true,
    format: "esm",
    target: "es2022",
    external: ["./modules/*", "./before/*", ...NODE],
    logLevel: "error",
  });
  await mkdir(FOLDER, { recursive: true });
  await writeFile(path.join(FOLDER, "headless.html"), HEADLESS);
  await cp(inRoot("tests/bench/sides/bench.html"), path.join(FOLDER, "bench.html"));
  const before = path.join(FOLDER, "before");
  await rm(before, { recursive: true, force: true });
  if (against === undefined) return;
  if (!existsSync(path.join(against, "dist/modules/models.js")))
    throw new UserError(`${against} has no package to compare with: build it there with npm run build`);
  await cp(path.join(against, "dist"), before, { recursive: true });
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
