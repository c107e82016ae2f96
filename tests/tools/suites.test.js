import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { attempt } from "../../tools/lib/run.mjs";
import { catch2Result, runNodeTests } from "../../tools/lib/suites.mjs";

/** @param {string} counts */
const xml = (counts) =>
  `<Catch2TestRun><OverallResults successes="900"/><OverallResultsCases ${counts}/></Catch2TestRun>`;

test("Catch2's test cases are counted, not its assertions", () => {
  const all = catch2Result(0, "fine", xml('successes="12" failures="0" expectedFailures="1" skips="2"'));
  assert.deepEqual(all, { passed: 13, failed: 0, skipped: 2, notes: [], failures: "" });
  const some = catch2Result(
    1,
    "shape.cpp:3: FAILED",
    xml('successes="3" failures="2" expectedFailures="0" skips="0"'),
  );
  assert.deepEqual([some.passed, some.failed, some.failures], [3, 2, "shape.cpp:3: FAILED"]);
});

test("a test program that crashes has failed, whatever its counts", () => {
  assert.equal(catch2Result(134, "AddressSanitizer: stack-overflow", "<Catch2TestRun>").failed, 1);
  assert.equal(
    catch2Result(1, "leak", xml('successes="3" failures="0" expectedFailures="0" skips="0"')).failed,
    1,
  );
});

test("a test program that ran no test has not passed", () => {
  const result = catch2Result(0, "", xml('successes="0" failures="0" expectedFailures="0" skips="0"'));
  assert.deepEqual([result.passed, result.failed], [0, 0]);
});

/**
 * Runs test files with the runner, in a temporary folder of the checkout.
 * @param {Record<string, string>} files @param {Parameters<typeof runNodeTests>[1]} [options]
 */
async function runFiles(files, options) {
  const folder = mkdtempSync(inRoot("tests/tools/.run-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(path.join(folder, name), `import test, { describe } from "node:test";\n${text}`);
    }
    return await runNodeTests(path.relative(inRoot(), folder), options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("node:test's tests are counted, not its suites; a failure is reported in full", async () => {
  const { passed, failed, skipped, notes, failures, files } = await runFiles({
    "a.test.js": `describe("group", () => { test("in it", () => {}); test.skip("left out", () => {}); });
      test("says", (t) => t.diagnostic("41 KB"));`,
    "b.test.js": `test("wrong", () => { console.log("on the way"); throw new Error("this is why"); });`,
    "helper.js": `test("not a test file", () => { throw new Error("never"); });`,
  });
  assert.deepEqual(
    { passed, failed, skipped, notes },
    { passed: 2, failed: 1, skipped: 1, notes: ["41 KB"] },
  );
  assert.deepEqual(files?.map(({ name }) => path.basename(name)).sort(), ["a.test.js", "b.test.js"]);
  assert.ok(files?.every(({ seconds }) => seconds > 0));
  assert.match(failures, /wrong[\s\S]*b\.test\.js[\s\S]*this is why[\s\S]*on the way/);
  assert.doesNotMatch(failures, /helper/);
});

test("a test file that cannot be loaded counts as failed", async () => {
  const { passed, failed, failures } = await runFiles({ "a.test.js": `import "./missing.js";` });
  assert.deepEqual([passed, failed], [0, 1]);
  assert.match(failures, /missing\.js/);
});

test("only the named files run; a name without a file is a failure", async () => {
  const pass = 'test("one", () => {});';
  const one = await runFiles({ "a.test.js": pass, "b.test.js": "throw 1;" }, { only: ["a.test.js"] });
  assert.deepEqual([one.passed, one.failed], [1, 0]);
  const none = await runFiles({ "a.test.js": pass }, { only: ["gone.test.js"] });
  assert.ok(none.failed > 0);
});

test("files that take long begin first, and a text selects files or tests", async () => {
  const pass = 'test("one", () => {}); test("two", () => {});';
  const files = { "a.test.js": pass, "b.test.js": pass, "c.test.js": pass };
  const order = await runFiles(files, { concurrency: 1, first: ["c.test.js", "b.test.js"] });
  assert.deepEqual(
    order.files?.map(({ name }) => path.basename(name)),
    ["c.test.js", "b.test.js", "a.test.js"],
  );
  await assert.rejects(
    runFiles(files, { first: ["gone.test.js"] }),
    /There is no test file .*gone\.test\.js/,
  );
  const named = await runFiles(files, { name: "b.test", first: ["c.test.js"] });
  assert.deepEqual([named.passed, named.files?.length], [2, 1]);
  assert.equal((await runFiles(files, { name: "two" })).passed, 3);
});

test("a run is either quick or of chosen suites", async () => {
  const { code, output } = await attempt(process.execPath, [
    inRoot("tools/test.mjs"),
    "--quick",
    "--only=core",
  ]);
  assert.equal(code, 1);
  assert.match(output, /--quick and --only both choose the suites: give one of them\. Usage: npm test -- /);
});

test("files without tests, and no files, do not pass", async () => {
  const empty = await runFiles({ "a.test.js": "" });
  assert.deepEqual([empty.passed, empty.failed], [0, 0]);
  const none = await runFiles({});
  assert.deepEqual([none.passed, none.failed], [0, 0]);
});
