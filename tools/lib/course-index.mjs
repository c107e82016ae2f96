import { QUESTIONS } from "../../web/learn/state/quiz.js";
import { minutesOf } from "../teach/plan.mjs";
import { QUESTION, attributesOf, chapterMarks } from "./chapter-markup.mjs";
import { courseOf } from "./course.mjs";
import { chapterPicture, pictureList } from "./index-pictures.mjs";

/** @import { Chapter } from "./course.mjs" */

/** Chapters for readers who have an examination on the shapes of attention. */
const EXAM = ["split", "view", "home"];

/**
 * The body of learn/index.html: a picture of every chapter, its minutes, and how many of its questions the reader has answered.
 * @param {readonly Chapter[]} chapters @param {(name: string) => string} part  returns a part of all pages by name
 */
export async function indexBody(chapters, part) {
  const items = [];
  for (const chapter of chapters) items.push(await itemOf(chapter));
  return `<main id="main" class="course pictured">
      <div class="above">
        <h1>${courseOf(chapters)}</h1>
        <p class="lead">Each is a picture that computes what it shows. Your answers stay in this browser. ${part("english")}</p>
        <p class="turn"><a class="main" id="begin" href="${chapters[0].name}.html">Start ▸</a> <a href="../labs/">All labs</a> <a href="../bugs/">Bugs</a></p>
      </div>
      <p class="exam">Tomorrow’s exam: ${EXAM.map((name) => numbered(chapters, name)).join("")}</p>
      ${pictureList(items)}
      ${part("progress")}
      <p>
        To show a chapter in a lecture, add <a href="${chapters[0].name}.html?present"><code>?present</code></a> to its address:
        large text, part by part, with the arrow keys.
      </p>
    </main>`;
}

/** @param {readonly Chapter[]} chapters @param {string} name */
function numbered(chapters, name) {
  const at = chapters.findIndex((chapter) => chapter.name === name);
  return `<a href="${name}.html" aria-label="${at + 1}. ${chapters[at].title}">${at + 1}</a>`;
}

/** @param {Chapter} chapter @returns {Promise<import("./index-pictures.mjs").Item>} */
async function itemOf(chapter) {
  const asked = [...chapter.article.matchAll(QUESTION)].map(([, attributes]) => attributesOf(attributes));
  const levels = asked.flatMap((each) => QUESTIONS.get(each.get("question") ?? "")?.level ?? []);
  return {
    href: `${chapter.name}.html`,
    picture: await chapterPicture(chapter),
    title: chapter.title,
    said: `${minutesOf(chapter.article, levels)} min<span class="answered"></span>`,
    marks: chapterMarks(chapter),
  };
}
