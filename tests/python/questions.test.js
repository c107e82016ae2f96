// The questions as Moodle XML and QTI, read back by Python's XML parser: every question, its right answers, and the reasons of wrong ones.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import { unzipSync } from "fflate";
import { groupsOf } from "../../tools/lib/course-items.mjs";
import { readCourse } from "../../tools/lib/course.mjs";
import { findPython } from "../../tools/lib/needs.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { run } from "../../tools/lib/run.mjs";
import { loadCore } from "../../web/core/index.js";
import { isSameValue, valuesRead } from "../../web/learn/state/answers.js";
import { QUESTIONS } from "../../web/learn/state/quiz.js";
import { isPicked } from "../../web/teach/state/item.js";

/** @import { Item } from "../../web/teach/state/item.js" */

const BUILT = inRoot("build/site/teach");
const folder = mkdtempSync(path.join(tmpdir(), "headscope-questions-"));
after(() => rmSync(folder, { recursive: true }));

const groups = groupsOf(await loadCore(), readCourse(), [0, 1, 2]);
const items = groups.flatMap((group) => group.items);

/** @param {"moodle" | "qti" | "faults"} format @param {string} file @returns {Promise<any>} */
async function read(format, file) {
  const python = /** @type {string} */ (await findPython("numpy"));
  return JSON.parse(await run(python, [inRoot("tests/python/support/read_questions.py"), format, file]));
}

/** Whether a typed answer is right, as the course reads it. @param {Item} item @param {string} text */
const isRight = ({ kind, typed, within }, text) => {
  const [[right], given] = [typed, text].map((each) => valuesRead(kind, each));
  assert.ok(right !== undefined && given.length > 0, `${typed}, ${text}`);
  return given.some((each) => isSameValue(right, each, within));
};

/** @param {string} text */
const trimmed = (text) => text.replaceAll("\u00a0", " ").trim();

test("every question of the course is exported, by chapter", () => {
  const asked = new Set(items.map(({ asks }) => asks));
  assert.ok(items.length > 2 * QUESTIONS.size, `${items.length} variants of ${QUESTIONS.size} questions`);
  assert.ok(asked.size > QUESTIONS.size);
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length, "ids are unique");
  for (const { id } of items) assert.match(id, /^[A-Za-z][\w-]*$/, "ids are XML names");
});

test("Moodle's file has every answer, and gives it the points that the course does", async () => {
  /** @type {any[]} */
  const questions = await read("moodle", path.join(BUILT, "questions-moodle.xml"));
  assert.deepEqual(
    questions.map(({ id }) => id),
    items.map(({ id }) => id),
  );
  assert.deepEqual(
    [...new Set(questions.map(({ category }) => category))],
    groups.map(({ title }) => `$course$/top/Headscope/${title.replaceAll("/", "//")}`),
  );
  for (const [i, { asks, why, type, answers }] of questions.entries()) {
    const item = items[i];
    assert.ok(asks.startsWith(item.asks), item.id);
    assert.equal(why, item.why);
    assert.ok(
      answers.some((/** @type {any} */ { fraction }) => fraction === 100),
      item.id,
    );
    if (isPicked(item)) {
      assert.equal(type, "multichoice");
      assert.deepEqual(
        answers.map((/** @type {any} */ each) => [trimmed(each.plain), each.fraction === 100, each.feedback]),
        item.choices.map((each) => [each.text.trim(), each.right, each.why]),
      );
      continue;
    }
    assert.equal(type, item.kind === "number" ? "numerical" : "shortanswer");
    for (const { text, fraction, tolerance, feedback } of answers) {
      assert.equal(isRight(item, text), fraction === 100, `${item.id}: ${text}`);
      if (item.kind === "number") assert.equal(Number(tolerance), item.within);
      if (fraction < 100) assert.ok(item.wrong.some(({ why: known }) => known === feedback));
    }
  }
});

/** Unpacks the QTI package, with some of its files changed. @param {Record<string, (text: string) => string>} [changes] by name */
function unpacked(changes = {}) {
  const files = unzipSync(readFileSync(path.join(BUILT, "questions-qti.zip")));
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    const text = new TextDecoder().decode(bytes);
    writeFileSync(path.join(folder, name), changes[name]?.(text) ?? text);
  }
}

test("the QTI package is whole, and scores every answer as the course does", async () => {
  unpacked();
  const { resources, tested, items: found } = await read("qti", folder);
  const files = items.map(({ id }) => `items/${id}.xml`);
  assert.deepEqual(tested, files);
  assert.deepEqual(resources, [["test", "test.xml"], ...items.map(({ id }, i) => [id, files[i]])]);
  assert.equal(found.length, items.length);
  for (const { id, asks, correct, base, choices, branches, feedback } of found) {
    assert.equal(new Set(feedback).size, feedback.length, `${id}: feedback has one text`);
    const item = /** @type {Item} */ (items.find((each) => each.id === id));
    assert.ok(asks.includes(item.asks), id);
    if (isPicked(item)) {
      assert.equal(base, "identifier");
      assert.deepEqual(
        Object.values(choices).map(trimmed),
        item.choices.map(({ text }) => text.trim()),
      );
      item.choices.forEach(({ right, why }, i) => {
        const branch = branches.find((/** @type {any} */ { value }) => value === `choice${i}`);
        assert.equal(branch.score, Number(right), `${id}: ${i}`);
        if (!right && why) assert.equal(branch.feedback, `${why} ${item.why}`);
      });
      assert.equal(item.choices[Number(correct.slice("choice".length))].right, true);
      continue;
    }
    assert.equal(base, item.kind === "number" ? "float" : "string");
    assert.equal(isRight(item, correct), true, `${id}: ${correct}`);
    for (const { value, score, tolerance } of branches) {
      assert.equal(isRight(item, value), score === 1, `${id}: ${value}`);
      if (item.kind === "number") assert.equal(tolerance, `${item.within} ${item.within}`);
    }
  }
});

test("every file of the QTI package has the structure of QTI 2.1, and damage to one is found", async () => {
  unpacked();
  assert.deepEqual(await read("faults", folder), {});
  const picked = /** @type {Item} */ (items.find(isPicked));
  const typed = /** @type {Item} */ (items.find(({ kind }) => kind === "number"));
  const fileOf = (/** @type {Item} */ { id }) => `items/${id}.xml`;
  unpacked({
    "imsmanifest.xml": (text) =>
      text.replace(/<dependency identifierref="[^"]+"/, '<dependency identifierref="nobody"'),
    "test.xml": (text) => text.replace(' navigationMode="nonlinear"', ""),
    [fileOf(picked)]: (text) =>
      text
        .replace('identifier="choice1"', 'identifier="choice0"')
        .replace(/<simpleChoice (.*\n)/, "<prompt>Late</prompt>$&"),
    [fileOf(typed)]: (text) =>
      text
        .replace('<variable identifier="RESPONSE"/>', '<variable identifier="ANSWER"/>')
        .replace(/<value>[^<]+/, "<value>many"),
  });
  const found = await read("faults", folder);
  assert.deepEqual(found["imsmanifest.xml"], ["nobody is no resource"]);
  assert.deepEqual(found["test.xml"], ["testPart has no navigationMode"]);
  assert.match(
    found[`${picked.id}.xml`].join(),
    /choiceInteraction has prompt prompt .*choice0 is declared twice/,
  );
  assert.deepEqual(found[`${typed.id}.xml`], ["ANSWER is not declared", "many is no float"]);
  assert.equal(Object.keys(found).length, 4);
});
