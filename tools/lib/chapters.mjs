import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { FIGURE, chapterMarks } from "./chapter-markup.mjs";
import { COURSE_LANGUAGES, aroundIn, chaptersIn } from "./course-translations.mjs";
import { pageBelow } from "./page-below.mjs";
import { reportAddress } from "./report-link.mjs";
import { escaped } from "../../web/kit/text/escaped.js";

/** @import { Chapter } from "./course.mjs" */

/** Styles and scripts of a page of the course. @param {string} layout name of the styles of its layout */
const headOf = (layout) => `
    <script src="chapter-language.js"></script>
    <link rel="stylesheet" href="headscope.css" />
    <link rel="stylesheet" href="learn.css" />
    <link rel="stylesheet" href="${layout}" />
    <script type="module" src="modules/learn-page.js"></script>`;

/**
 * Writes learn/NAME.html for each chapter, and learn/index.html with the list of chapters; and the same in learn/LANGUAGE/.
 * @param {readonly Chapter[]} chapters
 * @param {string} to build/site
 * @param {(name: string) => string} part returns a part of all pages by name
 * @returns {Promise<Chapter[]>} the chapters with pictures, questions and stills in their markup
 */
export async function buildChapters(chapters, to, part) {
  rmSync(path.join(to, "learn"), { recursive: true, force: true });
  mkdirSync(path.join(to, "learn"));
  // A dynamic import, because stills.mjs loads the compiled core, which must be built first.
  const { withStills } = await import("./stills.mjs");
  /** @type {Chapter[]} */
  const whole = [];
  for (const chapter of chapters) {
    const inFolder = (/** @type {string} */ file) => path.join(to, "learn", file);
    const figure = await withStills(scrolling(chapter.figure), chapter.name, inFolder);
    whole.push({ ...chapter, figure });
  }
  const english = await buildLanguage("en", whole, path.join(to, "learn"), part);
  for (const lang of COURSE_LANGUAGES.slice(1)) {
    const folder = path.join(to, "learn", lang);
    mkdirSync(folder);
    const all = chaptersIn(chapters, lang).map((chapter, at) => chapterBelow(chapter, whole[at].figure));
    await buildLanguage(lang, all, folder, part);
  }
  return english;
}

/**
 * @param {string} lang @param {readonly Chapter[]} chapters with stills @param {string} to folder of the pages @param {(name: string) => string} part
 * @returns {Promise<Chapter[]>} the chapters with pictures and questions, too
 */
async function buildLanguage(lang, chapters, to, part) {
  const shell = pageBelow(part, "learn", { lang, translations: COURSE_LANGUAGES });
  const page = (
    /** @type {string} */ title,
    /** @type {string} */ description,
    /** @type {string} */ body,
    layout = "learn-layout.css",
  ) => shell({ title: `${title} · Headscope`, description, head: `${part("core")}${headOf(layout)}`, body });
  const { withQuestions } = await import("./questions.mjs");
  const { withPictures } = await import("./chapter-pictures.mjs");
  const { indexBody, minutesIn } = await import("./course-index.mjs");
  const words = aroundIn(lang);
  /** @type {(Chapter & { minutes: string })[]} */
  const whole = [];
  for (const [at, chapter] of chapters.entries()) {
    const article = await withQuestions(
      await withPictures(chapter.article, chapter.lang),
      chapter.figure,
      lang,
    );
    const minutes = minutesIn(lang, chapter);
    whole.push({ ...chapter, article, minutes });
    const html = page(
      chapter.title,
      chapter.description,
      chapterBody(lang, chapters, at, {
        ...{ article, figure: chapter.figure },
        said: `· ${minutes} ${noteOf(lang, chapter, part)}`,
      }),
    );
    writeFileSync(path.join(to, `${chapter.name}.html`), html);
  }
  const index = await indexBody(lang, whole, part);
  writeFileSync(
    path.join(to, "index.html"),
    page(words.course(chapters.length), words.description(chapters.length), index, "learn-index.css"),
  );
  return whole;
}

/** A chapter for a folder of learn/: its links start one folder lower, and its figures have the stills of the English chapter. @param {Chapter} chapter @param {string} drawn figure with stills */
function chapterBelow(chapter, drawn) {
  const stills = Array.from(drawn.matchAll(/<noscript>.*?<\/noscript>/gs), ([still]) =>
    still.replace(/\b(src|srcset)="/g, '$1="../'),
  );
  let at = 0;
  const figure = linkedBelow(scrolling(chapter.figure)).replace(
    FIGURE,
    (whole) => whole + (stills[at++] ?? ""),
  );
  return { ...chapter, article: linkedBelow(chapter.article), figure };
}

/** @param {string} html */
const linkedBelow = (html) => html.replace(/\b(href|src)="\.\.\//g, '$1="../../');

/** The note for a chapter in English on a page in another language. @param {string} lang @param {Chapter} chapter @param {(name: string) => string} part */
const noteOf = (lang, chapter, part) => (lang === "en" || chapter.lang === "en" ? part("english") : "");

/** The keyboard scrolls a high figure. @param {string} figure */
const scrolling = (figure) => figure.replace("<aside>", '<aside aria-label="Figure" tabindex="0">');

/** @param {string} lang @param {readonly Chapter[]} chapters @param {number} at @param {{ article: string, figure: string, said: string }} parts with what is said beside the chapter's number */
function chapterBody(lang, chapters, at, { article, figure, said }) {
  const [before, after] = [chapters[at - 1], chapters[at + 1]];
  const words = aroundIn(lang);
  const turn = [
    before && `<a href="${before.name}.html" rel="prev">← ${before.title}</a>`,
    after && `<a class="main" href="${after.name}.html" rel="next">${after.title} →</a>`,
  ];
  const own = chapters[at].lang === lang ? "" : ` lang="${chapters[at].lang}"`;
  return `<main id="main" class="chapter" data-chapter="${chapters[at].name}">
      <nav class="chapters" aria-label="${words.chapters}">
        <p><a href="./">${words.course(chapters.length)}</a></p>
        ${list(chapters, at)}
      </nav>
      <div class="text">
        <p class="count">${words.place(at + 1, chapters.length)} ${said}</p>
        <h1${own}>${chapters[at].title}</h1>
        ${needsOf(words.needs, chapters, at)}
        ${own ? article.replace("<article>", `<article${own}>`) : article}
        <p class="turn">${turn.filter(Boolean).join(" ")}</p>
        ${relatedTo(words.related, chapters, at)}
        ${reportLink(words.report, chapters[at])}
      </div>
      ${figure.replace('<aside aria-label="Figure"', `<aside aria-label="${words.figure}"`)}
    </main>`;
}

/** @param {Chapter} chapter */
const linkTo = ({ name, title }) => `<a href="${name}.html">${title}</a>`;

/** The chapters that a chapter builds on. @param {string} words @param {readonly Chapter[]} chapters @param {number} at */
function needsOf(words, chapters, at) {
  const links = chapters.filter(({ name }) => chapters[at].needs.includes(name)).map(linkTo);
  return links.length ? `<p class="count needs">${words} ${links.join(" · ")}</p>` : "";
}

/** The later chapters that build on a chapter, each with what it is about. The next chapter has a link of its own. @param {string} words @param {readonly Chapter[]} chapters @param {number} at */
function relatedTo(words, chapters, at) {
  const later = chapters.slice(at + 2).filter(({ needs }) => needs.includes(chapters[at].name));
  if (!later.length) return "";
  return `<nav class="related" aria-label="${words}">
          <p class="count">${words}</p>
          <ul>${later.map((chapter) => `<li>${linkTo(chapter)} ${chapter.description}</li>`).join("")}</ul>
        </nav>`;
}

/** A link that reports a wrong sentence; empty if package.json names no repository. @param {string} words @param {Chapter} chapter */
function reportLink(words, { name, title }) {
  const address = reportAddress(`${name}: ${title}`);
  return address ? `<p class="count"><a href="${escaped(address)}">${words}</a></p>` : "";
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
