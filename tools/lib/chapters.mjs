import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pageBelow } from "./page-below.mjs";

/**
 * @typedef {{ name: string, title: string, description: string }} Chapter
 */

/** The title of the course; a chapter's file contains its text and its figure. @param {readonly Chapter[]} chapters */
const courseOf = (chapters) => `Multi-head attention, in ${chapters.length} chapters`;

/** Styles and scripts of a chapter. */
const HEAD = `
    <link rel="stylesheet" href="headscope.css" />
    <link rel="stylesheet" href="learn.css" />
    <link rel="stylesheet" href="learn-layout.css" />
    <script type="module" src="modules/learn-page.js"></script>`;

/**
 * Writes learn/NAME.html for each chapter, and learn/index.html with the list of chapters.
 * @param {string} from web/site
 * @param {string} to build/site
 * @param {(name: string) => string} part returns a part of all pages by name
 */
export async function buildChapters(from, to, part) {
  const folder = path.join(from, "learn");
  /** @type {Chapter[]} */
  const chapters = JSON.parse(readFileSync(path.join(folder, "chapters.json"), "utf8"));
  rmSync(path.join(to, "learn"), { recursive: true, force: true });
  mkdirSync(path.join(to, "learn"));
  const known = readdirSync(folder).filter((file) => file.endsWith(".html"));
  const missing = known.filter((file) => !chapters.some(({ name }) => `${name}.html` === file));
  if (missing.length) throw new Error(`chapters.json does not name ${missing.join(", ")}`);
  const shell = pageBelow(part, "learn");
  const page = (/** @type {string} */ title, /** @type {string} */ description, /** @type {string} */ body) =>
    shell({ title: `${title} · Headscope`, description, head: `${part("core")}${HEAD}`, body });
  // Imported only now: stills need the built core.
  const { withStills } = await import("./stills.mjs");
  const { withQuestions } = await import("./questions.mjs");
  const built = (/** @type {string} */ file) => path.join(to, "learn", file);
  for (const [at, chapter] of chapters.entries()) {
    const [article, figure] = parts(readFileSync(path.join(folder, `${chapter.name}.html`), "utf8"));
    const still = await withStills(figure, chapter.name, built);
    const asked = await withQuestions(article, figure);
    const html = page(chapter.title, chapter.description, chapterBody(chapters, at, asked, still));
    writeFileSync(built(`${chapter.name}.html`), html);
  }
  const all = page(courseOf(chapters), descriptionOf(chapters), indexBody(chapters));
  writeFileSync(path.join(to, "learn/index.html"), all);
}

/** @param {readonly Chapter[]} chapters */
const descriptionOf = (chapters) =>
  `A course in multi-head attention that computes all it shows: ${chapters.length} short chapters, each with a picture, questions that check themselves, and something to do.`;

/** @param {string} text @returns {[string, string]} the text and the figure of a chapter */
function parts(text) {
  const [, article, figure] = /(<article>.*<\/article>)\s*(<aside>.*<\/aside>)/s.exec(text) ?? [];
  if (!article) throw new Error("a chapter is an <article> and an <aside>");
  return [article, figure.replace("<aside>", '<aside aria-label="Figure" tabindex="0">')]; // a high figure scrolls
}

/** @param {Chapter[]} chapters @param {number} at @param {string} article @param {string} figure */
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
        <p class="count">${at + 1} of ${chapters.length}</p>
        <h1>${chapters[at].title}</h1>
        ${article}
        <p class="turn">${turn.filter(Boolean).join(" ")}</p>
      </div>
      ${figure}
    </main>`;
}

/** @param {Chapter[]} chapters */
const indexBody = (chapters) => `<main id="main" class="course">
      <h1>${courseOf(chapters)}</h1>
      <p class="lead">
        Each chapter is a picture that computes what it shows, a few paragraphs, and questions to answer before you look. They
        take some minutes each. Your answers stay in this browser.
      </p>
      <p>
        <a href="../labs/">All labs</a>, one thing to turn each. To show a chapter in a lecture, add
        <a href="${chapters[0].name}.html?present"><code>?present</code></a> to its address: large text, part by part,
        with the arrow keys.
      </p>
      ${list(chapters, ({ title, description }) => `<b>${title}</b> <span>${description}</span>`)}
      <p class="progress" hidden><button type="button" id="forget">Forget what I answered</button></p>
    </main>`;

/** @param {Chapter[]} chapters @param {(chapter: Chapter) => string} said @param {number} [at] the current chapter */
const list = (chapters, said, at) => `<ol class="list">
          ${chapters
            .map(
              (chapter, i) =>
                `<li data-chapter="${chapter.name}"><a href="${chapter.name}.html"${i === at ? ' aria-current="page"' : ""}>${said(chapter)}</a></li>`,
            )
            .join("\n          ")}
        </ol>`;
