import path from "node:path";
import { cmakeBuild } from "./cmake.mjs";
import { ensure, onPath } from "./needs.mjs";
import { inRoot } from "./paths.mjs";
import { onProcessors } from "./pool.mjs";
import { step } from "./progress.mjs";
import { attempt } from "./run.mjs";
import { filesBelow, ifChanged } from "./stamp.mjs";
import { Trouble } from "./trouble.mjs";

/**
 * Runs clang-tidy on the core, with .clang-tidy. Skips the bindings, which need Emscripten's headers.
 * @param {Record<string, string>} define definitions for CMake
 * @returns {Promise<import("./suites.mjs").Result>}
 */
export async function runTidy(define) {
  await ensure([{ name: "clang-tidy", apt: "clang-tidy", brew: "llvm", found: onPath("clang-tidy") }]);
  await cmakeBuild("native", { define });
  const files = filesBelow(inRoot("src")).filter(
    (file) => file.endsWith(".cpp") && !path.basename(file).startsWith("bindings"),
  );
  const failures = await step("Running clang-tidy", (note) => tidy(files, note));
  return {
    passed: files.length - failures.length,
    failed: failures.length,
    skipped: 0,
    notes: [],
    failures: failures.join("\n"),
  };
}

/**
 * @param {string[]} files
 * @param {(text: string) => void} note
 * @returns {Promise<string[]>} output for files that failed
 */
async function tidy(files, note) {
  const headers = filesBelow(inRoot("src"))
    .filter((file) => file.endsWith(".hpp"))
    .map((file) => path.relative(inRoot(), file));
  /** @type {string[]} */
  const failures = [];
  await onProcessors(files, (file) => {
    const name = path.basename(file);
    // A clean file is checked again only after a change of the file, of any header or of .clang-tidy.
    const inputs = [path.relative(inRoot(), file), ".clang-tidy", ...headers];
    return ifChanged(`tidy-${name}`, { inputs }, async () => {
      note(name);
      const { code, output } = await attempt("clang-tidy", ["--quiet", "-p", inRoot("build/native"), file]);
      if (code !== 0) throw new Trouble(`${name} is not clean`, { details: output });
    }).catch((error) => failures.push(error.details));
  });
  return failures;
}
