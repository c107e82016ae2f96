import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { strToU8, zipSync } from "fflate";
import { loadCore } from "../../web/core/index.js";
import { mistakeFiles, mistakeSolutions } from "./mistakes.mjs";
import { cellsIn, exercisesByChapter, notebookOf } from "./notebook.mjs";
import { moodleXML } from "./moodle.mjs";
import { minutesOf, termsOf } from "./plan.mjs";
import { qtiFiles } from "./qti.mjs";
import { escaped } from "../../web/kit/text/escaped.js";
import { groupsOf } from "../lib/course-items.mjs";
import { pageBelow } from "../lib/page-below.mjs";
import { inRoot } from "../lib/paths.mjs";
import { guideBody } from "./guide-page.mjs";
import { handoutBody, sheetBody } from "./handout-page.mjs";
import { syllabusBody } from "./syllabus.mjs";

/**
 * @typedef {import("../lib/course.mjs").Chapter} Chapter
 * @typedef {import("./item.mjs").Group} Group
 *
 * @typedef {object} Planned  a chapter as an instructor plans it
 * @property {string} name
 * @property {string} title
 * @property {string} description
 * @property {Chapter["moved"]} moved
 * @property {Chapter["lecture"]} lecture
 * @property {number} minutes
 * @property {readonly string[]} explains  terms
 * @property {readonly { from: number, terms: readonly string[] }[]} takes  terms of earlier chapters, by their index
 * @property {readonly import("./item.mjs").Item[]} items  its questions, each as the chapter opens
 * @property {readonly string[]} exercises  titles
 * @property {Lesson} lesson
 *
 * @typedef {object} Lesson  how a chapter is taught
 * @property {readonly string[]} goals
 * @property {readonly { minutes: number, press?: string, ask?: string, say: string }[]} show  the demonstration. press: the words of a link, a lab or a button; ask: a question's id
 * @property {readonly string[]} talk  talking points
 * @property {readonly { thinks: string, answer: string }[]} misconceptions
 */

/** @type {Readonly<Record<string, Lesson>>} */
const LESSONS = JSON.parse(readFileSync(inRoot("tools/teach/lessons.json"), "utf8"));

const HEAD = `<link rel="stylesheet" href="headscope.css" />
    <link rel="stylesheet" href="learn.css" />
    <link rel="stylesheet" href="teach.css" />
    <script type="module" src="modules/teach-page.js"></script>`;

const VARIANTS = [0, 1, 2]; // of each question in the files for learning platforms

/**
 * Writes teach/: the pages for teachers, the questions as files for learning platforms, the notebooks and the programs with a mistake.
 * @param {readonly Chapter[]} chapters
 * @param {readonly Chapter[]} whole  the chapters with questions and stills in their markup
 * @param {string} to build/site
 * @param {(name: string) => string} part returns a part of all pages by name
 */
export async function buildTeach(chapters, whole, to, part) {
  const folder = path.join(to, "teach");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const core = await loadCore();
  const cells = cellsIn(readFileSync(inRoot("tools/teach/exercises.py"), "utf8"));
  const groups = groupsOf(core, chapters, VARIANTS);
  const planned = plannedOf(chapters, groups, exercisesByChapter(cells));
  const write = (/** @type {string} */ file, /** @type {string | Uint8Array} */ content) =>
    writeFileSync(path.join(folder, file), content);
  const own = (/** @type {string} */ name) => readFileSync(inRoot(`web/site/teach/${name}.html`), "utf8");

  const shell = pageBelow(part, "teach");
  const page = (/** @type {keyof typeof PAGES} */ name, /** @type {string} */ body) => {
    const [title, description] = PAGES[name];
    write(`${name}.html`, shell({ title, description, head: HEAD, body }));
  };
  page(
    "index",
    own("index").replace("<mha-class", () => `<mha-class chapters="${knownByTable(planned)}"`),
  );
  page("guide", guideBody(planned));
  page("syllabus", syllabusBody(planned));
  page("reading", own("reading"));
  page("handout", handoutBody(whole, planned));
  page("sheet", sheetBody(chapters));

  write("questions-moodle.xml", moodleXML(groups));
  write("questions-qti.zip", zipped(qtiFiles(groups)));
  write("exercises.ipynb", notebookOf(cells, "exercise", "numpy"));
  write("solutions.ipynb", notebookOf(cells, "solution", "numpy"));
  write("exercises-pytorch.ipynb", notebookOf(cells, "exercise", "torch"));
  write("solutions-pytorch.ipynb", notebookOf(cells, "solution", "torch"));
  write("mistakes.zip", zipped(mistakeFiles()));
  write("mistakes.csv", mistakeSolutions());
}

/** Title and description of each page. */
const PAGES = {
  index: [
    "For teachers · Headscope",
    "Teach multi-head attention: a guide, a syllabus, a handout, questions for Moodle, a notebook of exercises, grading, and the progress of a class.",
  ],
  guide: [
    "Instructor’s guide · Headscope",
    "Each chapter of the course on multi-head attention: its goals, a demonstration, talking points, misconceptions, and its questions with answers.",
  ],
  syllabus: [
    "Syllabus · Headscope",
    "The course on multi-head attention in two lectures of 90 minutes, or in a week: chapters, minutes and exercises.",
  ],
  reading: [
    "Reading list · Headscope",
    "Papers behind the course on multi-head attention, from its definition to cheaper heads, each with a word on why to read it.",
  ],
  handout: [
    "Handout · Headscope",
    "All chapters of the course on multi-head attention on paper, with pictures, questions, and their answers at the end.",
  ],
  sheet: [
    "On one sheet · Headscope",
    "The steps, shapes and formulas of multi-head attention and of its gradients, on one sheet of paper.",
  ],
};

/** @param {readonly Chapter[]} chapters @param {readonly Group[]} groups @param {ReadonlyMap<string, string[]>} exercises @returns {Planned[]} */
function plannedOf(chapters, groups, exercises) {
  const terms = termsOf(chapters);
  const unknown = [...exercises.keys()].filter((name) => !chapters.some((chapter) => chapter.name === name));
  if (unknown.length) throw new Error(`exercises.py names chapters that do not exist: ${unknown.join(", ")}`);
  return chapters.map(({ name, title, description, moved, lecture, article }, at) => {
    const all = groups.find((group) => group.name === name)?.items ?? [];
    const items = all.filter(({ turn }) => turn === 0);
    const minutes = minutesOf(
      article,
      items.map(({ level }) => level),
    );
    return {
      ...{ name, title, description, moved, lecture, minutes, items, ...terms[at] },
      ...{ exercises: exercises.get(name) ?? [], lesson: LESSONS[name] },
    };
  });
}

/** The chapters and questions that the table of a class knows, as an attribute. @param {readonly Planned[]} planned */
function knownByTable(planned) {
  const chapters = planned.map(({ name, title, moved, items }) => ({
    ...{ name, title, moved },
    questions: items.map(({ question, asks }) => ({ id: question, asks })),
  }));
  return escaped(JSON.stringify(chapters));
}

/** @param {Record<string, string>} files */
const zipped = (files) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
    mtime: new Date(1980, 0, 1), // the same bytes from each build
  });
