import { readFileSync } from "node:fs";
import path from "node:path";
import { cmakeBuild } from "./cmake.mjs";
import { ensure, onPath } from "./needs.mjs";
import { inRoot } from "./paths.mjs";
import { onProcessors } from "./pool.mjs";
import { step } from "./progress.mjs";
import { attempt } from "./run.mjs";
import { filesBelow, ifChanged } from "./stamp.mjs";
import { UserError } from "./user-error.mjs";

/** Folder of CMake's unity build of the core, whose files include several sources each, so that clang-tidy reads the headers less often. */
const UNITY = "build/tidy/CMakeFiles/headscope_core.dir/Unity";

/**
 * Runs clang-tidy on the core. The result counts sources. Skips the bindings, which need Emscripten's headers.
 * @returns {Promise<import("./suites.mjs").Result>}
 */
export async function runTidy() {
  await ensure([{ name: "clang-tidy", apt: "clang-tidy", brew: "llvm", found: onPath("clang-tidy") }]);
  await cmakeBuild("tidy"); // only writes the compile commands and the unity files
  const files = filesBelow(inRoot(UNITY)).filter((file) => file.endsWith(".cxx"));
  /** @type {{ failure: string | null, clean: number }[]} */
  const results = await step("Running clang-tidy", (note) =>
    onProcessors(files, async (file) => {
      const sources = sourcesOf(file);
      const failure = await tidy(file, sources, note);
      return { failure, clean: failure === null ? sources.length : 0 };
    }),
  );
  const failures = results.flatMap(({ failure }) => failure ?? []);
  return {
    passed: results.reduce((sum, { clean }) => sum + clean, 0),
    failed: failures.length,
    skipped: 0,
    notes: [],
    failures: failures.join("\n"),
  };
}

/** @param {string} file of the unity build @returns {string[]} the sources that it includes, from the checkout's root */
const sourcesOf = (file) =>
  [...readFileSync(file, "utf8").matchAll(/^#include "(.+)"$/gm)].map(([, source]) =>
    path.relative(inRoot(), source),
  );

/**
 * Checks a file again only after a change of its sources, of any header or of .clang-tidy.
 * @param {string} file of the unity build
 * @param {string[]} sources
 * @param {(text: string) => void} note
 * @returns {Promise<string | null>} output of clang-tidy if it found something, otherwise null
 */
async function tidy(file, sources, note) {
  const headers = filesBelow(inRoot("src"))
    .filter((header) => header.endsWith(".hpp"))
    .map((header) => path.relative(inRoot(), header));
  const inputs = [...sources, ".clang-tidy", ...headers];
  const name = path.basename(file);
  try {
    await ifChanged(`tidy-${name}`, { inputs, also: sources }, async () => {
      note(name);
      const { code, output } = await attempt("clang-tidy", ["--quiet", "-p", inRoot("build/tidy"), file]);
      if (code !== 0) throw new UserError(`${name} is not clean`, { details: output });
    });
    return null;
  } catch (error) {
    return /** @type {UserError} */ (error).details ?? String(error);
  }
}
