import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { canDownload, unpackSource } from "./debian13.mjs";
import { findCatch2 } from "./find-package.mjs";
import { inToolchain } from "./paths.mjs";
import { step } from "./progress.mjs";
import { Trouble } from "./trouble.mjs";

/**
 * Catch2 v3 for the native tests: an installed one; else, on Debian 12, whose package is v2, Debian 13's source.
 * @returns {Promise<Record<string, string>>} what CMake has to be told
 */
export async function setUpCatch2() {
  const installed = findCatch2();
  if (installed) return { Catch2_DIR: installed };
  const folder = inToolchain("catch2");
  if (!existsSync(folder)) {
    if (!(await canDownload())) throw new Trouble(HOW_TO_GET);
    await unpack(folder);
  }
  return { FETCHCONTENT_SOURCE_DIR_CATCH2: folder };
}

const HOW_TO_GET =
  "Missing: Catch2 3 or newer; run `brew install catch2`, or install your distribution's package or " +
  "github.com/catchorg/Catch2 so that CMake finds it (CMAKE_PREFIX_PATH). Then repeat.";

/** @param {string} folder appears only once it is whole */
async function unpack(folder) {
  const partial = `${folder}.partial`;
  await step("Setting up Catch2 from Debian 13's source", async (note) => {
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    await unpackSource("catch2", partial, note);
    renameSync(partial, folder);
  });
}
