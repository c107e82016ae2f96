import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
} from "node:fs";
import path from "node:path";
import { canDownload, unpackPackages } from "./debian13.mjs";
import { ensure, onPath } from "./needs.mjs";
import { inToolchain } from "./paths.mjs";
import { step } from "./progress.mjs";
import { attempt, run, which } from "./run.mjs";
import { Trouble } from "./trouble.mjs";

/** Older ones have no ES module that works in Node. */
export const OLDEST = "3.1.58";

const PACKAGES =
  "emscripten clang-19 libclang-cpp19 libllvm19 lld-19 llvm-19 llvm-19-linker-tools libclang-common-19-dev binaryen libc6 " +
  "libstdc++6 libgcc-s1 zlib1g libzstd1 libedit2 libxml2 libffi8 libtinfo6 libbsd0 libmd0 liblzma5 libz3-4 libicu76 " +
  "libclang1-19 node-acorn";

const LLVM_PROGRAMS = "clang lld llvm-ar llvm-nm llvm-objcopy llvm-ranlib llvm-dwarfdump llvm-strip".split(
  " ",
);

/**
 * @typedef {object} Emscripten
 * @property {string} version
 * @property {string} root the folder with cmake/Modules/Platform/Emscripten.cmake
 * @property {Record<string, string>} env what commands that use it need in their environment
 */

/**
 * Finds or sets up an Emscripten: a new enough emcc on PATH; else, on Debian, Debian 13's, in .toolchain.
 * @returns {Promise<Emscripten>}
 */
export async function setUpEmscripten() {
  const own = await fromPath();
  if (own) return own;
  const folder = inToolchain("emscripten");
  if (!isComplete(folder)) {
    if (!(await canDownload())) throw new Trouble(await howToGet());
    await unpack(folder);
  }
  return unpacked(folder);
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
  throw new Trouble(
    `${emcc} is Emscripten ${version}, but its cmake/Modules/Platform/Emscripten.cmake was not found.`,
  );
}

/** @param {string} root @returns {string} CMake's toolchain file */
export const toolchainFile = (root) => path.join(root, "cmake/Modules/Platform/Emscripten.cmake");

/** @param {string} text what `emcc --version` wrote @returns {string | null} */
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

/** @param {string} folder */
const stampFile = (folder) => path.join(folder, "complete");

/** The stamp holds the folder's own path, since binaries in it do: a checkout that was moved is set up again. */
function isComplete(/** @type {string} */ folder) {
  return existsSync(stampFile(folder)) && readFileSync(stampFile(folder), "utf8") === folder;
}

/**
 * Everything is made in a folder beside the real one and renamed at the end, so that a run that was interrupted leaves
 * nothing that looks finished.
 * @param {string} folder
 */
async function unpack(folder) {
  const partial = `${folder}.partial`;
  await ensure([
    { name: "patchelf", apt: "patchelf", brew: null, found: onPath("patchelf") },
    { name: "Python 3", apt: "python3", brew: null, found: hasPython },
  ]);
  await step("Setting up Emscripten from Debian 13 (about 2 GB on disk)", async (note) => {
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    rmSync(await unpackPackages(PACKAGES.split(" "), partial, note), { recursive: true });
    note("fitting it to this system");
    await fitLoader(partial, folder);
    fitModules(partial);
    writeFileSync(path.join(partial, "config.py"), config(folder));
    writeFileSync(stampFile(partial), folder);
    rmSync(folder, { recursive: true, force: true });
    renameSync(partial, folder);
    const { root, env } = unpacked(folder);
    await run(path.join(root, "emcc"), ["--version"], { env, what: "The unpacked emcc does not run" }).catch(
      (error) => {
        rmSync(stampFile(folder));
        throw error;
      },
    );
  });
}

/** emcc is a Python program, and Debian's python3-minimal lacks modules that it uses. */
async function hasPython() {
  return (
    (await attempt("python3", ["-c", "import json, multiprocessing, shlex, tempfile, urllib.request"]))
      .code === 0
  );
}

/**
 * Debian 13's programs need Debian 13's C library: point them at the one unpacked beside them.
 * @param {string} partial where the programs are now
 * @param {string} folder where they will be
 */
async function fitLoader(partial, folder) {
  const [triplet] = readdirSync(path.join(partial, "usr/lib")).filter((name) => name.endsWith("-linux-gnu"));
  const libraries = path.join("usr/lib", triplet);
  const loader = readdirSync(path.join(partial, libraries)).find((name) =>
    /^ld-linux.*\.so\.\d+$/.test(name),
  );
  if (!loader) throw new Trouble(`Debian 13's libc6 has no loader in ${libraries}.`);
  const programs = [
    ...LLVM_PROGRAMS.map((name) => path.join(partial, "usr/lib/llvm-19/bin", name)),
    ...readdirSync(path.join(partial, "usr/bin"))
      .filter((name) => /^wasm(-|2js$)/.test(name))
      .map((name) => path.join(partial, "usr/bin", name)),
  ].map((program) => realpathSync(program));
  const rpath = [libraries, "usr/lib/llvm-19/lib"].map((part) => path.join(folder, part)).join(":");
  for (const program of new Set(programs.filter(isElf))) {
    await run("patchelf", [
      ...["--set-interpreter", path.join(folder, libraries, loader)],
      ...["--force-rpath", "--set-rpath", rpath, program],
    ]);
  }
}

/** @param {string} file */
const isElf = (file) => readFileSync(file).subarray(0, 4).toString("latin1") === "\x7fELF";

/**
 * emcc's JavaScript: its optimiser imports acorn as an ES module, which looks for node_modules and not at NODE_PATH;
 * and its .js files are CommonJS, though a folder above them holds this package, whose .js files are not.
 * @param {string} partial
 */
function fitModules(partial) {
  symlinkSync("../nodejs", path.join(partial, "usr/share/emscripten/node_modules"));
  writeFileSync(path.join(partial, "package.json"), '{ "type": "commonjs" }\n');
}

/** @param {string} folder */
function config(folder) {
  return [
    `LLVM_ROOT = '${folder}/usr/bin'`,
    `BINARYEN_ROOT = '${folder}/usr'`,
    `NODE_JS = '${process.execPath}'`,
    "FROZEN_CACHE = True",
    "LLVM_ADD_VERSION = '19'",
    "CLANG_ADD_VERSION = '19'",
    "",
  ].join("\n");
}

/** @param {string} folder @returns {Emscripten} */
function unpacked(folder) {
  const root = path.join(folder, "usr/share/emscripten");
  const version = readFileSync(path.join(root, "emscripten-version.txt"), "utf8").replaceAll(/["\s]/g, "");
  const PATH = `${root}${path.delimiter}${process.env.PATH}`;
  return { version, root, env: { EMSCRIPTEN_ROOT: root, EM_CONFIG: path.join(folder, "config.py"), PATH } };
}
