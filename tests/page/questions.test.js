// Every question for four sentences, compared with answers from plain PyTorch (fixtures/questions.py), which shares no code with ours.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { valuesRead } from "../../web/learn/state/answers.js";
import { QUESTIONS, judgeAnswer, askQuestion } from "../../web/learn/state/quiz.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { locales } from "./support/translations.js";
import { QUESTION_WORDS } from "../../web/learn/words/index.js";
import { sample } from "../browser/support/nightly.js";
import { TURNS } from "../fixtures/questions.mjs";
import { pictureOf } from "./support/pictures.js";

/** @typedef {import("../../web/learn/state/quiz.js").Put} Put */

const core = await loadCore();
/** @type {{ sentence: string, answers: Record<string, any> }[]} */
const FOUND = JSON.parse(readFileSync(new URL("../fixtures/questions.json", import.meta.url), "utf8"));

/** Tolerance for the rounding of two libraries, for numbers that are not counts. */
const NEAR = 2e-3;

/** @param {any} a @param {any} b @returns {boolean} */
const agree = (a, b) =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((each, i) => agree(each, b[i]))
    : typeof a === "number" && typeof b === "number" && !Number.isInteger(b)
      ? Math.abs(a - b) <= Math.max(NEAR, 0.02 * Math.abs(b))
      : a === b;

/** @param {string} sentence @param {(it: Put, key: string) => void} visit @param {import("../../web/kit/text/words.js").Localized} [speaker] */
function everyQuestion(sentence, visit, speaker) {
  const put = speaker ? questionsPut(sentence, speaker) : (inEnglish.get(sentence) ?? questionsPut(sentence));
  if (!speaker) inEnglish.set(sentence, put);
  for (const [key, it] of put) visit(it, key);
  return put.length;
}

/** Questions that several tests read, by sentence. @type {Map<string, [key: string, Put][]>} */
const inEnglish = new Map();

/** @param {string} sentence @param {import("../../web/kit/text/words.js").Localized} [speaker] @returns {[key: string, Put][]} */
function questionsPut(sentence, speaker) {
  const picture = pictureOf({ tokens: tokenize(sentence) });
  const put = [...QUESTIONS.values()].flatMap((question) =>
    TURNS.flatMap((turn) => {
      const it = askQuestion(question, turn, picture, core, speaker);
      return it ? [/** @type {[string, Put]} */ ([`${question.id} ${turn}`, it])] : [];
    }),
  );
  picture.dispose();
  return put;
}

for (const { sentence, answers } of FOUND)
  test(`torch has the same answers: ${sentence}`, () => {
    const asked = everyQuestion(sentence, (it, key) => {
      assert.ok(key in answers, `${key} is asked, and the fixture has no answer: write it anew`);
      assert.ok(
        agree(it.facts.answer, answers[key]),
        `${key}: ${JSON.stringify(it.facts.answer)}, torch ${JSON.stringify(answers[key])}`,
      );
    });
    assert.equal(asked, Object.keys(answers).length);
    assert.ok(asked > 0.9 * TURNS.length * QUESTIONS.size, `only ${asked} could be asked`);
    const never = [...QUESTIONS.keys()].filter((id) => !TURNS.some((turn) => `${id} ${turn}` in answers));
    assert.deepEqual(never, [], "each is asked of this sentence, and answered by torch");
  });

for (const { lang, locale } of locales)
  test(`${lang}: translated questions have as many choices, the same right answer, and words of the language`, () => {
    /** @type {Map<string, Put>} */
    const english = new Map();
    everyQuestion(FOUND[0].sentence, (it, key) => english.set(key, it));
    everyQuestion(
      FOUND[0].sentence,
      (it, key) => {
        const model = /** @type {Put} */ (english.get(key));
        assert.equal(
          it.choices.length,
          model.choices.length,
          `${key}: ${it.choices.map(({ text }) => text)}`,
        );
        assert.deepEqual(it.facts.answer, model.facts.answer, key);
        if (it.lang === "en") return; // waits for its translation
        assert.match(it.lang, new RegExp(`^${lang}\\b`));
        assert.notEqual(it.asks, model.asks, key);
      },
      { locale },
    );
  });

test("each written answer counts as correct, and each misconception gets its own explanation", () => {
  for (const { sentence } of FOUND)
    everyQuestion(sentence, (it, key) => {
      const { kind } = it.question;
      if (kind === "line") {
        assert.deepEqual(judgeAnswer(it, String(it.facts.answer)), { right: true, why: null }, key);
        const other = it.facts.lines?.findIndex(
          (_, i) => i !== it.facts.answer && !it.facts.also?.includes(i),
        );
        assert.deepEqual(judgeAnswer(it, String(other)), { right: false, why: null }, key);
        return;
      }
      const typed = (/** @type {any} */ value) =>
        kind === "choice"
          ? String(it.choices.findIndex((choice) => JSON.stringify(choice.value) === JSON.stringify(value)))
          : String(value);
      assert.deepEqual(
        judgeAnswer(it, typed(it.facts.answer)),
        { right: true, why: null },
        `${key}: ${it.answer}`,
      );
      if (kind === "choice") assert.ok(it.choices.length >= 2, `${key} has ${it.choices.length} choices`);
      for (const [name, value] of Object.entries(it.facts.wrong)) {
        const verdict = judgeAnswer(it, typed(value));
        if ("unread" in verdict || verdict.right) continue; // the misconception gives the same number as another one here
        assert.equal(typeof verdict.why, "string", `${key} ${name}`);
      }
    });
});

test("every question has words, every misconception an explanation, and all blanks are filled", () => {
  assert.deepEqual(Object.keys(QUESTION_WORDS).sort(), [...QUESTIONS.keys()].sort());
  everyQuestion(FOUND[0].sentence, (it, key) => {
    const { wrong } = QUESTION_WORDS[it.question.id];
    for (const name of Object.keys(it.facts.wrong)) assert.ok(wrong[name], `${key} says nothing of ${name}`);
    const said = [it.asks, it.why, it.answer, ...it.choices.map(({ text }) => text)];
    for (const name of Object.keys(it.facts.wrong)) said.push(wrong[name](it.facts.given));
    const isOfNaN = ["all_blocked", "line_mask"].includes(it.question.id);
    for (const text of said)
      assert.doesNotMatch(isOfNaN ? text.replace("NaN", "") : text, /undefined|NaN|\[object|null|\$\{/, key);
    for (const text of said.slice(0, 2)) assert.match(text, /^[^a-z]|^[a-z_0-9]+[ =.]|^x |^dW_/, key);
  });
});

test("there are at least 60 questions, five of them about code", () => {
  const all = [...QUESTIONS.values()];
  assert.ok(all.length >= 60, `${all.length}`);
  assert.ok(all.filter(({ kind }) => kind === "line").length >= 5);
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
});

test("the course asks every question once", () => {
  const folder = new URL("../../web/site/learn/", import.meta.url);
  const asked = readdirSync(folder)
    .filter((name) => name.endsWith(".html"))
    .flatMap((name) =>
      Array.from(readFileSync(new URL(name, folder), "utf8").matchAll(/ question="(\w+)"/g), ([, id]) => id),
    );
  assert.deepEqual(asked.sort(), [...QUESTIONS.keys()].sort());
});

test("a question that does not fit the figure is left out", () => {
  const changes = [
    { tokens: ["one"] },
    { heads: 1 },
    { kvHeads: 2 },
    { kvHeads: 1, causal: true },
    { tokens: ["a", "b"], keyTokens: ["c", "d", "e"] },
    { dModel: 8, heads: 8 },
    { weights: /** @type {const} */ ("random"), dModel: 48, heads: 3 },
  ];
  for (const [i, change] of changes.entries()) {
    const picture = pictureOf(change);
    let asked = 0;
    for (const question of QUESTIONS.values())
      for (const turn of sample([0, 3], i % 2))
        asked += Number(askQuestion(question, turn, picture, core) !== null);
    assert.ok(asked > 20, `${JSON.stringify(change)}: ${asked}`);
  }
});

test("a number is right in the spelling of every country: 0.125 or 0,125; 1536, 1,536, 1.536, 1 536 or 1'536", () => {
  let decimals = 0;
  let thousands = 0;
  for (const { sentence } of FOUND)
    everyQuestion(sentence, (it, key) => {
      if (it.question.kind !== "number") return;
      const answer = /** @type {number} */ (it.facts.answer);
      const digits = Number.isInteger(answer) ? [] : [1, 2, 3, 4, 5, 6].map((count) => answer.toFixed(count));
      for (const text of digits)
        assert.deepEqual(
          /** @type {any} */ (judgeAnswer(it, text.replace(".", ","))).right,
          /** @type {any} */ (judgeAnswer(it, text)).right,
          `${key}: ${text} with a comma`,
        );
      const grouped = Number.isInteger(answer) && answer >= 1000 ? answer.toLocaleString("en-US") : "";
      for (const separator of grouped ? [",", ".", " ", "\u202f", "'", "’"] : [])
        assert.deepEqual(
          judgeAnswer(it, grouped.replaceAll(",", separator)),
          { right: true, why: null },
          key,
        );
      decimals += digits.length;
      thousands += Number(grouped !== "");
    });
  assert.ok(decimals > 100 && thousands > 10, `${decimals} spellings of decimals, ${thousands} of thousands`);
});

test("a text may mean several numbers; a wrong answer says which were read", () => {
  for (const [text, ...numbers] of /** @type {[string, ...number[]][]} */ ([
    ["0.125", 0.125],
    ["0,125", 0.125],
    [",125", 0.125],
    ["-0,125", -0.125],
    ["1,536", 1536, 1.536],
    ["1.536", 1.536, 1536],
    ["1,5", 1.5],
    ["1,5361", 1.5361],
    ["1,536.5", 1536.5],
    ["1.536,5", 1536.5],
    ["1,234,567", 1234567],
    ["1.234.567", 1234567],
    ["1234,567", 1234.567],
    ["1 234,5", 1234.5],
    ["1 234 567", 1234567],
    ["1,5e3", 1500],
    ["1,5/2", 0.75],
    ["ln 2,5", Math.log(2.5)],
    ["1,23,4"],
    ["1.2.3"],
    ["1 23"],
    ["."],
    [","],
    ["1/0"],
    ["1e999"],
  ]))
    assert.deepEqual(valuesRead("number", text), numbers, text);
  const picture = pictureOf();
  const it = /** @type {Put} */ (
    askQuestion(/** @type {any} */ (QUESTIONS.get("even_row")), 0, picture, core)
  );
  assert.deepEqual(judgeAnswer(it, "7,125"), { right: false, why: null, read: [7125, 7.125] });
  assert.deepEqual(judgeAnswer(it, "7,1"), { right: false, why: null, read: [7.1] });
  assert.deepEqual(judgeAnswer(it, "7.1"), { right: false, why: null });
});

test("typed answers are accepted in all usual forms", () => {
  const picture = pictureOf();
  const of = (/** @type {string} */ id) =>
    /** @type {Put} */ (askQuestion(/** @type {any} */ (QUESTIONS.get(id)), 0, picture, core));
  const right = { right: true, why: null };
  for (const text of ["464", " 464 ", "464.0", "+464"])
    assert.deepEqual(judgeAnswer(of("offset"), text), right, text);
  for (const text of ["ln 12", "ln(12)", "log 12", "2.48"])
    assert.deepEqual(judgeAnswer(of("even_entropy"), text), right, text);
  const leaked = String(of("leak_view").facts.answer);
  assert.equal(leaked, "4,5,6,7,8,9,10");
  for (const text of ["4-10", "4–10", "4 to 10", "4..10", "4, 5-9, 10", "[4-10]"])
    assert.deepEqual(judgeAnswer(of("leak_view"), text), right, text);
  const cross = judgeAnswer(of("cross_shape"), "(8, 3, 6)");
  assert.ok("why" in cross && /B comes first/.test(cross.why ?? ""), JSON.stringify(cross));
  for (const text of ["1/4", "0.25", ".25", "0,25"])
    assert.deepEqual(judgeAnswer(of("even_row"), text), right, text);
  for (const text of ["(1, 8, 3, 6)", "1 8 3 6", "1x8x3x6", "[1,8,3,6]"])
    assert.deepEqual(judgeAnswer(of("cross_shape"), text), right, text);
  assert.deepEqual(judgeAnswer(of("keys_seen"), "4 5,6"), right);
  assert.deepEqual(judgeAnswer(of("even_loss"), "ln 2"), right);
  for (const [id, text] of [
    ["offset", ""],
    ["offset", "many"],
    ["offset", "1/0"],
    ["cross_shape", "one, two"],
    ["cross_shape", "1.5, 2"],
    ["even_entropy", "ln"],
    ["even_entropy", "ln -1"],
    ["leak_view", "10-4"],
    ["leak_view", "0-100000"],
    ["leak_view", "<b>"],
    ["head_columns", ""],
    ["line_axis", ""],
  ])
    assert.ok("unread" in judgeAnswer(of(id), text), `${id} ${text}`);
});
