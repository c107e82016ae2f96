import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { cmakeBuild } from "./cmake.mjs";
import { ensure, onPath } from "./needs.mjs";
import { inRoot } from "./paths.mjs";
import { step } from "./progress.mjs";
import { attempt } from "./run.mjs";
import { addResults } from "./suites.mjs";

const SECONDS = 60;
const CHECKPOINTS = 1_000_000;

/** @type {import("./needs.mjs").Need[]} */
const FUZZING = [
  { name: "clang", apt: "clang", brew: "llvm", found: onPath("clang++") },
  { name: "clang's libFuzzer", apt: "libclang-rt-14-dev", brew: "llvm", found: hasLibFuzzer },
];

async function hasLibFuzzer() {
  const folder = (await attempt("clang++", ["-print-runtime-dir"])).stdout.trim();
  return existsSync(folder) && readdirSync(folder).some((file) => file.includes("clang_rt.fuzzer"));
}

/** Fuzzes the core and the readers of checkpoints. @returns {Promise<import("./suites.mjs").Result>} */
export const runFuzzer = async () => addResults(await fuzzCore(), await fuzzCheckpoints());

/** Reads a million damaged checkpoints, a share on each processor. @returns {Promise<import("./suites.mjs").Result>} */
async function fuzzCheckpoints() {
  const shares = availableParallelism();
  const bound = (/** @type {number} */ share) => Math.floor((share * CHECKPOINTS) / shares);
  const results = await step(`Opening ${CHECKPOINTS} checkpoints with mistakes`, () =>
    Promise.all(
      Array.from({ length: shares }, (_, share) =>
        attempt(process.execPath, ["--test", inRoot("tests/page/models-mutated.test.js")], {
          env: { NODE_TEST_CONTEXT: undefined, HEADSCOPE_MUTATED: `${bound(share)} ${bound(share + 1)}` },
        }),
      ),
    ),
  );
  const failures = results.filter(({ code }) => code !== 0).map(({ output }) => output);
  const ok = !failures.length;
  const counts = { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  return { ...counts, notes: [], failures: failures.join("\n") };
}

/**
 * Builds the libFuzzer targets and runs each for a minute. Keeps interesting inputs in build/fuzz/corpus.
 * @returns {Promise<import("./suites.mjs").Result>}
 */
async function fuzzCore() {
  await ensure(FUZZING);
  await cmakeBuild("fuzz");
  return addResults(await fuzzTarget("attention"), await fuzzTarget("operations"));
}

/** @param {string} target as in CMakeLists.txt @returns {Promise<import("./suites.mjs").Result>} */
async function fuzzTarget(target) {
  const corpus = inRoot(`build/fuzz/corpus/${target}`);
  mkdirSync(corpus, { recursive: true });
  const options = [
    `-max_total_time=${SECONDS}`,
    "-max_len=4096",
    `-artifact_prefix=${inRoot("build/fuzz")}/`,
  ];
  const { code, output } = await step(`Fuzzing ${target} for ${SECONDS} s`, () =>
    attempt(inRoot(`build/fuzz/headscope_fuzz_${target}`), [...options, corpus]),
  );
  const runs = /^Done (\d+) runs/m.exec(output)?.[1];
  const ok = code === 0 && runs !== undefined;
  return {
    passed: ok ? 1 : 0,
    failed: ok ? 0 : 1,
    skipped: 0,
    notes: ok ? [`${runs} inputs of ${target}`] : [],
    failures: ok ? "" : output,
  };
}
