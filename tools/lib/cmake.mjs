import { findEigen } from "./find-package.mjs";
import { ROOT } from "./paths.mjs";
import { step } from "./progress.mjs";
import { run } from "./run.mjs";
import { ifChanged } from "./stamp.mjs";

/**
 * Reports the progress of Ninja, from lines such as "[12/40] Building ...".
 * @param {(note: string) => void} note
 * @returns {(line: string) => void}
 */
export const noteNinja = (note) => (line) => note(/^\[(\d+\/\d+)\]/.exec(line)?.[1] ?? "");

/**
 * Configures and builds a preset of CMakePresets.json. Configures again only if the presets or the arguments have changed; Ninja decides what to
 * build.
 * @param {string} preset
 * @param {{ env?: Record<string, string>, define?: Record<string, string>, target?: string }} [options] target: the build preset; defaults
 *   to `preset`
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
