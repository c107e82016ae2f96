import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DRAW } from "../../tests/mutants/draw.js";
import { NATIVE } from "../../tests/mutants/native.js";
import { STATE } from "../../tests/mutants/state.js";
import { setUpCatch2 } from "./catch2.mjs";
import { findEigen } from "./cmake.mjs";
import { inRoot } from "./paths.mjs";
import { duration, step } from "./progress.mjs";
import { attempt, run } from "./run.mjs";
import { filesBelow } from "./stamp.mjs";
import { UserError } from "./user-error.mjs";

/**
 * @typedef {object} Mutant an error in the code that the tests must detect
 * @property {string} file path from the checkout's root; for src/ the native tests must fail
 * @property {string} find text that occurs exactly once in the file
 * @property {string} replace replacement
 * @property {string[]} [tests] for web/: test files of which one must fail; defaults to the file's own test, or all tests of the page
 * @property {string} why the effect of the error
 *
 * @typedef {object} Suite
 * @property {(mutant: Mutant) => Promise<Ended>} build
 * @property {(mutants: Mutant[]) => Promise<Ended>} test runs the tests that must detect mutants of this kind
 *
 * @typedef {{ code: number, output: string }} Ended result of a command
 * @typedef {{ verdict: "caught" | "survived" | "broken", details: string }} Outcome
 */

export const MUTANTS = /** @type {Mutant[]} */ ([...NATIVE, ...STATE, ...DRAW]);

const ENOUGH = 0.95; // share of mutants that must be caught
const LIMIT_MS = 120_000; // a test that takes longer counts as failed

/** Contents of the copy. Mutants are applied to the copy, never to the checkout. */
const COPIED = [
  ...["CMakeLists.txt", "CMakePresets.json", "package.json", "cmake", "src", "tests", "web"],
  ...["build/wasm/headscope.mjs", "build/wasm/inline.js", "build/words"],
];

/**
 * Applies one mutant after another to a copy of the checkout, and checks that a test fails.
 * @returns {Promise<import("./suites.mjs").Result>}
 */
export async function runMutants() {
  const tree = inRoot("build/mutants/tree");
  copyInto(tree);
  const [native, script] = [await nativeSuite(tree, inRoot("build/mutants/native")), scriptSuite(tree)];
  await step("Running the mutants' tests without any", async () => {
    for (const suite of [native, script]) await checkPasses(suite);
  });
  const count = { caught: 0, survived: 0, broken: 0 };
  /** @type {string[]} */
  const notes = [];
  let failures = "";
  await step("Running the mutants", async (note) => {
    for (const mutant of MUTANTS) {
      note(`${notes.length} of ${MUTANTS.length}, ${count.caught} caught`);
      const begun = performance.now();
      const { verdict, details } = await outcomeOf(mutant, tree, isNative(mutant) ? native : script);
      const told = `${mutant.file}: ${mutant.why}`;
      count[verdict]++;
      notes.push(`${verdict.padEnd(8)} ${told} (${duration(performance.now() - begun)})`);
      if (verdict !== "caught") failures += `✗ ${verdict}: ${told}\n${change(mutant)}\n${details}\n`;
    }
  });
  const share = count.caught / MUTANTS.length;
  notes.push(`${count.caught} of ${MUTANTS.length} caught, ${(100 * share).toFixed(1)} %`);
  const passes = count.broken === 0 && share >= ENOUGH;
  const others = MUTANTS.length - count.caught; // the limit allows some to survive
  return {
    passed: count.caught,
    failed: passes ? 0 : others,
    skipped: passes ? others : 0,
    notes,
    failures,
  };
}

/** @param {Mutant} mutant */
const isNative = ({ file }) => file.startsWith("src/");

/** @param {Mutant} mutant */
const change = ({ find, replace }) => `${find.replace(/^/gm, "  - ")}\n${replace.replace(/^/gm, "  + ")}`;

/**
 * The mutated text of a file; null if the text to replace does not occur exactly once.
 * @param {string} text @param {Mutant} mutant
 */
export function applyMutant(text, { find, replace }) {
  const parts = text.split(find);
  return parts.length === 2 ? parts.join(replace) : null;
}

/**
 * @param {Mutant} mutant
 * @param {string} tree the copy in which the mutant is applied and reverted
 * @param {Suite} suite
 * @returns {Promise<Outcome>}
 */
export async function outcomeOf(mutant, tree, suite) {
  const file = path.join(tree, mutant.file);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const slip = applyMutant(text, mutant);
  if (slip === null)
    return { verdict: "broken", details: "What it replaces does not stand there exactly once." };
  writeFileSync(file, slip);
  try {
    const built = await suite.build(mutant);
    if (built.code !== 0) return { verdict: "broken", details: built.output };
    const { code } = await suite.test([mutant]);
    return { verdict: code === 0 ? "survived" : "caught", details: "" };
  } finally {
    writeFileSync(file, text);
  }
}

/** Checks that the tests pass without a mutant, because otherwise their failure would show nothing. @param {Suite} suite */
async function checkPasses(suite) {
  const { code, output } = await suite.test(MUTANTS.filter((mutant) => !isNative(mutant)));
  if (code !== 0) throw new UserError("The mutants' tests fail without any mutant.", { details: output });
}

/** Copies only files that differ, so that build outputs stay valid. @param {string} tree */
function copyInto(tree) {
  const names = COPIED.flatMap((name) => filesBelow(inRoot(name))).map((file) =>
    path.relative(inRoot(), file),
  );
  const ours = new Set(names.filter((name) => !name.includes("node_modules")));
  for (const old of filesBelow(tree)) if (!ours.has(path.relative(tree, old))) rmSync(old);
  for (const name of ours) {
    const [file, copy] = [inRoot(name), path.join(tree, name)];
    if (existsSync(copy) && readFileSync(copy).equals(readFileSync(file))) continue;
    mkdirSync(path.dirname(copy), { recursive: true });
    copyFileSync(file, copy);
  }
}

/**
 * The native tests, built like the preset "native" but fast to compile, and without errors for warnings, because a mutant can leave a variable
 * unused.
 * @param {string} tree
 * @param {string} folder build folder
 * @returns {Promise<Suite>}
 */
async function nativeSuite(tree, folder) {
  const define = { Eigen3_DIR: findEigen() ?? "", ...(await setUpCatch2()), CMAKE_CXX_FLAGS: "-O1" };
  const definitions = Object.entries(define).map(([key, value]) => `-D${key}=${value}`);
  const build = ["--build", folder, "--target", "headscope_tests"];
  await step("Building what the mutants are tested by", async () => {
    await run("cmake", ["-G", "Ninja", "-S", tree, "-B", folder, ...definitions]);
    await run("cmake", build, { what: "The copy did not build" });
  });
  const tests = path.join(folder, "headscope_tests");
  return {
    build: () => attempt("cmake", build),
    test: () => attempt(tests, ["~[large]", "--abort"], { limit: LIMIT_MS }),
  };
}

/** @param {string} tree @returns {Suite} */
export const scriptSuite = (tree) => ({
  build: ({ file }) => attempt(process.execPath, ["--check", file], { cwd: tree }),
  test: (mutants) => {
    const files = new Set(mutants.flatMap((mutant) => testsOf(mutant, tree)));
    const args = ["--test", `--test-timeout=${LIMIT_MS}`, ...files];
    // Otherwise a node:test inside another would report to the outer one.
    return attempt(process.execPath, args, { cwd: tree, env: { NODE_TEST_CONTEXT: undefined } });
  },
});

/** @param {Mutant} mutant @param {string} tree */
function testsOf({ file, tests }, tree) {
  if (tests) return tests;
  const own = `tests/page/${path.basename(file, ".js")}.test.js`;
  const all = () => filesBelow(path.join(tree, "tests/page")).filter((name) => name.endsWith(".test.js"));
  return existsSync(path.join(tree, own)) ? [own] : all().map((name) => path.relative(tree, name));
}
