import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const PREFIXES = ["/usr/local", "/usr", "/opt/homebrew", "/opt/local"];

/**
 * Finds the CMake package of a library as CMake does.
 * @param {string} name such as "Eigen3", whose folder contains Eigen3Config.cmake and Eigen3ConfigVersion.cmake
 * @param {RegExp} version pattern of acceptable versions
 * @param {Record<string, string | undefined>} [env]
 * @returns {string | null} the package's folder
 */
export function findPackage(name, version, env = process.env) {
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
