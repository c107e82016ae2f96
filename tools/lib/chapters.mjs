import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chapterMarks } from "./chapter-markup.mjs";
import { courseOf } from "./course.mjs";
import { pageBelow } from "./page-below.mjs";

/** @import { Chapter } from "./course.mjs" */

/** Styles and scripts of a page of the course. @param {string} layout name of the styles of its layout */
const headOf = (layout) => `
    <link rel="stylesheet" href="headscope.css" />
    <link rel="stylesheet" href="learn.css" />
    <link rel="stylesheet" href="${layout}" />
    <script type="module" src="modules/learn-page.js"></script>`;

/**
 * Writes learn/NAME.html for each chapter, and learn/index.html with the list of chapters.
 * @param {readonly Chapter[]} chapters
 * @param {string} to build/site
 * @param {(name: string) => string} part returns a part of all pages by name
 * @returns {Promise<Chapter[]>} the chapters with pictures, questions and stills in their markup
 */
export async function buildChapters(chapters, to, part) {
  rmSync(path.join(to, "learn"), { recursive: true, force: true });
  mkdirSync(path.join(to, "learn"));
  const shell = pageBelow(part, "learn");
  const page = (
    /** @type {string} */ title,
    /** @type {string} */ description,
    /** @type {string} */ body,
    layout = "learn-layout.css",
  ) => shell({ title: `${title} · Headscope`, description, head: `${part("core")}${headOf(layout)}`, body });
  // Imported only now: stills need the built core.
  const { withStills } = await import("./stills.mjs");
  const { withQuestions } = await import("./questions.mjs");
  const { withPictures } = await import("./chapter-pictures.mjs");
  const { indexBody } = await import("./course-index.mjs");
  const built = (/** @type {string} */ file) => path.join(to, "learn", file);
  /** @type {Chapter[]} */
  const whole = [];
  for (const [at, chapter] of chapters.entries()) {
    const still = await withStills(scrolling(chapter.figure), chapter.name, built);
    const asked = await withQuestions(await withPictures(chapter.article), chapter.figure);
    const html = page(
      chapter.title,
      chapter.description,
      chapterBody(chapters, at, part("english"), asked, still),
    );
    writeFileSync(built(`${chapter.name}.html`), html);
    whole.push({ ...chapter, article: asked, figure: still });
  }
  const index = await indexBody(whole, part);
  writeFileSync(
    built("index.html"),
    page(courseOf(chapters), descriptionOf(chapters), index, "learn-index.css"),
  );
  return whole;
}

/** @param {readonly Chapter[]} chapters */
const descriptionOf = (chapters) =>
  `A course in multi-head attention that computes all it shows: ${chapters.length} short chapters, each with a picture, questions that check themselves, and something to do.`;

/** The keyboard scrolls a high figure. @param {string} figure */
const scrolling = (figure) => figure.replace("<aside>", '<aside aria-label="Figure" tabindex="0">');

/** @param {readonly Chapter[]} chapters @param {number} at @param {string} english says that the course is in English @param {string} article @param {string} figure */
function chapterBody(chapters, at, english, article, figure) {
  const [before, after] = [chapters[at - 1], chapters[at + 1]];
  const turn = [
    before && `<a href="${before.name}.html" rel="prev">← ${before.title}</a>`,
    after && `<a class="main" href="${after.name}.html" rel="next">${after.title} →</a>`,
  ];
  return `<main id="main" class="chapter" data-chapter="${chapters[at].name}">
      <nav class="chapters" aria-label="Chapters">
        <p><a href="./">${courseOf(chapters)}</a></p>
        ${list(chapters, at)}
      </nav>
      <div class="text">
        <p class="count">${at + 1} of ${chapters.length} ${english}</p>
        <h1>${chapters[at].title}</h1>
        ${article}
        <p class="turn">${turn.filter(Boolean).join(" ")}</p>
      </div>
      ${figure}
    </main>`;
}

/** @param {readonly Chapter[]} chapters @param {number} at the current chapter */
const list = (chapters, at) => `<ol class="list">
          ${chapters
            .map(
              (chapter, i) =>
                `<li ${chapterMarks(chapter)}><a href="${chapter.name}.html"${i === at ? ' aria-current="page"' : ""}>${chapter.title}</a></li>`,
            )
            .join("\n          ")}
        </ol>`;
