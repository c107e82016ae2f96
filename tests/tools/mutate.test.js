import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { MUTANTS, applyMutant, outcomeOf, scriptSuite } from "../../tools/lib/mutate.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";

test("the text that a mutant replaces occurs exactly once in the current sources", () => {
  for (const mutant of MUTANTS) {
    const text = readFileSync(inRoot(mutant.file), "utf8");
    const slip = applyMutant(text, mutant);
    assert.ok(slip !== null && slip !== text, `${mutant.file}: ${mutant.find}`);
    for (const file of mutant.tests ?? []) assert.ok(existsSync(inRoot(file)), file);
  }
});

const tree = mkdtempSync(path.join(tmpdir(), "headscope-mutants-"));
after(() => rmSync(tree, { recursive: true }));

const TEXT = "export const add = (a, b) => a + b;\nexport const twice = (a) => a + a;\n";
mkdirSync(path.join(tree, "tests/page"), { recursive: true });
writeFileSync(path.join(tree, "package.json"), '{ "type": "module" }');
writeFileSync(path.join(tree, "sum.js"), TEXT);
writeFileSync(
  path.join(tree, "tests/page/sum.test.js"),
  `import assert from "node:assert/strict";
   import test from "node:test";
   import { add } from "../../sum.js";
   test("add", () => assert.equal(add(2, 2), 4));`,
);

/** @param {{ find: string, replace: string, file?: string }} change */
async function verdictOf(change) {
  const { verdict } = await outcomeOf({ file: "sum.js", why: "", ...change }, tree, scriptSuite(tree));
  assert.equal(readFileSync(path.join(tree, "sum.js"), "utf8"), TEXT, "it is taken back");
  return verdict;
}

test("a mutant that the tests detect is caught, another survives", async () => {
  assert.equal(await verdictOf({ find: "a + b", replace: "a - b" }), "caught");
  assert.equal(await verdictOf({ find: "a + b", replace: "a * b" }), "survived");
  assert.equal(await verdictOf({ find: "a + a", replace: "a" }), "survived", "nothing tests it");
});

test("a source file without its own test is tested by the whole page suite", async () => {
  writeFileSync(path.join(tree, "other.js"), TEXT);
  const change = { file: "other.js", find: "a + b", replace: "a - b" };
  assert.equal(await verdictOf(change), "survived");
  writeFileSync(
    path.join(tree, "tests/page/z.test.js"),
    'import "../../other.js"; throw new Error("fails");',
  );
  assert.equal(await verdictOf(change), "caught");
});

test("a mutant whose text does not occur exactly once, or that cannot be parsed, is broken and not caught", async () => {
  assert.equal(await verdictOf({ find: "a * b", replace: "a - b" }), "broken", "not there");
  assert.equal(await verdictOf({ find: "export", replace: "" }), "broken", "there twice");
  assert.equal(await verdictOf({ find: "a + b", replace: "a +" }), "broken", "no JavaScript");
  assert.equal(await verdictOf({ file: "gone.js", find: "a", replace: "b" }), "broken", "no such file");
});
