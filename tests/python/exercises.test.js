// The exercises in NumPy and in PyTorch: solutions pass, a check names each likely mistake, and headscope check names those of a whole layer.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import { readCourse } from "../../tools/lib/course.mjs";
import { findPython } from "../../tools/lib/needs.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { run } from "../../tools/lib/run.mjs";
import { headscope } from "../page/support/command.js";
import { cellsIn, cellsOf, exercisesByChapter } from "../../tools/teach/notebook.mjs";

/**
 * @import { Cell, Library } from "../../tools/teach/notebook.mjs"
 *
 * @typedef {{ cell: Cell, checks: string[] }} Wrong  an exercise as it is given, or a mistake, with the checks that refuse it
 */

const all = cellsIn(readFileSync(inRoot("tools/teach/exercises.py"), "utf8"));
const folder = mkdtempSync(path.join(tmpdir(), "headscope-exercises-"));
after(() => rmSync(folder, { recursive: true }));

/** Runs cells in order; a wrong one in a copy of what is defined, with its checks, whose message is printed. Then runs whole programs, each in its folder. */
const RUNNER = `
import json, os, sys, warnings
warnings.simplefilter("ignore")
given = json.load(open(sys.argv[1], encoding="utf-8"))
defined, said = {}, []

def message(cells):
    names = dict(defined)
    try:
        for cell in cells:
            exec(cell, names)
    except AssertionError as error:
        return str(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""

for cell in given["cells"]:
    if isinstance(cell, list):
        said.append(message(cell))
    else:
        exec(cell, defined)
for folder, program in given["programs"].items():
    os.chdir(folder)
    exec(program, {})
print(json.dumps(said))`;

const isSaving = (/** @type {Cell} */ { source }) => source.startsWith("np.savez");

/** The cells of one exercise that a cell belongs to: from its exercise to the next text. @param {readonly Cell[]} cells @param {number} at */
function taskOf(cells, at) {
  const begin = cells.findLastIndex(({ kind }, i) => i <= at && kind === "exercise");
  const end = cells.findIndex(({ kind }, i) => i > at && kind === "markdown");
  return cells.slice(begin, end < 0 ? cells.length : end);
}

/** A program that saves the layer of the exercises with a mistake in place of a solution. @param {readonly Cell[]} cells @param {number} at */
function programWith(cells, at) {
  const [solution] = taskOf(cells, at).filter(({ kind }) => kind === "solution");
  const sources = cells.filter(({ kind }) => kind === "code" || kind === "solution");
  const made = "made = multi_head_attention(x, wQ, wK, wV, wO, heads, True)";
  const saved = cells.filter(isSaving);
  assert.equal(saved.length, 1);
  return [
    ...sources.map((cell) => (cell === solution ? cells[at] : cell).source),
    made,
    saved[0].source,
  ].join("\n\n");
}

for (const library of /** @type {const} */ (["numpy", "torch"]))
  test(`${library}: solutions pass, exercises as given do not, and each likely mistake is named`, async () => {
    const cells = cellsOf(all, library);
    /** @type {Wrong[]} */
    const wrong = [];
    /** @type {(string | string[])[]} */
    const steps = [];
    /** @type {Map<string, string>} folder and the name of its mistake */
    const named = new Map();
    /** @type {Record<string, string>} */
    const programs = {};
    for (const [at, cell] of cells.entries()) {
      if (cell.kind === "exercise" || cell.kind === "mistake") {
        const checks = taskOf(cells, at).filter((each) => each.kind === "check" && !isSaving(each));
        wrong.push({ cell, checks: checks.map(({ source }) => source) });
        steps.push([cell.source, ...checks.map(({ source }) => source)]);
      } else if (cell.kind !== "markdown" && !isSaving(cell)) steps.push(cell.source);
      if (!cell.named) continue;
      const own = path.join(folder, `${library}-${at}`);
      mkdirSync(own);
      named.set(own, cell.named);
      programs[own] = programWith(cells, at);
    }
    const python = /** @type {string} */ (await findPython("numpy", library));
    const input = path.join(folder, `${library}.json`);
    writeFileSync(input, JSON.stringify({ cells: steps, programs }));
    const said = JSON.parse(await run(python, ["-c", RUNNER, input], { what: "a solution fails" }));
    assert.equal(said.length, wrong.length);
    for (const [i, { cell }] of wrong.entries())
      if (cell.kind === "exercise") assert.notEqual(said[i], "", cell.source);
      else assert.ok(said[i].includes(cell.says), `“${said[i]}” of\n${cell.source}`);
    assert.ok(named.size >= 10);
    for (const [own, id] of named) {
      const { status, stdout } = await headscope("check", path.join(own, "mine.npz"), "--json");
      assert.deepEqual([status, JSON.parse(stdout).path?.id], [1, id]);
    }
  });

test("each chapter has one exercise, numbered as the course is, with mistakes unless it asks for words", () => {
  const chapters = readCourse().map(({ name }) => name);
  const titles = [...exercisesByChapter(all)];
  assert.deepEqual(
    titles.map(([name]) => name),
    chapters,
  );
  for (const [at, [name, [title, ...more]]] of titles.entries()) {
    assert.deepEqual(more, [], name);
    assert.ok(title.startsWith(`${at + 1}. `), title);
  }
  const written = titles.filter(([, [title]]) => title.includes("In words: "));
  assert.equal(written.length, 2);
  for (const { source } of all.filter(({ source }) => source.includes(". In words: ")))
    assert.match(source, /<summary>A model answer<\/summary>\n\n.{200}/s);
  for (const library of /** @type {const} */ (["numpy", "torch"])) {
    const cells = cellsOf(all, library);
    const tasks = cells.flatMap(({ kind }, at) => (kind === "exercise" ? [taskOf(cells, at)] : []));
    assert.equal(tasks.length, chapters.length - written.length);
    for (const task of tasks) {
      const count = (/** @type {string} */ kind) => task.filter((cell) => cell.kind === kind).length;
      assert.equal(count("solution"), 1, task[0].source);
      assert.ok(count("mistake") >= 1 && count("check") >= 1, task[0].source);
    }
  }
});
