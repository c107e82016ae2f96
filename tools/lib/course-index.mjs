import { QUESTIONS } from "../../web/learn/state/quiz.js";
import { minutesOf } from "../teach/plan.mjs";
import { QUESTION, attributesOf, chapterMarks } from "./chapter-markup.mjs";
import { aroundIn } from "./course-translations.mjs";
import { chapterPicture, pictureList } from "./index-pictures.mjs";

/** @import { Chapter } from "./course.mjs" */

/** Chapters for readers who have an examination on the shapes of attention. */
const EXAM = ["split", "view", "home"];

/**
 * The body of learn/index.html: a picture of every chapter, its minutes, and how many of its questions the reader has answered.
 * @param {string} lang @param {readonly (Chapter & { minutes: string })[]} chapters @param {(name: string) => string} part  returns a part of all pages by name
 */
export async function indexBody(lang, chapters, part) {
  const words = aroundIn(lang);
  const up = lang === "en" ? "../" : "../../";
  const first = chapters[0].name;
  const items = [];
  for (const chapter of chapters) items.push(await itemOf(lang, chapter));
  return `<main id="main" class="course pictured">
      <div class="above">
        <h1>${words.course(chapters.length)}</h1>
        <p class="lead">${words.lead} ${chapters.some((chapter) => chapter.lang === "en") ? part("english") : ""}</p>
        <p class="turn"><a class="main" id="begin" data-said="${words.goOn} ▸" href="${first}.html">${words.start} ▸</a> <a href="${up}labs/">${words.labs}</a> <a href="${up}bugs/">${words.bugs}</a></p>
      </div>
      <p class="exam">${words.exam} ${EXAM.map((name) => numbered(chapters, name)).join("")}</p>
      ${pictureList(items)}
      ${part("progress")}
      <p>
        ${words.present(`<a href="${first}.html?present"><code>?present</code></a>`)}
      </p>
    </main>`;
}

/** @param {readonly Chapter[]} chapters @param {string} name */
function numbered(chapters, name) {
  const at = chapters.findIndex((chapter) => chapter.name === name);
  return `<a href="${name}.html" aria-label="${at + 1}. ${chapters[at].title}">${at + 1}</a>`;
}

/** The minutes of a chapter, in words of its language: of its text, without the words of pictures and questions. @param {string} lang @param {Chapter} chapter */
export function minutesIn(lang, chapter) {
  const asked = [...chapter.article.matchAll(QUESTION)].map(([, attributes]) => attributesOf(attributes));
  const levels = asked.flatMap((each) => QUESTIONS.get(each.get("question") ?? "")?.level ?? []);
  return aroundIn(lang).minutes(minutesOf(chapter.english ?? chapter.article, levels));
}

/** @param {string} lang @param {Chapter & { minutes: string }} chapter @returns {Promise<import("./index-pictures.mjs").Item>} */
async function itemOf(lang, chapter) {
  return {
    href: `${chapter.name}.html`,
    picture: await chapterPicture(chapter, lang),
    title: chapter.title,
    said: `${chapter.minutes}<span class="answered" data-said=" · ${aroundIn(lang).answered}"></span>`,
    marks: chapterMarks(chapter),
  };
}
