import { findEigen } from "./find-package.mjs";
import { ROOT } from "./paths.mjs";
import { step } from "./progress.mjs";
import { run } from "./run.mjs";
import { ifChanged } from "./stamp.mjs";

/**
 * Notes how far Ninja is, which it says as "[12/40] Building ...".
 * @param {(note: string) => void} note
 * @returns {(line: string) => void}
 */
export const noteNinja = (note) => (line) => note(/^\[(\d+\/\d+)\]/.exec(line)?.[1] ?? "");

/**
 * Configures and builds one of CMakePresets.json's presets. It is configured afresh when the presets or what is given
 * here changed; past that, Ninja decides what there is to do.
 * @param {string} preset
 * @param {{ env?: Record<string, string>, define?: Record<string, string>, target?: string }} [options] target: the build preset, where it has
 *   another name
 */
export async function cmakeBuild(preset, { env = {}, define = {}, target = preset } = {}) {
  const eigen = findEigen();
  const all = eigen ? { Eigen3_DIR: eigen, ...define } : define;
  const definitions = Object.entries(all).map(([key, value]) => `-D${key}=${value}`);
  const given = {
    inputs: ["CMakePresets.json"],
    outputs: [`build/${preset}/build.ninja`],
    also: [ROOT, env.EMSCRIPTEN_ROOT, all],
  };
  await step(`Building ${target}`, async (note) => {
    await ifChanged(`configured-${preset}`, given, async () => {
      note("configuring");
      await run("cmake", ["--fresh", "--preset", preset, ...definitions], {
        env,
        what: `CMake could not configure ${preset}`,
      });
    });
    await run("cmake", ["--build", "--preset", target], {
      env,
      onLine: noteNinja(note),
      what: `${target} did not build`,
    });
  });
}
