// Exercises, solutions and grading: the notebooks run, the checks fail without a solution, and the guide's script grades files.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import { findPython } from "../../tools/lib/needs.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { run } from "../../tools/lib/run.mjs";
import { snippetsOf } from "../consumers/support/snippets.js";

const folder = mkdtempSync(path.join(tmpdir(), "headscope-teaching-"));
after(() => rmSync(folder, { recursive: true }));

/** Cells of a notebook after its execution. @type {Record<string, any[]>} */
const executed = {};
/** @type {string} */
let python;

before(async () => {
  python = /** @type {string} */ (await findPython("numpy", "nbconvert"));
  const env = Object.fromEntries(
    ["JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"].map((name) => [
      name,
      folder,
    ]),
  );
  const execute = async (/** @type {string} */ name, /** @type {readonly string[]} */ how) => {
    const file = path.join(folder, `${name}.ipynb`);
    copyFileSync(inRoot(`build/site/teach/${name}.ipynb`), file);
    const given = ["-m", "nbconvert", "--execute", "--to=notebook", "--inplace", ...how, file];
    await run(python, given, { cwd: folder, env, what: `${name}.ipynb does not run` });
    executed[name] = JSON.parse(readFileSync(file, "utf8")).cells;
  };
  await Promise.all([execute("exercises", ["--allow-errors"]), execute("solutions", [])]);
});

/** Cells with a tag. @param {string} name @param {string} tag */
const tagged = (name, tag) => executed[name].filter(({ metadata }) => metadata.tags?.includes(tag));

/** @param {any} cell */
const fails = ({ outputs }) => outputs.some((/** @type {any} */ { output_type }) => output_type === "error");

test("the solutions run, and pass every check", () => {
  assert.equal(tagged("solutions", "exercise").length, 0);
  assert.ok(tagged("solutions", "solution").length >= 20);
  assert.deepEqual(
    executed.solutions.filter((cell) => cell.cell_type === "code" && fails(cell)),
    [],
  );
});

test("the exercises hold no solution, and without one every check fails", () => {
  assert.equal(tagged("exercises", "solution").length, 0);
  assert.equal(tagged("exercises", "exercise").length, tagged("solutions", "solution").length);
  assert.ok(tagged("exercises", "exercise").every((cell) => !fails(cell)));
  for (const cell of tagged("exercises", "check")) assert.ok(fails(cell), [cell.source].flat().join(""));
});

test("the guide's script grades hand-ins: right ones, known mistakes, other inputs, and files that are none", async () => {
  const handedIn = path.join(folder, "handed-in");
  mkdirSync(handedIn);
  mkdirSync(path.join(folder, "node_modules/.bin"), { recursive: true });
  const command = `#!/bin/sh\nexec "${process.execPath}" "${inRoot("dist/node/headscope.js")}" "$@"\n`;
  writeFileSync(path.join(folder, "node_modules/.bin/headscope"), command, { mode: 0o755 });
  const [script] = snippetsOf("docs/guide/teaching.md").filter(({ lang }) => lang === "python");
  writeFileSync(path.join(folder, "grade.py"), script.text);
  const students = `
import numpy as np
mine = dict(np.load("mine.npz"))
save = lambda name, **changed: np.savez(f"handed-in/{name}.npz", **{**mine, **changed})
save("ann")
width = mine["q"].shape[-1] // mine["num_heads"]
scores = mine["scores"] * np.sqrt(width)
weights = np.exp(scores - scores.max(-1, keepdims=True)) * np.tril(np.ones(scores.shape[-2:]))
weights /= weights.sum(-1, keepdims=True)
save("ben", scores=scores, attention=weights)
save("cem", x=mine["x"] + 1)
np.savez("handed-in/dan.npz", **{name: mine[name] for name in mine if name != "output"})
open("handed-in/eva.npz", "w").write("no archive")`;
  await run(python, ["-c", students], { cwd: folder });
  const table = await run(python, ["grade.py", "mine.npz", "handed-in"], { cwd: folder });
  const rows = table.trim().split(/\r?\n/);
  assert.equal(rows.length, 6);
  assert.deepEqual(rows.slice(0, 2), ["file,points,of,reason", "ann,6,6,"]);
  assert.match(rows[2], /^ben,4,6,attention: no_scale$/);
  assert.match(rows[3], /^cem,0,6,differs from the given layer: x$/);
  assert.match(rows[4], /^dan,5,6,"?output: differs, or is missing"?$/);
  assert.match(rows[5], /^eva,0,6,.*cannot be read/);
});
