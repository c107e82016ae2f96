import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { canDownload } from "./debian13.mjs";
import { setUpFromDebian, toolsFor } from "./emscripten-debian.mjs";
import { inToolchain } from "./paths.mjs";
import { attempt, which } from "./run.mjs";
import { UserError } from "./user-error.mjs";

/** Oldest supported version. Earlier ones write no ES module that works in Node. */
export const OLDEST = "3.1.58";

/**
 * @typedef {object} Emscripten
 * @property {string} version
 * @property {string} root the folder with cmake/Modules/Platform/Emscripten.cmake
 * @property {Record<string, string>} env environment variables for commands that use it
 */

/** Folder in which setUpEmscripten() unpacks Emscripten from Debian 13's packages. */
const UNPACKED = inToolchain("emscripten");

/**
 * Finds or sets up Emscripten: emcc on PATH if it is new enough, otherwise on Debian the package of Debian 13 in .toolchain.
 * @returns {Promise<Emscripten>}
 */
export async function setUpEmscripten() {
  const own = await fromPath();
  if (own) return own;
  if (!(await canDownload())) throw new UserError(await howToGet());
  const { root, env } = await setUpFromDebian(UNPACKED);
  const version = readFileSync(path.join(root, "emscripten-version.txt"), "utf8").replaceAll(/["\s]/g, "");
  return { version, root, env };
}

/** The programs that setUpEmscripten() installs with apt, if they are missing. */
export async function toolsOfEmscripten() {
  return (await fromPath()) || !(await canDownload()) ? [] : toolsFor(UNPACKED);
}

/** @returns {Promise<Emscripten | null>} */
async function fromPath() {
  const emcc = which("emcc");
  if (!emcc) return null;
  const version = parseVersion((await attempt(emcc, ["--version"])).stdout);
  if (!version || !isAtLeast(version, OLDEST)) return null;
  const asked = which("em-config") ? (await attempt("em-config", ["EMSCRIPTEN_ROOT"])).stdout.trim() : "";
  for (const root of [asked, path.dirname(realpathSync(emcc))]) {
    if (root && existsSync(toolchainFile(root))) return { version, root, env: { EMSCRIPTEN_ROOT: root } };
  }
  throw new UserError(
    `${emcc} is Emscripten ${version}, but its cmake/Modules/Platform/Emscripten.cmake was not found.`,
  );
}

/** @param {string} root @returns {string} CMake's toolchain file */
export const toolchainFile = (root) => path.join(root, "cmake/Modules/Platform/Emscripten.cmake");

/** @param {string} text output of `emcc --version` @returns {string | null} */
export function parseVersion(text) {
  return /^emcc .*?\b(\d+\.\d+\.\d+)\b/m.exec(text)?.[1] ?? null;
}

/** @param {string} version @param {string} least */
export function isAtLeast(version, least) {
  const [a, b] = [version, least].map((text) => text.split(".").map(Number));
  const i = a.findIndex((part, at) => part !== b[at]);
  return i === -1 || a[i] > b[i];
}

async function howToGet() {
  const found = which("emcc") ? parseVersion((await attempt("emcc", ["--version"])).stdout) : null;
  const how =
    process.platform === "darwin"
      ? "run `brew install emscripten`"
      : "install it with emsdk (emscripten.org, Getting Started) or from a distribution as new as Debian 13, and put emcc on PATH";
  return `Missing: Emscripten ${OLDEST} or newer${found ? ` (emcc on PATH is ${found})` : ""}; ${how}. Then repeat.`;
}
