// A reader who knows matrices and nothing else: in the first chapters each word is plain, or was introduced before.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { QUESTION, attributesOf } from "../../tools/lib/chapter-markup.mjs";
import { groupsOf } from "../../tools/lib/course-items.mjs";
import { readCourse } from "../../tools/lib/course.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { TERMS } from "../../web/kit/text/glossary.js";

/**
 * A term is introduced where a chapter writes it in bold, outside of instructions. Words of plain English and of linear algebra are listed in
 * fixtures/plain-words.txt; every other word is a term. Titles, figures and labs stand beside the text, so a chapter's text introduces their words.
 *
 * @typedef {{ text: string, bold: boolean }} Run
 * @typedef {{ word: string, at: string }} Use
 */

const FIRST = 6; // chapters that need no other knowledge

const chapters = readCourse().slice(0, FIRST);
const groups = groupsOf(await loadCore(), chapters, [0, 1, 2]);
const plain = new Set(
  readFileSync(inRoot("tests/fixtures/plain-words.txt"), "utf8").split(/\s+/).filter(Boolean),
);

/** Endings of inflections, with what stands in their place in the word itself. */
const ENDINGS = [
  ["", ""],
  ["s", ""],
  ["es", ""],
  ["es", "is"],
  ["ies", "y"],
  ["ed", ""],
  ["ed", "e"],
  ["ing", ""],
  ["ing", "e"],
];

/** Words of which a word may be a form: “mask” for “masked”. @param {string} word */
const stems = (word) =>
  ENDINGS.filter(([ending]) => word.endsWith(ending)).map(
    ([ending, instead]) => word.slice(0, word.length - ending.length) + instead,
  );

/** Whether a set has the word, or one of which it is a form. @param {ReadonlySet<string>} set @param {string} word */
const knows = (set, word) => stems(word).some((stem) => set.has(stem));

/** Words of a text in lower case, without what is code. @param {string} text */
const wordsOf = (text) =>
  Array.from(
    text
      .replace(/(\w+ = )?[\w.]+\([^)]*\)|\w+\.\w+[\w.]*|\w+=\S+/g, " ") // calls, names with a dot, named arguments
      .toLowerCase()
      .matchAll(/(?<!\d)[\p{L}_][\p{L}\p{M}_\d]*(?:-[\p{L}_]+)*/gu),
    ([word]) => word.replace(/ᵀ$/, ""),
  ).filter((word) => !/^(s|t|didn|doesn)$/.test(word)); // of ’s and n’t

/** Text of markup, apart in what is bold and what is not. @param {string} markup @returns {Run[]} */
function runsOf(markup) {
  const noCode = markup.replace(/<(math|code|pre|i)\b(?! class)[^>]*>[^]*?<\/\1\s*>/g, " ");
  return noCode.split(/(<b>[^<]*<\/b>)/).map((text) => ({
    text: text.replace(/<[^>]*>/g, " ").replace(/&\w+;/g, " "),
    bold: text.startsWith("<b>"),
  }));
}

/** What a question may say. @param {string} chapter @param {string} question */
function saidBy(chapter, question) {
  const items =
    groups.find(({ name }) => name === chapter)?.items.filter((item) => item.question === question) ?? [];
  return items.flatMap(({ kind, asks, why, choices, wrong }) => [
    asks,
    why,
    ...[...choices, ...wrong].flatMap((each) => (kind === "line" ? [each.why] : [each.text, each.why])),
  ]);
}

/** Text of a chapter's stills, without the words of its sentence. @param {string} name */
function labelsOf(name) {
  const folder = inRoot("build/site/learn");
  const files = readdirSync(folder).filter((file) => new RegExp(`^${name}-\\d+-light\\.svg$`).test(file));
  assert.ok(files.length > 0, `${name} has no stills; build first`);
  return files
    .flatMap((file) =>
      Array.from(
        readFileSync(`${folder}/${file}`, "utf8").matchAll(/<text[^>]*>([^<]*)/g),
        ([, text]) => text,
      ),
    )
    .map((text) => text.replace(/\b[qkv]_heads\b/g, "")); // a step's name
}

/** A chapter in reading order: its text with each question in its place, then what stands beside it. @param {import("../../tools/lib/course.mjs").Chapter} chapter @returns {Run[]} */
function runsOfChapter({ name, title, article, figure }) {
  /** @type {Run[]} */
  const runs = [];
  let end = 0;
  for (const asked of article.matchAll(QUESTION)) {
    runs.push(...runsOf(article.slice(end, asked.index)));
    runs.push(...saidBy(name, attributesOf(asked[1]).get("id") ?? "").map((text) => ({ text, bold: false })));
    end = asked.index + asked[0].length;
  }
  runs.push(...runsOf(article.slice(end)));
  const sentences = Array.from(figure.matchAll(/\btokens="([^"]*)"/g), ([, tokens]) => tokens);
  const own = new Set(sentences.flatMap(wordsOf));
  const beside = [title, ...runsOf(figure).map(({ text }) => text), ...labelsOf(name)].flatMap(wordsOf);
  return [...runs, { text: beside.filter((word) => !own.has(word)).join(" "), bold: false }];
}

/** Words that were not introduced, each with the text of its first use. @param {readonly (readonly Run[])[]} texts  one for each chapter, in order */
function unknownIn(texts) {
  const introduced = new Set();
  /** @type {Map<string, string>} */
  const unknown = new Map();
  for (const { text, bold } of texts.flat())
    for (const word of wordsOf(text)) {
      if (knows(plain, word)) continue;
      if (bold) for (const stem of stems(word)) introduced.add(stem);
      else if (!knows(introduced, word) && !unknown.has(word))
        unknown.set(word, text.replace(/\s+/g, " ").trim());
    }
  return unknown;
}

test(`chapters 1 to ${FIRST} use no word that was not introduced`, () => {
  const unknown = unknownIn(chapters.map(runsOfChapter));
  assert.deepEqual(
    Array.from(
      unknown,
      ([word, text]) =>
        `${word}: “…${text.slice(Math.max(0, text.toLowerCase().indexOf(word) - 40)).slice(0, 100)}…”`,
    ),
    [],
    "each word here stands before the chapter that writes it in bold, or in none: explain it there, or add it to fixtures/plain-words.txt if everybody knows it",
  );
});

test("a word that is used before it is bold is found, in its other forms too, and code is left out", () => {
  const found = (/** @type {string[]} */ ...articles) => [...unknownIn(articles.map(runsOf)).keys()];
  assert.deepEqual(found("a <b>softmax</b> gives weights", "two softmaxes, x.softmax(-1)"), ["weights"]);
  assert.deepEqual(found("masked rows <b>mask</b> masks"), ["masked"]);
  assert.deepEqual(found("<b>mask</b>", "masked rows, <code>entropy</code>"), []);
});

test("the list of plain words has no term of the glossary, and no word that nobody uses", () => {
  const terms = Object.keys(TERMS).map((term) => term.toLowerCase());
  const everyday = ["view", "copy", "product"]; // terms of memory, and English words
  assert.deepEqual(
    terms.filter((term) => plain.has(term) && !everyday.includes(term)),
    [],
  );
  const used = new Set(
    chapters
      .flatMap(runsOfChapter)
      .flatMap(({ text }) => wordsOf(text))
      .flatMap(stems),
  );
  assert.deepEqual(
    [...plain].filter((word) => !used.has(word)),
    [],
  );
});
