// The exercises “find the mistake”: PyTorch runs each program, and headscope check names its mistake; with the right line, all arrays agree.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { findPython } from "../../tools/lib/needs.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { attempt, run } from "../../tools/lib/run.mjs";
import { headscope } from "../page/support/command.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { MISTAKES, exerciseOf, mistakeFiles, mistakeSolutions } from "../../tools/teach/mistakes.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "headscope-mistakes-"));
after(() => rmSync(folder, { recursive: true }));

/** Runs each program in its own folder, in one Python. */
const RUNNER = `
import os, sys
for folder in sys.argv[1:]:
    os.chdir(folder)
    exec(compile(open("program.py", encoding="utf-8").read(), folder, "exec"), {})`;

/** The folder of a program. @param {string} id @param {boolean} isWrong */
const folderOf = (id, isWrong) => path.join(folder, `${id}-${isWrong ? "wrong" : "right"}`);

/** The mistakes whose right line is tried. */
const MENDED = IS_NIGHTLY ? MISTAKES : MISTAKES.filter((_, at) => at % 4 === 0);

before(async () => {
  const folders = MISTAKES.flatMap((bug, at) =>
    (MENDED.includes(bug) ? [true, false] : [true]).map((isWrong) => {
      const own = folderOf(bug.id, isWrong);
      mkdirSync(own);
      writeFileSync(path.join(own, "program.py"), exerciseOf(bug, at, isWrong));
      return own;
    }),
  );
  const python = /** @type {string} */ (await findPython("numpy", "torch"));
  await run(python, ["-c", RUNNER, ...folders], { what: "an exercise does not run" });
});

/** What the command finds in a program's file. @param {string} id @param {boolean} isWrong */
async function checked(id, isWrong) {
  const { status, stdout } = await headscope("check", path.join(folderOf(id, isWrong), "mine.npz"), "--json");
  return { code: status, ...JSON.parse(stdout) };
}

for (const { id, of = [], value } of MISTAKES)
  test(`${id}: the command names the mistake`, async () => {
    const { code, path } = await checked(id, true);
    assert.deepEqual([code, path.id, path.of, path.value, path.also], [1, id, of, value, []]);
  });

test("the built command names a mistake, too", async () => {
  const [{ id }] = MISTAKES;
  const built = [
    inRoot("dist/node/headscope.js"),
    "check",
    path.join(folderOf(id, true), "mine.npz"),
    "--json",
  ];
  const { code, output } = await attempt(process.execPath, built);
  assert.deepEqual([code, JSON.parse(output).path?.id], [1, id]);
});

for (const { id } of MENDED)
  test(`${id}: with the right line, all arrays agree`, async () => {
    const { code, parts, path } = await checked(id, false);
    assert.deepEqual([code, parts, path], [0, null, null]);
  });

test("the page's files are the programs, whose names do not tell the mistake, and their solutions", () => {
  const zip = unzipSync(readFileSync(inRoot("build/site/teach/mistakes.zip")));
  const files = Object.fromEntries(Object.entries(zip).map(([name, bytes]) => [name, strFromU8(bytes)]));
  assert.deepEqual(files, mistakeFiles());
  assert.equal(Object.keys(files).length, MISTAKES.length);
  for (const [name, text] of Object.entries(files)) {
    assert.match(name, /^mistake-\d\d\.py$/);
    assert.ok(!MISTAKES.some(({ id }) => text.includes(id)), name);
  }
  const solutions = readFileSync(inRoot("build/site/teach/mistakes.csv"), "utf8");
  assert.equal(solutions, mistakeSolutions());
  for (const [at, { id }] of MISTAKES.entries())
    assert.ok(solutions.includes(`\r\n"mistake-${String(at + 1).padStart(2, "0")}.py","${id}","`));
});
