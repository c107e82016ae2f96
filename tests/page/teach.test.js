// What teachers get: plans from the chapters' own data, the table of a class from students' files, and notebooks from cells.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { groupsOf } from "../../tools/lib/course-items.mjs";
import { readCourse } from "../../tools/lib/course.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import {
  atTheirChapters,
  handedIn,
  progressFile,
  progressFileName,
} from "../../web/teach/state/progress-file.js";
import { QUESTIONS } from "../../web/learn/state/quiz.js";
import { classRows, classSums, latest, mostMissed } from "../../web/teach/state/class-table.js";
import { cellsIn, exercisesByChapter, notebookOf } from "../../tools/teach/notebook.mjs";
import { minutesOf, termsOf, textOf } from "../../tools/teach/plan.mjs";
import { LECTURE, daysOf, lecturesOf } from "../../tools/teach/syllabus.mjs";

const chapters = readCourse();
const groups = groupsOf(await loadCore(), chapters, [0]);
/** @type {Readonly<Record<string, import("../../tools/teach/teach.mjs").Lesson>>} */
const LESSONS = JSON.parse(readFileSync(inRoot("tools/teach/lessons.json"), "utf8"));
const guide = readFileSync(inRoot("build/site/teach/guide.html"), "utf8");

test("the guide has each chapter with its questions, and a reason for each mistake", async () => {
  const plain = (/** @type {string} */ text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  const said = guide.replace(/\s+/g, " ");
  for (const { name, title } of chapters)
    assert.match(said, new RegExp(`id="${name}">\\s?\\d+\\. ${title.replace(/[?]/g, "\\?")}`));
  let reasons = 0;
  for (const { name, items } of groups.filter((group) => group.name !== "more"))
    for (const { asks, why, wrong, choices } of items) {
      assert.ok(said.includes(plain(asks)), `${name}: ${asks}`);
      assert.ok(said.includes(plain(why)), `${name}: ${why}`);
      for (const option of [...wrong, ...choices].filter((each) => !each.right && each.why)) {
        assert.ok(said.includes(plain(option.why)), `${name}: ${option.why}`);
        reasons++;
      }
    }
  assert.ok(reasons > 50, `${reasons}`);
});

test("each chapter has a lesson that fits its minutes, presses what the chapter has, and says no number that the chapter lacks", async () => {
  assert.deepEqual(
    Object.keys(LESSONS),
    chapters.map(({ name }) => name),
  );
  const said = textOf(guide);
  for (const { name, article, figure } of chapters) {
    const { goals, show, talk, misconceptions } = LESSONS[name];
    const items = groups.find((group) => group.name === name)?.items ?? [];
    const minutes = show.reduce((sum, step) => sum + step.minutes, 0);
    const whole = minutesOf(
      article,
      items.map(({ level }) => level),
    );
    assert.ok(minutes >= 3 && minutes <= whole, `${name}: ${minutes} of ${whole} minutes`);
    const texts = (/** @type {RegExp} */ tag) =>
      Array.from((article + figure).matchAll(tag), ([, text]) => textOf(text));
    const buttons = [
      ...texts(/<a\s[^>]*(?:data-mha=|href="#)[^>]*>([^]*?)<\/a\s*>/g),
      ...texts(/<summary>([^]*?)<\/summary>/g),
      ...texts(/<b>([^<]*)<\/b>/g),
    ];
    const numbersIn = (/** @type {string} */ text) => text.match(/(?<![\w.])\d+(?:[,.]\d+)*/g) ?? [];
    const known = new Set(
      numbersIn(
        [textOf(article), ...buttons, ...items.flatMap(({ asks, why, answer }) => [asks, why, answer])].join(
          " ",
        ),
      ),
    );
    for (const { press, ask } of show) {
      if (press) assert.ok(buttons.includes(press), `${name} has no “${press}”: ${buttons.join(" | ")}`);
      if (ask)
        assert.ok(
          items.some(({ id }) => id === `${name}-${ask}-0`),
          `${name}: ${ask}`,
        );
    }
    assert.ok(show.filter(({ press, ask }) => press ?? ask).length >= 1, name);
    for (const text of [
      ...goals,
      ...show.map(({ say }) => say),
      ...talk,
      ...misconceptions.flatMap(({ thinks, answer }) => [thinks, answer]),
    ]) {
      assert.ok(said.includes(text.replaceAll('"', "&quot;")), `${name}: ${text}`);
      for (const number of numbersIn(text))
        assert.ok(known.has(number), `${name} does not say ${number}: ${text}`);
    }
    assert.ok(goals.length >= 1 && talk.length >= 1 && misconceptions.length >= 1, name);
  }
});

test("guide, syllabus and prerequisites have the chapters, the order and the minutes of one table", async () => {
  const rows = Array.from(
    guide.matchAll(
      /<a href="#(\w+)">(\d+)\. ([^<]*)<\/a><\/th><td>(\d+)<\/td><td>\d+<\/td><td>([^<]*)<\/td>/g,
    ),
    ([, name, number, title, minutes, needs]) => [name, Number(number), title, Number(minutes), needs],
  );
  const place = (/** @type {string} */ name) => 1 + chapters.findIndex((chapter) => chapter.name === name);
  const expected = chapters.map(({ name, title, needs, article }) => {
    const levels = groups.find((group) => group.name === name)?.items.map(({ level }) => level) ?? [];
    return [name, place(name), title, minutesOf(article, levels), needs.map(place).join(", ") || "—"];
  });
  assert.deepEqual(rows, expected);
  const syllabus = readFileSync(inRoot("build/site/teach/syllabus.html"), "utf8");
  const lines = Array.from(
    syllabus.matchAll(
      /<li value="(\d+)"><a href="\.\.\/learn\/(\w+)\.html">([^<]*)<\/a> <span>(\d+) minutes/g,
    ),
    ([, number, name, title, minutes]) => [name, Number(number), title, Number(minutes)],
  );
  const timed = expected.map((row) => row.slice(0, 4));
  const week = lines.slice(chapters.length);
  assert.deepEqual(week, timed);
  assert.deepEqual(
    lines.slice(0, chapters.length).toSorted((a, b) => Number(a[1]) - Number(b[1])),
    timed,
  );
});

test("every question is in one group; those of no chapter come last", async () => {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  assert.ok(count >= QUESTIONS.size, `${count} of ${QUESTIONS.size}`);
  assert.deepEqual(
    groups.map(({ name }) => name).filter((name) => name !== "more"),
    chapters.map(({ name }) => name),
  );
});

test("minutes are of words, questions and tasks; terms are those in bold that no earlier chapter used", () => {
  const words = Array(260).fill("word").join(" ");
  assert.equal(minutesOf(`<article><p>${words}</p></article>`, []), 2);
  assert.equal(minutesOf(`<article><p>${words}</p><p class="do">word</p></article>`, [1, 4]), 9);
  const terms = termsOf([
    {
      name: "a",
      needs: [],
      article: "<p>A <b>query</b> looks. Press it.</p><p><b>ALiBi</b>. <b>Query</b></p>",
    },
    {
      name: "b",
      needs: ["a"],
      article: '<p>Queries find <b>keys</b>; a <b>query</b> looks. </p><p class="do"><b>Start</b></p>',
    },
    {
      name: "c",
      needs: ["a"],
      article: "<p>A query and a key; <b>looks</b> are cheap, monkeys are not.</p>",
    },
  ]);
  assert.deepEqual(terms[0], { explains: ["query", "ALiBi"], takes: [] });
  assert.deepEqual(terms[1], { explains: ["keys"], takes: [{ from: 0, terms: ["query"] }] });
  assert.deepEqual(terms[2], { explains: [], takes: [{ from: 0, terms: ["query"] }] });
});

test("no chapter takes more than 15 minutes", async () => {
  for (const { name, article } of chapters) {
    const levels = groups.find((group) => group.name === name)?.items.map(({ level }) => level) ?? [];
    const minutes = minutesOf(article, levels);
    assert.ok(minutes <= 15, `${name}: ${minutes} minutes`);
  }
});

test("lectures keep their 90 minutes whatever the chapters take, and nothing is left out", () => {
  for (const minutes of [5, 12, 31, 95]) {
    const timed = [...chapters, { name: "new", lecture: undefined }].map(({ name, lecture }) => ({
      name,
      lecture,
      minutes,
    }));
    const { lectures, atHome } = lecturesOf(timed);
    assert.equal(lectures.length, 2);
    for (const lecture of lectures) assert.ok(lecture.minutes <= LECTURE, `${lecture.minutes}`);
    const planned = [...lectures.flatMap((lecture) => lecture.chapters), ...atHome];
    assert.deepEqual(new Set(planned), new Set(timed));
    assert.equal(planned.length, timed.length);
    assert.ok(atHome.some(({ name }) => name === "new"));
  }
});

test("lectures need no chapter that comes after them: the chapters that the guide names are heard before, or read at home between the lectures", async () => {
  const terms = termsOf(chapters);
  const planned = chapters.map(({ name, lecture, article }, at) => {
    const levels = groups.find((group) => group.name === name)?.items.map(({ level }) => level) ?? [];
    return { name, lecture, minutes: minutesOf(article, levels), takes: terms[at].takes };
  });
  const { lectures, atHome } = lecturesOf(planned);
  assert.ok(planned.some(({ takes }) => takes.length > 2));
  const known = new Set();
  for (const lecture of lectures) {
    assert.ok(lecture.chapters.length > 3);
    for (const { name } of lecture.chapters) known.add(name);
    for (const { name, takes } of lecture.chapters)
      for (const { from } of takes)
        assert.ok(known.has(chapters[from].name), `${name} builds on ${chapters[from].name}`);
    for (const { name } of atHome) known.add(name);
  }
});

test("a week is in order, and its longest day as short as possible", () => {
  const timed = [8, 7, 9, 11, 13, 10, 9].map((minutes, i) => ({ name: String(i), minutes }));
  const days = daysOf(timed, 3);
  assert.deepEqual(
    days.map(({ minutes }) => minutes),
    [24, 24, 19],
  );
  assert.deepEqual(
    days.flatMap((day) => day.chapters),
    timed,
  );
});

const KNOWN = [
  { name: "words", title: "Words", questions: ["a", "b"].map((id) => ({ id, asks: id })) },
  { name: "split", title: "Split", questions: [{ id: "a", asks: "a" }] },
];

test("a student's file comes back as it was saved, with its name and nothing that the course lacks", () => {
  const progress = {
    words: { answers: { a: true, b: false }, done: true },
    gone: { answers: { x: true }, done: false },
  };
  const text = progressFile({ student: " Ada Lovelace ", id: "a1", progress }, new Date(0));
  const handed = handedIn(text);
  const saved = "1970-01-01T00:00:00.000Z";
  assert.deepEqual(handed, { student: "Ada Lovelace", id: "a1", saved, progress });
  assert.equal(progressFileName(" Ada Lovelace "), "headscope-ada-lovelace.json");
  assert.equal(progressFileName("李华/../x"), "headscope-李华-x.json");
  assert.equal(progressFileName(" "), "headscope-progress.json");
  assert.ok(handed);
  const [row] = classRows([handed], KNOWN);
  assert.deepEqual(row.cells, [
    { right: 1, answered: 2, asked: 2 },
    { right: 0, answered: 0, asked: 1 },
  ]);
  assert.deepEqual(row.total, { right: 1, answered: 2, asked: 3 });
});

test("answers to questions that moved count where the course asks them now, unless they were given there", () => {
  const progress = {
    home: { answers: { stops: true, loud: false, copies: true }, done: true },
    task: { answers: { loud: true } },
  };
  const moved = {
    home: { stops: "task", loud: "task", same: "recall", places: "recall" },
    gone: { x: "task" },
  };
  assert.deepEqual(atTheirChapters(progress, moved), {
    home: { answers: { copies: true }, done: true },
    task: { answers: { loud: true, stops: true } },
  });
  assert.equal(progress.home.answers.stops, true, "the given answers stay");
  assert.deepEqual(atTheirChapters({ home: { answers: { same: true } } }, moved), {
    home: { answers: {} },
    recall: { answers: { same: true } },
  });
});

test("what moved to another chapter is there, and no longer where it was", () => {
  const by = Object.fromEntries(chapters.map((chapter) => [chapter.name, chapter]));
  const moved = chapters.flatMap(({ name, moved = {} }) =>
    Object.entries(moved).map(([id, to]) => ({ id, from: by[name], to: by[to] })),
  );
  assert.ok(moved.length > 0);
  for (const { id, from, to } of moved) {
    assert.ok(to.article.includes(` id="${id}"`), `${to.name}#${id}`);
    assert.ok(!from.article.includes(` id="${id}"`), `${from.name}#${id}`);
  }
});

for (const odd of [
  "",
  "{",
  "null",
  "[]",
  "5",
  '{"format":"other"}',
  '{"progress":{"words":{"answers":{"a":true}}}}',
])
  test(`a file that holds ${odd || "nothing"} is none of the course's`, () => {
    assert.equal(handedIn(odd), null);
  });

test("hostile files change nothing but their own row", () => {
  const format = "headscope progress 1";
  const handed = handedIn(
    `{"format":"${format}","student":{"a":1},"saved":5,"progress":{"__proto__":{"answers":{"a":true}},"words":{"answers":{"a":"yes","constructor":true}}}}`,
  );
  assert.ok(handed);
  assert.equal(handed.student, "");
  assert.equal(handed.id, "");
  const [row] = classRows([handed], KNOWN);
  assert.equal(row.total.answered, 0);
  assert.equal(/** @type {any} */ ({}).answers, undefined);
});

test("two students of one name stay two rows, with the time; files without an id stay apart unless they are equal", () => {
  const file = (/** @type {string} */ student, /** @type {string} */ id, /** @type {number} */ day) => ({
    ...{ student, id, saved: `2026-02-0${day}T10:00:00.000Z` },
    progress: { words: { answers: { a: day === 1 } } },
  });
  const files = latest([
    file("Ada", "one", 1),
    file("Ada", "two", 2),
    file("Ada", "two", 3),
    file("Ben", "one", 1), // the same browser, another student
    file("Eve", "", 1),
    file("Eve", "", 2),
    file("Eve", "", 2),
    file("Eve", "three", 3),
  ]);
  assert.deepEqual(
    files.map(({ student, id, saved }) => [student, id, Number(saved.slice(8, 10))]),
    [
      ["Ada", "one", 1],
      ["Ada", "two", 3],
      ["Ben", "one", 1],
      ["Eve", "", 1],
      ["Eve", "", 2],
      ["Eve", "three", 3],
    ],
  );
  assert.deepEqual(
    classRows(files, KNOWN).map(({ student, saved }) => [student, saved?.slice(0, 10) ?? null]),
    [
      ["Ada", "2026-02-01"],
      ["Ada", "2026-02-03"],
      ["Ben", null],
      ["Eve", "2026-02-01"],
      ["Eve", "2026-02-02"],
      ["Eve", "2026-02-03"],
    ],
  );
});

test("of several files of one student the last saved counts; the class is summed, and missed questions are ranked", () => {
  const file = (
    /** @type {string} */ student,
    /** @type {string} */ saved,
    /** @type {Record<string, boolean>} */ answers,
  ) => ({
    ...{ student, id: student, saved },
    progress: { words: { answers } },
  });
  const files = latest([
    file("Ben", "2026-02-02", { a: true, b: false }),
    file("Ada", "2026-02-03", { a: false, b: false }),
    file("Ben", "2026-02-01", { a: false }),
  ]);
  assert.deepEqual(
    files.map(({ student, saved }) => [student, saved]),
    [
      ["Ada", "2026-02-03"],
      ["Ben", "2026-02-02"],
    ],
  );
  assert.deepEqual(
    classSums(classRows(files, KNOWN)).map(({ right, answered, asked }) => [right, answered, asked]),
    [
      [1, 4, 4],
      [0, 0, 2],
      [1, 4, 6],
    ],
  );
  assert.deepEqual(
    mostMissed(files, KNOWN, 5).map(({ id, wrong, answered }) => [id, wrong, answered]),
    [
      ["b", 2, 2],
      ["a", 1, 2],
    ],
  );
  assert.equal(mostMissed(files, KNOWN, 1).length, 1);
});

test("cells become notebooks of each library, with tasks or with solutions, and without mistakes", () => {
  const cells = cellsIn(
    '# a comment\n\n# %% [markdown] chapter=words\n# ## 1. A row\n#\n# Do it.\n\n# %% [exercise]\nx = ...\n\n# %% [solution]\nx = 1\n\n# %% [mistake] says="not 2"\nx = 2\n\n# %% [check] in=torch\nassert x\n\n# %% [check] in=numpy\nassert +x\n',
  );
  assert.deepEqual([...exercisesByChapter(cells)], [["words", ["1. A row"]]]);
  assert.deepEqual(
    cells.map(({ says }) => says),
    ["", "", "", "not 2", "", ""],
  );
  const sources = (/** @type {"exercise" | "solution"} */ shown, /** @type {"numpy" | "torch"} */ library) =>
    JSON.parse(notebookOf(cells, shown, library)).cells.map((/** @type {any} */ { source }) => source);
  assert.deepEqual(sources("exercise", "torch"), ["## 1. A row\n\nDo it.", "x = ...", "assert x"]);
  assert.deepEqual(sources("solution", "numpy"), ["## 1. A row\n\nDo it.", "x = 1", "assert +x"]);
});
