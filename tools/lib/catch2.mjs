import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { noteNinja, findCatch2 } from "./cmake.mjs";
import { canDownload, unpackSource } from "./debian13.mjs";
import { inToolchain } from "./paths.mjs";
import { step } from "./progress.mjs";
import { run } from "./run.mjs";
import { UserError } from "./user-error.mjs";

/**
 * Finds or builds Catch2 v3 for the native tests. Debian 12 packages v2, so that there v3 is built from Debian 13's source, once for all presets.
 * @returns {Promise<Record<string, string>>} definitions for CMake
 */
export async function setUpCatch2() {
  const installed = findCatch2();
  if (installed) return { Catch2_DIR: installed };
  const folder = inToolchain("catch2-3");
  if (!existsSync(folder)) {
    if (!(await canDownload())) throw new UserError(HOW_TO_GET);
    await build(folder);
  }
  return { Catch2_DIR: path.join(folder, "lib/cmake/Catch2") };
}

const HOW_TO_GET =
  "Missing: Catch2 3 or newer; run `brew install catch2`, or install your distribution's package or " +
  "github.com/catchorg/Catch2 so that CMake finds it (CMAKE_PREFIX_PATH). Then repeat.";

/**
 * Compiles Catch2 as C++20, like the tests: a C++14 build lacks functions that its headers declare in C++20. The batches make two objects of its 106
 * sources, because the compiler takes longest to read the headers, which it reads once for each object.
 */
const OPTIONS = [
  "-DCMAKE_BUILD_TYPE=Release",
  "-DCMAKE_CXX_STANDARD=20",
  "-DCMAKE_INSTALL_LIBDIR=lib",
  "-DCATCH_INSTALL_DOCS=OFF",
  "-DCMAKE_UNITY_BUILD=ON",
  "-DCMAKE_UNITY_BUILD_BATCH_SIZE=60",
];

/** @param {string} folder created only when the build is complete */
async function build(folder) {
  const [source, partial] = [`${folder}.source`, `${folder}.partial`];
  await step("Setting up Catch2 from Debian 13's source", async (note) => {
    for (const each of [source, partial]) rmSync(each, { recursive: true, force: true });
    mkdirSync(source, { recursive: true });
    await unpackSource("catch2", source, note);
    const tree = path.join(source, "build");
    note("configuring");
    await run("cmake", ["-G", "Ninja", "-S", source, "-B", tree, ...OPTIONS], {
      what: "CMake could not configure Catch2",
    });
    await run("cmake", ["--build", tree], { onLine: noteNinja(note), what: "Catch2 did not build" });
    await run("cmake", ["--install", tree, "--prefix", partial], {
      what: "Catch2 could not be put into .toolchain",
    });
    renameSync(partial, folder);
    rmSync(source, { recursive: true });
  });
}
