import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { cmakeBuild } from "./cmake.mjs";
import { inRoot } from "./paths.mjs";
import { onProcessors } from "./pool.mjs";
import { step } from "./progress.mjs";
import { attempt } from "./run.mjs";
import { filesBelow } from "./stamp.mjs";
import { UserError } from "./user-error.mjs";

/**
 * @typedef {object} Result result of one suite
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} notes messages of tests, also of passed ones
 * @property {string} failures full reports
 * @property {readonly { name: string, seconds: number }[]} [files] duration of each test file
 */

/** Time after which a test counts as hanging. */
const TEST_TIMEOUT_MS = 900_000;

/** Makes a sanitizer's report abort the program, which distinguishes the report from failed tests. */
const SANITIZERS = { UBSAN_OPTIONS: "print_stacktrace=1", ASAN_OPTIONS: "detect_leaks=1" };

/** Number of shards of the native test cases. More than processors, because some cases take much longer than others. */
const SHARES = availableParallelism() * 4;

/**
 * Builds the native tests and runs them on all processors.
 * @param {string} program name of the test program
 * @param {string} target its build preset of CMake
 * @param {Record<string, string>} define definitions for CMake
 * @param {string} [chosen] Catch2's specification of the test cases to run; all if left out
 * @returns {Promise<Result>}
 */
export async function runCatch2(program, target, define, chosen) {
  await cmakeBuild("native", { define, target });
  const file = inRoot("build/native", program);
  const shares = Array.from({ length: SHARES }, (_, share) => share);
  const results = await step(`Running ${target}`, () =>
    onProcessors(shares, (share) => runShare(file, `${target}-${share}`, share, chosen)),
  );
  return results.reduce(addResults);
}

/**
 * @param {string} program
 * @param {string} report name of the report file
 * @param {number} share index of the shard
 * @param {string} [chosen] as in runCatch2()
 */
async function runShare(program, report, share, chosen) {
  const file = inRoot("build/reports", `${report}.xml`);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const { code, output } = await attempt(
    program,
    [
      ...(chosen ? [chosen] : []),
      // With few test cases, some shards are empty, which is an error without this option.
      ...["--shard-count", String(SHARES), "--shard-index", String(share), "--allow-running-no-tests"],
      ...["--reporter", "console", "--reporter", `xml::out=${file}`],
    ],
    { env: SANITIZERS },
  );
  return catch2Result(code, output, readOrEmpty(file));
}

/** @param {Result} a @param {Result} b @returns {Result} */
export const addResults = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  notes: [...a.notes, ...b.notes],
  failures: a.failures + b.failures,
  files: [...(a.files ?? []), ...(b.files ?? [])],
});

/**
 * @param {number} code exit code of the test program
 * @param {string} output output of the test program
 * @param {string} xml its report; incomplete after a crash
 * @returns {Result}
 */
export function catch2Result(code, output, xml) {
  const overall = /<OverallResultsCases ([^>]*)\/>/.exec(xml)?.[1] ?? "";
  /** @param {string} name */
  const count = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(overall)?.[1] ?? 0);
  const counts = {
    passed: count("successes") + count("expectedFailures"),
    failed: count("failures"),
    skipped: count("skips"),
  };
  const crashed = code !== 0 && counts.failed === 0;
  if (crashed) counts.failed = 1;
  return { ...counts, notes: [], failures: counts.failed > 0 ? output : "" };
}

/** The text of a file, or "" if the file does not exist. @param {string} file */
export function readOrEmpty(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/**
 * Runs the node:test files in a folder and below it.
 * @param {string} folder folder, from the checkout's root
 * @param {{ name?: string, concurrency?: number, only?: readonly string[], first?: readonly string[] }} [options] name: only files whose path contains it, or else
 *   tests whose name does; concurrency: number of files to run at the same time; only: names of files in the folder, instead of all; first: names of files that take
 *   long and begin before the others, so that none of them runs alone at the end
 * @returns {Promise<Result>}
 */
export async function runNodeTests(folder, options = {}) {
  const { name, concurrency = availableParallelism(), only, first = [] } = options;
  const all =
    only?.map((file) => inRoot(folder, file)) ??
    filesBelow(inRoot(folder)).filter((file) => file.endsWith(".test.js"));
  const named = name ? all.filter((file) => path.relative(inRoot(folder), file).includes(name)) : [];
  const chosen = named.length ? named : all;
  const early = first.map((file) => inRoot(folder, file));
  const gone = early.find((file) => !all.includes(file));
  if (gone)
    throw new UserError(`There is no test file ${gone} to begin with: remove its name from the first ones.`);
  const files = [...new Set([...early.filter((file) => chosen.includes(file)), ...chosen])];
  /** @type {Required<Result>} */
  const result = { passed: 0, failed: 0, skipped: 0, notes: [], failures: "", files: [] };
  if (files.length === 0) return result;
  let said = "";
  await step(`Running ${folder}`, async (note) => {
    const given = JSON.stringify({
      ...{ concurrency, timeout: TEST_TIMEOUT_MS },
      ...(name && !named.length ? { testNamePatterns: name } : {}),
    });
    const args = [inRoot("tools/lib/run-tests.mjs"), given, ...files];
    const { code, output } = await attempt(process.execPath, args, {
      // Otherwise a node:test inside another would report to the outer one.
      env: { NODE_TEST_CONTEXT: undefined },
      onLine: (line) => {
        said += readLine(line, result);
        note(`${result.passed} passed${result.failed ? `, ${result.failed} failed` : ""}`);
      },
    });
    if (code !== 0 && result.failed === 0) {
      result.failed = 1;
      result.failures = output;
    } else if (result.failed > 0) result.failures += said;
  });
  return result;
}

/**
 * Counts one line of the reporter.
 * @param {string} line
 * @param {Required<Result>} result
 * @returns {string} text to print: output of a test, or ""
 */
export function readLine(line, result) {
  /** @type {import("./test-reporter.mjs").Line | null} */
  const told = line.startsWith('{"kind":') ? JSON.parse(line) : null;
  if (!told) return line && `${line}\n`;
  if (told.kind === "output") return told.text;
  if (told.kind === "note") result.notes.push(told.text);
  else if (told.kind === "file")
    result.files = [...result.files, { name: path.relative(inRoot(), told.name), seconds: told.seconds }];
  else if (told.kind === "pass") result.passed++;
  else if (told.kind === "skip") result.skipped++;
  else if (told.kind === "fail") {
    result.failed++;
    result.failures += `✗ ${told.name}\n  ${told.file}\n${told.error.replace(/^/gm, "  ")}\n\n`;
  }
  return "";
}
