import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { findPython } from "./needs.mjs";
import { inRoot } from "./paths.mjs";
import { step } from "./progress.mjs";
import { attempt } from "./run.mjs";
import { readOrEmpty, runNodeTests, addResults } from "./suites.mjs";

/** @import { Result } from "./suites.mjs" */

const REPORT = inRoot("build/reports/python.xml");

/** pytest's exit code if no test matches */
const NOTHING_RAN = 5;

/** Number of test files of figures that run at the same time: most wait for a notebook's server. */
const FILES = availableParallelism() + 2;

/**
 * Runs the Python package's own tests, which take one processor, beside the tests of its figures in notebooks and browsers.
 * @param {string} [name] runs only tests whose name contains this text
 * @returns {Promise<Result>}
 */
export async function runPythonTests(name) {
  // A dynamic import, because its packages may have been installed after this module was loaded.
  const { prepare } = await import("../../tests/python/support/notebook.js");
  const [own, figures] = await Promise.all([
    runPytest(name),
    step("Executing a notebook", prepare).then(() =>
      runNodeTests("tests/python", { name, concurrency: FILES }),
    ),
  ]);
  return addResults(own, figures);
}

/** @param {string} [name] @returns {Promise<Result>} */
async function runPytest(name) {
  const python = (await findPython("numpy", "pytest")) ?? "python3";
  mkdirSync(path.dirname(REPORT), { recursive: true });
  rmSync(REPORT, { force: true });
  const words = name?.split(/\W+/).filter(Boolean) ?? [];
  const only = words.length ? ["-k", words.join(" and ")] : [];
  const args = ["-m", "pytest", "-p", "no:cacheprovider", `--junitxml=${REPORT}`, ...only];
  const begun = performance.now();
  const { code, output } = await step("Running python", () =>
    attempt(python, args, { cwd: inRoot("python"), env: { PYTHONDONTWRITEBYTECODE: "1" } }),
  );
  const files = [{ name: "python", seconds: (performance.now() - begun) / 1000 }];
  return { ...pytestResult(code, output), files };
}

/** @param {number} code exit code of pytest @param {string} output @returns {Result} */
function pytestResult(code, output) {
  const suite = /<testsuite ([^>]*)>/.exec(readOrEmpty(REPORT))?.[1] ?? "";
  const count = (/** @type {string} */ of) => Number(new RegExp(`\\b${of}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  const skipped = count("skipped");
  const failed = count("failures") + count("errors") || (code !== 0 && code !== NOTHING_RAN ? 1 : 0);
  const passed = Math.max(0, count("tests") - failed - skipped);
  return { passed, failed, skipped, notes: [], failures: failed ? output : "" };
}
