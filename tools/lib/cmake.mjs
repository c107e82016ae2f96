import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./paths.mjs";
import { step } from "./progress.mjs";
import { run } from "./run.mjs";
import { ifChanged } from "./stamp.mjs";

const PREFIXES = ["/usr/local", "/usr", "/opt/homebrew", "/opt/local"];

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

/**
 * Finds the CMake package of a library as CMake does.
 * @param {string} name such as "Eigen3", whose folder contains Eigen3Config.cmake and Eigen3ConfigVersion.cmake
 * @param {RegExp} version pattern of acceptable versions
 * @param {Record<string, string | undefined>} [env]
 * @returns {string | null} the package's folder
 */
function findPackage(name, version, env = process.env) {
  const prefixes = [...(env.CMAKE_PREFIX_PATH ?? "").split(path.delimiter).filter(Boolean), ...PREFIXES];
  const candidates = [env[`${name}_DIR`] ?? "", ...prefixes.flatMap((prefix) => foldersBelow(prefix, name))];
  return candidates.find((folder) => folder && version.test(versionOf(folder, name))) ?? null;
}

/** @param {string} prefix @param {string} name @returns {string[]} */
function foldersBelow(prefix, name) {
  const lib = path.join(prefix, "lib");
  const multiarch = existsSync(lib) ? readdirSync(lib).filter((entry) => entry.includes("-linux-")) : [];
  const parents = [
    ...["lib", "lib64", "share", ...multiarch.map((entry) => `lib/${entry}`)].map((part) => `${part}/cmake`),
  ];
  const own = [...parents.flatMap((parent) => [`${parent}/${name}`, `${parent}/${name.toLowerCase()}`])];
  return [...own, `share/${name.toLowerCase()}/cmake`].map((folder) => path.join(prefix, folder));
}

/** @param {string} folder @param {string} name @returns {string} "" if there is no package */
function versionOf(folder, name) {
  const file = path.join(folder, `${name}ConfigVersion.cmake`);
  if (!existsSync(path.join(folder, `${name}Config.cmake`)) || !existsSync(file)) return "";
  return /set *\( *PACKAGE_VERSION +"?(\d+(?:\.\d+)+)/i.exec(readFileSync(file, "utf8"))?.[1] ?? "";
}

/** The folder of Eigen's CMake package. Emscripten's CMake needs it, because it searches packages only in its own sysroot. */
export const findEigen = () => findPackage("Eigen3", /^(3\.([4-9]|\d\d)|[4-9]|\d\d)/);

export const findCatch2 = () => findPackage("Catch2", /^([3-9]|\d\d)\./);

/** The version of a library that CMake finds; null if there is none. @param {"Eigen3" | "Catch2"} name */
export function foundVersion(name) {
  const folder = name === "Eigen3" ? findEigen() : findCatch2();
  return folder && versionOf(folder, name);
}
