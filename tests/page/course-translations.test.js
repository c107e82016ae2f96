// Translations of the course: which of them fit the English chapters, and which wait.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { readCourse } from "../../tools/lib/course.mjs";
import {
  AROUND,
  COURSE_LANGUAGES,
  chaptersIn,
  markupOf,
  translationOf,
} from "../../tools/lib/course-translations.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { LANGUAGES } from "../../tools/lib/words.mjs";
import { IS_RELEASE } from "./support/translations.js";

const CHAPTERS = readCourse();

/** The numbers of a text, in order of size. @param {string} article */
const numbersIn = (article) =>
  (article.replace(/<[^>]*>/g, " ").match(/\d+(?:\.\d+)?/g) ?? []).map(Number).sort((a, b) => a - b);

test("markup is compared without its text, in any order, with all attributes but those that are said", () => {
  const english =
    '<p class="do">See <b>it</b>: <mha-value for="fig" of="d-k">8</mha-value></p><i title="a">b</i>';
  const french =
    '<p\n  class="do"\n><mha-value for="fig" of="d-k">8</mha-value> : voyez <b>cela</b></p><i title="c">d</i>';
  assert.equal(markupOf(french), markupOf(english));
  for (const [from, to] of [
    ['of="d-k"', 'of="d-model"'],
    ["<b>it</b>", "it"],
    ["<i", "<em"],
  ])
    assert.notEqual(markupOf(english.replace(from, to)), markupOf(english), from);
});

test("the languages of the course are languages of the page, with the same words around the chapters", () => {
  for (const lang of COURSE_LANGUAGES.slice(1)) assert.ok(LANGUAGES.includes(lang), lang);
  for (const words of Object.values(AROUND)) assert.deepEqual(Object.keys(words), Object.keys(AROUND.en));
});

for (const lang of COURSE_LANGUAGES.slice(1)) {
  test(`${lang}: chapters have titles, texts and descriptions of their own, or wait for a release`, (t) => {
    const waiting = [];
    for (const chapter of CHAPTERS) {
      const own = translationOf(chapter, lang);
      if (own) {
        assert.equal(own.lang, lang);
        assert.equal(own.name, chapter.name);
        assert.deepEqual(numbersIn(own.article), numbersIn(chapter.article), chapter.name);
        for (const key of /** @type {const} */ (["title", "description", "article"]))
          assert.notEqual(own[key], chapter[key], `${chapter.name}: ${key}`);
      } else waiting.push(chapter.name);
    }
    if (waiting.length)
      t.diagnostic(
        `${waiting.length} ${waiting.length === 1 ? "chapter waits" : "chapters wait"} for ${lang}: ${waiting.join(", ")}`,
      );
    if (IS_RELEASE) assert.deepEqual(waiting, []);
    const shown = chaptersIn(CHAPTERS, lang);
    assert.deepEqual(
      shown.map(({ name }) => name),
      CHAPTERS.map(({ name }) => name),
    );
    assert.deepEqual(
      shown.filter((each) => each.lang === "en").map(({ name }) => name),
      waiting,
    );
  });

  test(`${lang}: no translation is left of a chapter that is gone`, () => {
    const folder = inRoot("web/site/learn", lang);
    if (!existsSync(folder)) return;
    const files = readdirSync(folder).filter((file) => file.endsWith(".html"));
    const known = CHAPTERS.map(({ name }) => `${name}.html`);
    assert.deepEqual(
      files.filter((file) => !known.includes(file)),
      [],
    );
  });
}

for (const lang of COURSE_LANGUAGES)
  test(`${lang}: a chapter's page has its minutes, links to what it builds on, and to the later chapters that build on it`, () => {
    const shown = chaptersIn(CHAPTERS, lang);
    const { needs: before, related, minutes } = AROUND[/** @type {keyof typeof AROUND} */ (lang)];
    const folder = inRoot("build/site/learn", lang === "en" ? "." : lang);
    for (const [at, { name, needs }] of shown.entries()) {
      const page = readFileSync(`${folder}/${name}.html`, "utf8");
      const linksOf = (/** @type {RegExp} */ part) =>
        Array.from((part.exec(page)?.[0] ?? "").matchAll(/href="([\w-]+)\.html"/g), ([, link]) => link);
      assert.match(page, new RegExp(`<p class="count">[^<]* · ${minutes(0).replace("0", "\\d+")}`), name);
      assert.deepEqual(
        linksOf(new RegExp(`<p class="count needs">${before} .*</p>`)).toSorted(),
        needs.toSorted(),
        name,
      );
      const later = shown.slice(at + 2).filter((each) => each.needs.includes(name));
      assert.deepEqual(
        linksOf(/<nav class="related"[^]*?<\/nav>/),
        later.map((each) => each.name),
        name,
      );
      if (later.length)
        assert.ok(page.includes(`aria-label="${related}"`) && page.includes(later[0].description), name);
    }
  });
