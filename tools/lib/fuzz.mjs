import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { cmakeBuild } from "./cmake.mjs";
import { ensure, onPath } from "./needs.mjs";
import { inRoot } from "./paths.mjs";
import { step } from "./progress.mjs";
import { attempt } from "./run.mjs";

const SECONDS = 60;

/** @type {import("./needs.mjs").Need[]} */
const FUZZING = [
  { name: "clang", apt: "clang", brew: "llvm", found: onPath("clang++") },
  { name: "clang's libFuzzer", apt: "libclang-rt-14-dev", brew: "llvm", found: hasLibFuzzer },
];

async function hasLibFuzzer() {
  const folder = (await attempt("clang++", ["-print-runtime-dir"])).stdout.trim();
  return existsSync(folder) && readdirSync(folder).some((file) => file.includes("clang_rt.fuzzer"));
}

/**
 * Builds the libFuzzer target and runs it for a minute. Keeps interesting inputs in build/fuzz/corpus.
 * @returns {Promise<import("./suites.mjs").Result>}
 */
export async function runFuzzer() {
  await ensure(FUZZING);
  await cmakeBuild("fuzz");
  const corpus = inRoot("build/fuzz/corpus");
  mkdirSync(corpus, { recursive: true });
  const options = [
    `-max_total_time=${SECONDS}`,
    "-max_len=4096",
    `-artifact_prefix=${inRoot("build/fuzz")}/`,
  ];
  const { code, output } = await step(`Fuzzing for ${SECONDS} s`, () =>
    attempt(inRoot("build/fuzz/headscope_fuzz"), [...options, corpus]),
  );
  const runs = /^Done (\d+) runs/m.exec(output)?.[1];
  const ok = code === 0 && runs !== undefined;
  return {
    passed: ok ? 1 : 0,
    failed: ok ? 0 : 1,
    skipped: 0,
    notes: ok ? [`${runs} inputs`] : [],
    failures: ok ? "" : output,
  };
}
