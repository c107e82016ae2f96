import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { unpackPackages } from "./debian13.mjs";
import { ensure, onPath } from "./needs.mjs";
import { step } from "./progress.mjs";
import { attempt, run } from "./run.mjs";
import { UserError } from "./user-error.mjs";

/** Version of this recipe. Increase it with each change of contents or adaptations, so that existing installations are replaced. */
export const RECIPE = 2;

const PACKAGES =
  "emscripten clang-19 libclang-cpp19 libllvm19 lld-19 llvm-19 llvm-19-linker-tools libclang-common-19-dev binaryen libc6 " +
  "libstdc++6 libgcc-s1 zlib1g libzstd1 libedit2 libxml2 libffi8 libtinfo6 libbsd0 libmd0 liblzma5 libz3-4 libicu76 " +
  "libclang1-19 node-acorn";

const LLVM_PROGRAMS = "clang lld llvm-ar llvm-nm llvm-objcopy llvm-ranlib llvm-dwarfdump llvm-strip".split(
  " ",
);

const CONFIG = "config.py";

/** @param {string} folder */
const stampFile = (folder) => path.join(folder, "complete");

/** Content of the stamp of a complete installation. It includes the folder, because programs store the path of their loader. @param {string} folder */
const stamp = (folder) => `${RECIPE} ${folder}\n`;

/** The stamp in a folder, or "" if the folder has none. @param {string} folder */
const readStamp = (folder) => (existsSync(stampFile(folder)) ? readFileSync(stampFile(folder), "utf8") : "");

/**
 * Programs that setUpFromDebian() and Emscripten need.
 * @param {string} folder folder of the installation, which may not exist
 * @returns {import("./needs.mjs").Need[]}
 */
export const toolsFor = (folder) => [
  { name: "Python 3", apt: "python3", brew: null, found: hasPython },
  ...(readStamp(folder) === stamp(folder)
    ? []
    : [{ name: "patchelf", apt: "patchelf", brew: null, found: onPath("patchelf") }]),
];

/**
 * Unpacks Debian 13's Emscripten into a folder, unless it is there already. In a moved or copied folder, it only changes the paths that programs
 * store.
 * @param {string} folder
 * @returns {Promise<{ root: string, env: Record<string, string> }>} see Emscripten
 */
export async function setUpFromDebian(folder) {
  await ensure(toolsFor(folder));
  const found = readStamp(folder);
  if (found === stamp(folder))
    writeConfig(folder); // rewritten each time, because the path of Node may have changed
  else if (found.startsWith(`${RECIPE} `)) await fitMoved(folder);
  else await unpack(folder);
  return place(folder);
}

/** @param {string} folder */
const fitMoved = (folder) =>
  step("Fitting Emscripten to its new folder", async () => {
    await fitLoader(folder, folder);
    await tryOut(folder);
  });

/** @param {string} folder */
function place(folder) {
  const root = path.join(folder, "usr/share/emscripten");
  const PATH = `${root}${path.delimiter}${process.env.PATH}`;
  return { root, env: { EMSCRIPTEN_ROOT: root, EM_CONFIG: path.join(folder, CONFIG), PATH } };
}

/**
 * Unpacks into a folder beside the final one and renames it at the end, so that an interrupted run leaves nothing that looks complete.
 * @param {string} folder
 */
async function unpack(folder) {
  const partial = `${folder}.partial`;
  await step("Setting up Emscripten from Debian 13 (about 2 GB on disk)", async (note) => {
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    rmSync(await unpackPackages(PACKAGES.split(" "), partial, note), { recursive: true });
    note("fitting it to this system");
    await fitLoader(partial, folder);
    fitModules(partial);
    rmSync(folder, { recursive: true, force: true });
    renameSync(partial, folder);
    note("trying it");
    await tryOut(folder);
  });
}

/**
 * Compiles, links and optimizes a small program, as the condition for a complete installation.
 * @param {string} folder
 */
async function tryOut(folder) {
  const { root, env } = place(folder);
  writeConfig(folder);
  writeFileSync(path.join(folder, "try.cpp"), "int main() { return 0; }\n");
  await run(path.join(root, "em++"), ["-O2", "try.cpp", "-o", "try.mjs"], {
    cwd: folder,
    env,
    what: "Debian 13's Emscripten was unpacked but does not work here",
  });
  writeFileSync(stampFile(folder), stamp(folder));
}

/** Whether Python has the modules that emcc uses; Debian's python3-minimal lacks some. */
async function hasPython() {
  return (
    (await attempt("python3", ["-c", "import json, multiprocessing, shlex, tempfile, urllib.request"]))
      .code === 0
  );
}

/**
 * Sets the loader of the programs to the unpacked one, because Debian 13's programs need Debian 13's C library.
 * @param {string} partial current folder of the programs
 * @param {string} folder final folder of the programs
 */
async function fitLoader(partial, folder) {
  const [triplet] = readdirSync(path.join(partial, "usr/lib")).filter((name) => name.endsWith("-linux-gnu"));
  const libraries = path.join("usr/lib", triplet);
  const loader = readdirSync(path.join(partial, libraries)).find((name) =>
    /^ld-linux.*\.so\.\d+$/.test(name),
  );
  if (!loader) throw new UserError(`Debian 13's libc6 has no loader in ${libraries}.`);
  const programs = [
    ...LLVM_PROGRAMS.map((name) => path.join(partial, "usr/lib/llvm-19/bin", name)),
    ...readdirSync(path.join(partial, "usr/bin"))
      .filter((name) => /^wasm(-|2js$)/.test(name))
      .map((name) => path.join(partial, "usr/bin", name)),
  ].map((program) => realpathSync(program));
  // A library with a search path of its own ignores the program's search path.
  const searching = readdirSync(path.join(partial, libraries)).filter((name) =>
    /^lib(LLVM|clang)[^/]*\.so\.[\d.]+$/.test(name),
  );
  for (const library of new Set(searching.map((name) => realpathSync(path.join(partial, libraries, name))))) {
    await run("patchelf", ["--remove-rpath", library]);
  }
  const root = realpathSync(partial);
  for (const program of new Set(programs.filter(isElf))) {
    const rpath = [libraries, "usr/lib/llvm-19/lib"]
      .map((part) => path.relative(path.dirname(program), path.join(root, part)))
      .map((part) => `$ORIGIN/${part}`);
    await run("patchelf", [
      ...["--set-interpreter", path.join(folder, libraries, loader)], // the loader's path must be absolute
      ...["--force-rpath", "--set-rpath", rpath.join(":"), program],
    ]);
  }
}

/** @param {string} file */
const isElf = (file) => readFileSync(file).subarray(0, 4).toString("latin1") === "\x7fELF";

/**
 * Adapts emcc's JavaScript. Its optimizer imports acorn as an ES module, and Node resolves such imports by node_modules, not by NODE_PATH. Its .js
 * files are CommonJS, but the package.json in a folder above declares ES modules.
 * @param {string} partial
 */
function fitModules(partial) {
  symlinkSync("../nodejs", path.join(partial, "usr/share/emscripten/node_modules"));
  writeFileSync(path.join(partial, "package.json"), '{ "type": "commonjs" }\n');
}

/** @param {string} folder */
function writeConfig(folder) {
  const lines = [
    `LLVM_ROOT = '${folder}/usr/bin'`,
    `BINARYEN_ROOT = '${folder}/usr'`,
    `NODE_JS = '${process.execPath}'`,
    "FROZEN_CACHE = True",
    "LLVM_ADD_VERSION = '19'",
    "CLANG_ADD_VERSION = '19'",
  ];
  writeFileSync(path.join(folder, CONFIG), `${lines.join("\n")}\n`);
}
