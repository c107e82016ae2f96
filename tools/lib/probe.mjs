import { cmakeBuild } from "./cmake.mjs";
import { setUpEmscripten } from "./emscripten.mjs";
import { inRoot } from "./paths.mjs";
import { which } from "./run.mjs";
import { compiledFolder } from "./wasm.mjs";

/** The kernel's probe (tests/kernel) as wasm, linked from the core's objects. */
export const PROBE_WASM = inRoot("build/wasm/headscope_probe.wasm");

/** Why tests of the probe are skipped; false if they run. */
export const NO_PROBE = compiledFolder() !== null && "HEADSCOPE_WASM is set: no probe is compiled";

/** The compilers on this machine that can build native probes: at night both, by day one, because Clang also compiles the wasm. */
export const nativeCompilers = () =>
  ["g++", "clang++"]
    .filter((compiler) => which(compiler))
    .slice(0, process.env.HEADSCOPE_NIGHTLY === "1" ? 2 : 1);

/** @param {string} compiler */
export const nativeProbe = (compiler) => inRoot(`build/probe-${compiler}/headscope_probe`);

export async function buildWasmProbe() {
  const { env } = await setUpEmscripten();
  await cmakeBuild("wasm", { env, target: "probe-wasm" });
}

/** Builds the probe with all available compilers in parallel. Each build uses one processor. */
export async function buildProbes() {
  await Promise.all([
    buildWasmProbe(),
    ...nativeCompilers().map((compiler) => cmakeBuild(`probe-${compiler}`)),
  ]);
}
