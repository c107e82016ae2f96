import { step } from "./progress.mjs";
import { run } from "./run.mjs";

/** Ninja's "[12/40] Building ...". */
const NINJA_LINE = /^\[(\d+\/\d+)\]/;

/**
 * Configures and builds one of CMakePresets.json's presets; Ninja decides what there is to do.
 * @param {string} preset
 * @param {{ env?: Record<string, string>, define?: Record<string, string> }} [options]
 */
export async function cmakeBuild(preset, { env = {}, define = {} } = {}) {
  const definitions = Object.entries(define).map(([key, value]) => `-D${key}=${value}`);
  await step(`Building ${preset}`, async (note) => {
    await run("cmake", ["--preset", preset, ...definitions], { env, what: `CMake could not configure ${preset}` });
    await run("cmake", ["--build", "--preset", preset], {
      env,
      onLine: (line) => note(NINJA_LINE.exec(line)?.[1] ?? ""),
      what: `${preset} did not build`,
    });
  });
}
