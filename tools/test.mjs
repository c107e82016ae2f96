// npm test [-- --only core,browser] [--fuzz] [--python] [--mutate]: sets up what testing needs, builds, and runs every suite; if asked to,
// also the fuzzer, the programs that the page hands out, which need PyTorch, and the tests against slips that they have to notice.
import { parseArgs } from "node:util";
import { setUpCatch2 } from "./lib/catch2.mjs";
import { cmakeBuild } from "./lib/cmake.mjs";
import { runFuzzer } from "./lib/fuzz.mjs";
import { runMutants } from "./lib/mutate.mjs";
import { BROWSERS, BUILD_TOOLS, CXX_COMPILER, PYTHON, ensure } from "./lib/needs.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { buildProbes } from "./lib/probe.mjs";
import { duration } from "./lib/progress.mjs";
import { runCatch2, runNodeTests } from "./lib/suites.mjs";
import { runTidy } from "./lib/tidy.mjs";
import { runMain, Trouble } from "./lib/trouble.mjs";

/** @typedef {{ native: boolean, run: () => Promise<import("./lib/suites.mjs").Result> }} Suite */

/** @type {Record<string, Suite>} in the order in which they run */
const SUITES = {
  tools: { native: false, run: () => runNodeTests("tests/tools") },
  native: { native: true, run: async () => runCatch2("native", await setUpCatch2()) },
  tidy: { native: true, run: async () => runTidy(await setUpCatch2()) },
  "native-asan": { native: true, run: async () => runCatch2("native-asan", await setUpCatch2()) },
  core: { native: false, run: () => runNodeTests("tests/core") },
  page: { native: false, run: () => runNodeTests("tests/page") },
  consumers: { native: false, run: () => runNodeTests("tests/consumers") },
  browser: { native: false, run: () => runNodeTests("tests/browser") },
  fuzz: { native: true, run: runFuzzer },
  programs: { native: true, run: runPrograms },
  mutate: { native: true, run: runMutants },
};

/** The option that asks for a suite which does not run otherwise. */
const ASKED_FOR_BY = /** @type {const} */ ({ fuzz: "fuzz", programs: "python", mutate: "mutate" });

await runMain(async () => {
  const names = chosenSuites();
  await setUp(names);
  let passed = 0;
  let failed = 0;
  let enough = true;
  for (const name of names) {
    const begun = performance.now();
    const result = await SUITES[name].run().catch(failedWhole);
    const ran = result.passed + result.failed > 0;
    if (result.failures) console.log(`\n${result.failures.trimEnd()}\n`);
    const skipped = result.skipped ? `, ${result.skipped} skipped` : "";
    const counts = ran
      ? `${result.passed} passed, ${result.failed} failed${skipped}`
      : `nothing ran${skipped}: an error`;
    console.log(`[${name}] ${counts} in ${duration(performance.now() - begun)}`);
    for (const note of result.notes) console.log(`  ${note}`);
    passed += result.passed;
    failed += result.failed;
    enough &&= ran && result.failed === 0;
  }
  console.log(`${passed} passed, ${failed} failed`);
  return enough ? 0 : 1;
});

/**
 * A suite that could not even run, because it did not build: one failure, and the others still run.
 * @param {unknown} error
 * @returns {import("./lib/suites.mjs").Result}
 */
function failedWhole(error) {
  if (!(error instanceof Trouble)) throw error;
  return { passed: 0, failed: 1, skipped: 0, notes: [], failures: `${error.details}\n${error.message}` };
}

/** The C++ programs are built against the native library. */
async function runPrograms() {
  await cmakeBuild("native", { define: await setUpCatch2() });
  return runNodeTests("tests/programs");
}

/** @returns {string[]} */
function chosenSuites() {
  const usage = `Usage: npm test -- [--only ${Object.keys(SUITES).join(",")}] [--fuzz] [--python] [--mutate]`;
  const options = /** @type {const} */ ({
    only: { type: "string" },
    fuzz: { type: "boolean" },
    python: { type: "boolean" },
    mutate: { type: "boolean" },
  });
  let values;
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    throw new Trouble(`${/** @type {Error} */ (error).message}. ${usage}`);
  }
  const names = values.only?.split(",") ?? Object.keys(SUITES).filter((name) => !(name in ASKED_FOR_BY));
  const unknown = names.find((name) => !Object.hasOwn(SUITES, name));
  if (unknown !== undefined) throw new Trouble(`There is no suite "${unknown}". ${usage}`);
  const asked = Object.entries(ASKED_FOR_BY).flatMap(([name, option]) => (values[option] ? [name] : []));
  return [...new Set([...names, ...asked])];
}

/**
 * Installs and builds what these suites need, all of it first: a long wait should not end in a missing browser.
 * @param {string[]} names
 */
async function setUp(names) {
  const built = names.some((name) =>
    ["core", "page", "consumers", "browser", "programs", "mutate"].includes(name),
  );
  const probed = names.some((name) => ["core", "browser"].includes(name));
  const native = probed || names.some((name) => SUITES[name].native);
  await ensure([
    ...(native || built ? BUILD_TOOLS : []),
    ...(native ? [CXX_COMPILER] : []),
    ...(names.includes("browser") ? BROWSERS : []),
    ...(names.includes("programs") ? PYTHON : []),
  ]);
  await ensurePackages();
  if (!built) return;
  // Only now: it imports packages that may have been missing until here.
  const { buildAll } = await import("./lib/build.mjs");
  await buildAll();
  if (probed) await buildProbes();
}
