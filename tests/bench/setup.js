import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { setUpEmscripten } from "../../tools/lib/emscripten.mjs";
import { BROWSERS, BUILD_TOOLS, ensure } from "../../tools/lib/needs.mjs";
import { ensurePackages } from "../../tools/lib/packages.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { buildWasmProbe } from "../../tools/lib/probe.mjs";
import { attempt } from "../../tools/lib/run.mjs";
import { findChromium } from "../../tools/lib/browsers.mjs";

const FOLDER = "tests/bench";

/** Installs and builds everything that the benchmark needs, including the compared runtimes. */
export async function setUp() {
  await ensure([...BUILD_TOOLS, ...BROWSERS.filter(({ name }) => name === "Chromium")]);
  await ensurePackages();
  await ensurePackages(FOLDER);
  // Imported here, because they import packages that were just installed.
  const { buildAll } = await import("../../tools/lib/build.mjs");
  await buildAll();
  await buildWasmProbe();
}

export const machine = () => ({ cpu: cpus()[0]?.model.trim() ?? "unknown", cores: availableParallelism() });

/** @returns {Promise<Record<string, string>>} */
export async function versions() {
  const { dependencies } = JSON.parse(readFileSync(inRoot(FOLDER, "package.json"), "utf8"));
  const { stdout } = await attempt(findChromium() ?? "", ["--version"]);
  return {
    Node: process.versions.node,
    Chromium: /\d+(\.\d+)+/.exec(stdout)?.[0] ?? "unknown",
    Emscripten: (await setUpEmscripten()).version,
    ...dependencies,
  };
}
