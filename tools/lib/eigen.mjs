import { existsSync } from "node:fs";
import path from "node:path";

const PREFIXES = ["/usr/local", "/usr", "/opt/homebrew", "/opt/local"];
const FOLDERS = ["share/eigen3/cmake", "lib/cmake/eigen3", "lib64/cmake/eigen3", "share/cmake/Eigen3"];

/**
 * The folder of Eigen3Config.cmake. Emscripten's CMake does not look for packages outside its own sysroot, so it has
 * to be told.
 * @param {Record<string, string | undefined>} [env]
 * @returns {string | null}
 */
export function findEigen(env = process.env) {
  const prefixes = [...(env.CMAKE_PREFIX_PATH ?? "").split(path.delimiter).filter(Boolean), ...PREFIXES];
  const folders = prefixes.flatMap((prefix) => FOLDERS.map((folder) => path.join(prefix, folder)));
  if (env.Eigen3_DIR) folders.unshift(env.Eigen3_DIR);
  return folders.find((folder) => existsSync(path.join(folder, "Eigen3Config.cmake"))) ?? null;
}
