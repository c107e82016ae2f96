import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pageBelow } from "./page-below.mjs";

/** @import { Chapter } from "./course.mjs" */

/** The title of the course; a chapter's file contains its text and its figure. @param {readonly Chapter[]} chapters */
export const courseOf = (chapters) => `Multi-head attention, in ${chapters.length} chapters`;

/** Styles and scripts of a chapter. */
const HEAD = `
    <link rel="stylesheet" href="headscope.css" />
    <link rel="stylesheet" href="learn.css" />
    <link rel="stylesheet" href="learn-layout.css" />
    <script type="module" src="modules/learn-page.js"></script>`;

/**
 * Writes learn/NAME.html for each chapter, and learn/index.html with the list of chapters.
 * @param {readonly Chapter[]} chapters
 * @param {string} to build/site
 * @param {(name: string) => string} part returns a part of all pages by name
 * @returns {Promise<Chapter[]>} the chapters with questions and stills in their markup
 */
export async function buildChapters(chapters, to, part) {
  rmSync(path.join(to, "learn"), { recursive: true, force: true });
  mkdirSync(path.join(to, "learn"));
  const shell = pageBelow(part, "learn");
  const page = (/** @type {string} */ title, /** @type {string} */ description, /** @type {string} */ body) =>
    shell({ title: `${title} · Headscope`, description, head: `${part("core")}${HEAD}`, body });
  // Imported only now: stills need the built core.
  const { withStills } = await import("./stills.mjs");
  const { withQuestions } = await import("./questions.mjs");
  const built = (/** @type {string} */ file) => path.join(to, "learn", file);
  /** @type {Chapter[]} */
  const whole = [];
  for (const [at, chapter] of chapters.entries()) {
    const still = await withStills(scrolling(chapter.figure), chapter.name, built);
    const asked = await withQuestions(chapter.article, chapter.figure);
    const html = page(chapter.title, chapter.description, chapterBody(chapters, at, asked, still));
    writeFileSync(built(`${chapter.name}.html`), html);
    whole.push({ ...chapter, article: asked, figure: still });
  }
  const all = page(courseOf(chapters), descriptionOf(chapters), indexBody(chapters, part("progress")));
  writeFileSync(path.join(to, "learn/index.html"), all);
  return whole;
}

/** @param {readonly Chapter[]} chapters */
const descriptionOf = (chapters) =>
  `A course in multi-head attention that computes all it shows: ${chapters.length} short chapters, each with a picture, questions that check themselves, and something to do.`;

/** Shown on pages in another language. */
const ENGLISH = ` <span class="english" data-say="english">The course is in English.</span>`;

/** The keyboard scrolls a high figure. @param {string} figure */
const scrolling = (figure) => figure.replace("<aside>", '<aside aria-label="Figure" tabindex="0">');

/** @param {readonly Chapter[]} chapters @param {number} at @param {string} article @param {string} figure */
function chapterBody(chapters, at, article, figure) {
  const [before, after] = [chapters[at - 1], chapters[at + 1]];
  const turn = [
    before && `<a href="${before.name}.html" rel="prev">← ${before.title}</a>`,
    after && `<a class="main" href="${after.name}.html" rel="next">${after.title} →</a>`,
  ];
  return `<main id="main" class="chapter" data-chapter="${chapters[at].name}">
      <nav class="chapters" aria-label="Chapters">
        <p><a href="./">${courseOf(chapters)}</a></p>
        ${list(chapters, ({ title }) => title, at)}
      </nav>
      <div class="text">
        <p class="count">${at + 1} of ${chapters.length}${ENGLISH}</p>
        <h1>${chapters[at].title}</h1>
        ${article}
        <p class="turn">${turn.filter(Boolean).join(" ")}</p>
      </div>
      ${figure}
    </main>`;
}

/** @param {readonly Chapter[]} chapters @param {string} progress  controls of the reader's answers */
const indexBody = (chapters, progress) => `<main id="main" class="course">
      <h1>${courseOf(chapters)}</h1>
      <p class="lead">
        Each chapter is a picture that computes what it shows, a few paragraphs, and questions to answer before you look. They
        take some minutes each. Your answers stay in this browser.${ENGLISH}
      </p>
      <p>
        <a href="../labs/">All labs</a>, one thing to turn each. To show a chapter in a lecture, add
        <a href="${chapters[0].name}.html?present"><code>?present</code></a> to its address: large text, part by part,
        with the arrow keys.
      </p>
      ${list(chapters, ({ title, description }) => `<b>${title}</b> <span>${description}</span>`)}
      ${progress}
    </main>`;

/** @param {readonly Chapter[]} chapters @param {(chapter: Chapter) => string} said @param {number} [at] the current chapter */
const list = (chapters, said, at) => `<ol class="list">
          ${chapters
            .map(
              (chapter, i) =>
                `<li data-chapter="${chapter.name}"><a href="${chapter.name}.html"${i === at ? ' aria-current="page"' : ""}>${said(chapter)}</a></li>`,
            )
            .join("\n          ")}
        </ol>`;
