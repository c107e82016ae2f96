// npm test [-- --quick] [--only core,browser] [--fuzz] [--python] [--mutate] [--nightly] [--release] [TEXT]: sets up and builds what the suites need, then
// runs every suite, or those that --only names, or with --quick the few that take about three minutes. The options add the fuzzer, the programs that the
// page writes (these programs need PyTorch), and mutants that the tests must detect. --nightly adds clang-tidy, and all cases of the tests that otherwise run
// a sample of similar cases. --release includes --nightly, and makes words that wait for a translation errors. TEXT selects the test files whose path contains
// TEXT. If no path contains TEXT, TEXT selects the tests whose name contains TEXT.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { setUpCatch2 } from "./lib/catch2.mjs";
import { cmakeBuild } from "./lib/cmake.mjs";
import { toolsOfEmscripten } from "./lib/emscripten.mjs";
import { runFuzzer } from "./lib/fuzz.mjs";
import { runMutants } from "./lib/mutate.mjs";
import {
  BROWSERS,
  BUILD_TOOLS,
  CXX_COMPILER,
  HEADLESS_CHROMIUM,
  HOSTS,
  NOTEBOOKS,
  ONE_BROWSER,
  PYTHON,
  WEBKIT,
  ensure,
  ensureIfAptCan,
  prepareToInstall,
} from "./lib/needs.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { buildProbes } from "./lib/probe.mjs";
import { duration } from "./lib/progress.mjs";
import { runPythonTests } from "./lib/python-suite.mjs";
import { runCatch2, runNodeTests } from "./lib/suites.mjs";
import { runTidy } from "./lib/tidy.mjs";
import { buildWasm, compiledFolder } from "./lib/wasm.mjs";
import { writeWords } from "./lib/words.mjs";
import { runMain, UserError } from "./lib/user-error.mjs";

/**
 * @typedef {"native" | "wasm" | "dist" | "probes" | "chromium" | "browsers" | "python" | "notebooks"} Need requirement of a suite
 * @typedef {{ needs: readonly Need[], run: (name?: string) => Promise<import("./lib/suites.mjs").Result> }} Suite
 */

/** @param {string} folder @param {{ concurrency?: number, only?: readonly string[], first?: readonly string[] }} [options] as in runNodeTests() */
const nodeTests = (folder, options) => (/** @type {string | undefined} */ name) =>
  runNodeTests(folder, { name, ...options });

/** Catch2's specification of the test cases whose name contains a text. @param {string | undefined} name */
const casesNamed = (name) => (name ? `*${name}*` : undefined);
/**
 * Catch2's specification of the test cases for the sanitizers. Cases tagged [numbers] run only at night: they take long, and other cases run the same code.
 */
const sanitizedCases = () => (process.env.HEADSCOPE_NIGHTLY === "1" ? undefined : "~[numbers]");

/** Number of browser test files that run at the same time. More than processors, because they mostly wait. */
const BROWSER_FILES = availableParallelism() + 3;
/** Number of consumers' test files that run at the same time: some wait for a server, a browser or npm. */
const CONSUMER_FILES = availableParallelism() + 2;
/** Number of page test files that run at the same time: some wait for threads or processes. */
const PAGE_FILES = availableParallelism() + 1;

/** Test files that take longest. */
const LONGEST = {
  tools: ["types", "lint"],
  browser: ["labs", "learn", "shift", "axe", "failing", "robot", "embed-page", "keyboard", "code"],
  consumers: ["hosts", "adding", "package"],
};
const filesOf = (/** @type {readonly string[]} */ names) => names.map((name) => `${name}.test.js`);

/** Browser test files of the smoke test: one for each kind of page. */
const SMOKE = filesOf(["walk", "heads", "train", "models", "embed"]);

/** @type {Record<string, Suite>} in running order */
const SUITES = {
  tools: { needs: [], run: nodeTests("tests/tools", { first: filesOf(LONGEST.tools) }) },
  native: {
    needs: ["native"],
    run: async (name) => runCatch2("headscope_tests", "native", await setUpCatch2(), casesNamed(name)),
  },
  tidy: { needs: ["native"], run: runTidy },
  "native-asan": {
    needs: ["native"],
    run: async (name) =>
      runCatch2(
        "headscope_tests_asan",
        "native-asan",
        await setUpCatch2(),
        casesNamed(name) ?? sanitizedCases(),
      ),
  },
  core: { needs: ["wasm", "probes"], run: nodeTests("tests/core") },
  page: { needs: ["wasm", "dist"], run: nodeTests("tests/page", { concurrency: PAGE_FILES }) },
  consumers: {
    needs: ["wasm", "dist", "browsers"],
    run: nodeTests("tests/consumers", { concurrency: CONSUMER_FILES, first: filesOf(LONGEST.consumers) }),
  },
  browser: {
    needs: ["wasm", "dist", "probes", "browsers"],
    run: nodeTests("tests/browser", { concurrency: BROWSER_FILES, first: filesOf(LONGEST.browser) }),
  },
  smoke: {
    needs: ["wasm", "dist", "chromium"],
    run: nodeTests("tests/browser", { concurrency: BROWSER_FILES, only: SMOKE }),
  },
  python: { needs: ["wasm", "dist", "browsers", "notebooks"], run: runPythonTests },
  fuzz: { needs: ["native"], run: runFuzzer },
  programs: { needs: ["wasm", "native", "python"], run: runPrograms },
  mutate: { needs: ["wasm", "dist", "native"], run: runMutants },
};

/** Suites of a quick run. */
const QUICK = ["tools", "core", "page", "smoke"];

/** Options of the suites that run only on request. A full run needs no smoke test: it runs all browser tests. */
const ASKED_FOR_BY = /** @type {const} */ ({
  tidy: "nightly",
  smoke: "quick",
  fuzz: "fuzz",
  programs: "python",
  mutate: "mutate",
});

const SLOWEST = 20; // number of slowest files to list

await runMain(async () => {
  const { names, filter } = readArguments();
  await setUp(names);
  let passed = 0;
  let failed = 0;
  let enough = true;
  /** @type {{ name: string, seconds: number }[]} */
  const files = [];
  for (const name of names) {
    const begun = performance.now();
    const result = await SUITES[name].run(filter).catch(failedWhole);
    const ran = result.passed + result.failed > 0;
    if (result.failures) console.log(`\n${result.failures.trimEnd()}\n`);
    const skipped = result.skipped ? `, ${result.skipped} skipped` : "";
    const counts = ran
      ? `${result.passed} passed, ${result.failed} failed${skipped}`
      : `nothing ran${skipped}${filter ? "" : ": an error"}`;
    console.log(`[${name}] ${counts} in ${duration(performance.now() - begun)}`);
    for (const note of result.notes) console.log(`  ${note}`);
    passed += result.passed;
    failed += result.failed;
    files.push(...(result.files ?? []));
    enough &&= (ran || filter !== undefined) && result.failed === 0;
  }
  if (files.length > 1) console.log(slowest(files));
  console.log(`${passed} passed, ${failed} failed`);
  return enough && passed > 0 ? 0 : 1;
});

/** @param {{ name: string, seconds: number }[]} files */
function slowest(files) {
  const first = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return [
    "The slowest files:",
    ...first.map(({ name, seconds }) => `  ${seconds.toFixed(1)} s  ${name}`),
  ].join("\n");
}

/**
 * The result of a suite that could not be built: one failure. The other suites still run.
 * @param {unknown} error
 * @returns {import("./lib/suites.mjs").Result}
 */
function failedWhole(error) {
  if (!(error instanceof UserError)) throw error;
  return { passed: 0, failed: 1, skipped: 0, notes: [], failures: `${error.details}\n${error.message}` };
}

/** Runs the programs that the page writes. C++ programs need the native library. */
async function runPrograms() {
  await cmakeBuild("native", { define: await setUpCatch2() });
  return runNodeTests("tests/programs");
}

/** @returns {{ names: string[], filter: string | undefined }} the suites, and the text that selects tests */
function readArguments() {
  const usage = `Usage: npm test -- [--quick] [--only ${Object.keys(SUITES).join(",")}] [--fuzz] [--python] [--mutate] [--nightly] [--release] [TEXT]`;
  const options = /** @type {const} */ ({
    quick: { type: "boolean" },
    only: { type: "string" },
    fuzz: { type: "boolean" },
    python: { type: "boolean" },
    mutate: { type: "boolean" },
    nightly: { type: "boolean" },
    release: { type: "boolean" },
  });
  let parsed;
  try {
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UserError(`${/** @type {Error} */ (error).message}. ${usage}`);
  }
  const { values, positionals } = parsed;
  if (positionals.length > 1)
    throw new UserError(`Tests are chosen by one text, not ${positionals.length}. ${usage}`);
  // The tests read these.
  values.nightly ||= values.release;
  if (values.nightly) process.env.HEADSCOPE_NIGHTLY = "1";
  if (values.release) process.env.HEADSCOPE_RELEASE = "1";
  if (values.quick && values.only !== undefined)
    throw new UserError(`--quick and --only both choose the suites: give one of them. ${usage}`);
  const whole = Object.keys(SUITES).filter((name) => !(name in ASKED_FOR_BY));
  const names = values.only?.split(",") ?? (values.quick ? QUICK : whole);
  const unknown = names.find((name) => !Object.hasOwn(SUITES, name));
  if (unknown !== undefined) throw new UserError(`There is no suite "${unknown}". ${usage}`);
  const asked = Object.entries(ASKED_FOR_BY).flatMap(([name, option]) => (values[option] ? [name] : []));
  return { names: [...new Set([...names, ...asked])], filter: positionals[0] };
}

/**
 * Installs and builds everything before the first suite, so that a missing browser stops a long run at its start.
 * @param {string[]} names
 */
async function setUp(names) {
  const needs = new Set(names.flatMap((name) => SUITES[name].needs));
  const isCompiled = compiledFolder() !== null;
  const probes = needs.has("probes") && !isCompiled; // their tests are skipped without
  const core = needs.has("dist") || needs.has("wasm");
  const compiles = needs.has("native") || probes;
  await ensure([
    ...(compiles || (core && !isCompiled) ? BUILD_TOOLS : []),
    ...(compiles ? [CXX_COMPILER] : []),
    ...(probes ? await toolsOfEmscripten() : []),
  ]);
  const [programs, optional] = programsFor(names, needs);
  await prepareToInstall(
    programs,
    optional.flatMap((each) => each.needs),
  );
  // apt and npm mostly wait for the network and the disk. Meanwhile the processors compile the core.
  await waitForAll([ensure(programs), ensurePackages(), core ? buildWasm() : undefined]);
  await waitForAll([installOptional(optional), buildNeeded(needs, probes)]);
}

/** Waits for all works, and then throws the first error, which is thus printed after the progress of all. @param {(Promise<void> | undefined)[]} works */
async function waitForAll(works) {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === "rejected");
  if (failed) throw /** @type {PromiseRejectedResult} */ (failed).reason;
}

/** @param {Set<Need>} needs @param {boolean} probes whether the kernel's probes are needed */
async function buildNeeded(needs, probes) {
  if (needs.has("dist")) {
    // A static import would load the module before ensurePackages() installs the packages that the module imports.
    const { buildAll } = await import("./lib/build.mjs");
    await buildAll();
  } else if (needs.has("wasm")) writeWords();
  if (probes) await buildProbes();
}

/** @typedef {{ needs: import("./lib/needs.mjs").Need[], without: string }} Optional programs, and the consequence if apt cannot install them, as a clause */

/**
 * The programs that the suites run.
 * @param {string[]} names of the suites
 * @param {Set<Need>} needs
 * @returns {[programs: import("./lib/needs.mjs").Need[], optional: Optional[]]}
 */
function programsFor(names, needs) {
  const headless = needs.has("chromium") || needs.has("browsers");
  return [
    [
      ...(needs.has("chromium") ? ONE_BROWSER : []),
      ...(needs.has("browsers") ? BROWSERS : []),
      ...(needs.has("python") ? PYTHON : []),
      ...(needs.has("notebooks") ? NOTEBOOKS : []),
    ],
    [
      ...(headless ? [{ needs: [HEADLESS_CHROMIUM], without: "the tests take longer without it" }] : []),
      ...(needs.has("browsers")
        ? [{ needs: WEBKIT, without: "the smoke test in WebKit is skipped without it" }]
        : []),
      ...(names.includes("consumers")
        ? [{ needs: HOSTS, without: "their tests are skipped without them" }]
        : []),
    ],
  ];
}

/** @param {Optional[]} optional */
async function installOptional(optional) {
  for (const { needs, without } of optional) await ensureIfAptCan(needs, without);
}
