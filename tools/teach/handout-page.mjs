import { QUESTION } from "../lib/chapter-markup.mjs";
import { courseOf } from "../lib/course.mjs";
import { answerOf } from "./guide-page.mjs";

/** The course on paper: text, stills and questions of all chapters, and the answers at the end. */

/** @typedef {import("../lib/course.mjs").Chapter} Chapter */
/** @typedef {import("./teach.mjs").Planned} Planned */

/** @param {readonly Chapter[]} chapters with questions and stills in their markup @param {readonly Planned[]} planned */
export const handoutBody = (chapters, planned) => `<main id="main" class="teach handout">
      <p class="up"><a href="./">For teachers</a></p>
      <h1>${courseOf(chapters)}</h1>
      <p class="screen">
        This page is laid out for paper: print it, or let the browser save it as PDF. In a checkout, <code>npm run handout</code>
        writes build/site/teach/handout.pdf.
      </p>
      <ol class="contents">${chapters.map(({ name, title }) => `<li><a href="#${name}">${title}</a></li>`).join("")}<li class="last"><a href="#answers">Answers</a></li></ol>
      ${chapters.map(chapter).join("\n      ")}
      <section class="answers">
        <h2 id="answers">Answers</h2>
        ${planned.map(answers).join("\n        ")}
      </section>
    </main>`;

/** The shapes and formulas of all chapters, on one sheet of paper. @param {readonly Chapter[]} chapters */
export function sheetBody(chapters) {
  const tables = chapters.flatMap(
    ({ article }) => article.match(/<table>(?:(?!<table>)[^])*?>Shape<[^]*?<\/table>/g) ?? [],
  );
  const formulas = chapters.flatMap(({ name, title, article }) =>
    (article.match(/<div class="formula"[^]*?<\/div>/g) ?? []).map(
      (formula) =>
        `<h2><a href="../learn/${name}.html">${title}</a></h2>\n${formula.replace(/<\/?mha-value\b[^>]*>/g, "")}`,
    ),
  );
  return `<main id="main" class="teach sheet">
      <p class="up"><a href="./">For teachers</a></p>
      <h1>Multi-head attention on one sheet</h1>
      ${[...tables, ...formulas].join("\n      ")}
    </main>`;
}

/** @param {Chapter} chapter @param {number} at */
const chapter = ({ name, title, article, figure }, at) => `<section class="chapter">
        <h2 id="${name}">${at + 1}. ${title}</h2>
        <p class="lead">${pictures(figure)}</p>
        ${onPaper(article, `${at + 1}.`)}
      </section>`;

/** The stills of a chapter in light colours. @param {string} figure */
const pictures = (figure) =>
  [...figure.matchAll(/<img src="([^"]*)"([^>]*)>/g)]
    .map(([, file, more]) => `<img src="../learn/${file}"${more}>`)
    .join("");

/** A chapter's text with numbered questions, and without what only works on a screen. @param {string} article @param {string} prefix of numbers */
function onPaper(article, prefix) {
  let number = 0;
  return article
    .replace(
      QUESTION,
      (_whole, _attributes, card) =>
        `<div class="question"><p class="number">Question ${prefix}${++number}</p>${card}</div>`,
    )
    .replace(/<\/?(mha-[\w-]+|article)\b[^>]*>/g, "")
    .replace(/<a\b[^>]*\bhref="#[^>]*>([^]*?)<\/a\s*>/g, "$1")
    .replace(/\bhref="(\w+)\.html"/g, 'href="#$1"') // chapters follow one another on this page
    .replace(/<(\/?)h2\b/g, "<$1h3");
}

/** @param {Planned} chapter @param {number} at */
const answers = ({ title, items }, at) =>
  `<h3>${at + 1}. ${title}</h3><ol>${items.map((item) => `<li>${answerOf(item)}</li>`).join("")}</ol>`;
