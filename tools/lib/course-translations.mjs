import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./paths.mjs";

/** @import { Chapter } from "./course.mjs" */

/**
 * Translations of the course: web/site/learn/LANGUAGE/NAME.html has the markup of web/site/learn/NAME.html with its text in the language, and chapters.json beside it the
 * titles and descriptions. A chapter without a translation that fits is in English.
 */

/** Words around the chapters, by language. */
export const AROUND = {
  en: {
    course: (/** @type {number} */ count) => `Multi-head attention, in ${count} chapters`,
    description: (/** @type {number} */ count) =>
      `A course in multi-head attention that computes all it shows: ${count} short chapters, each with a picture, questions that check themselves, and something to do.`,
    chapters: "Chapters",
    report: "Report a wrong sentence",
    /** Before the chapters that a chapter builds on. */
    needs: "Builds on",
    related: "What builds on it",
    figure: "Figure",
    question: "link to this question",
    place: (/** @type {number} */ at, /** @type {number} */ count) => `${at} of ${count}`,
    lead: "Each is a picture that computes what it shows. Your answers stay in this browser.",
    start: "Start",
    /** With {} for a number. */
    goOn: "Go on with {}",
    answered: "{} of {} answered",
    labs: "All labs",
    bugs: "Bugs",
    exam: "Exam tomorrow? Chapters",
    minutes: (/** @type {number} */ count) => `${count} min`,
    present: (/** @type {string} */ link) =>
      `To show a chapter in a lecture, add ${link} to its address: large text, part by part, with the arrow keys.`,
  },
  fr: {
    course: (/** @type {number} */ count) => `L’attention multi-têtes, en ${count} chapitres`,
    description: (/** @type {number} */ count) =>
      `Un cours sur l’attention multi-têtes qui calcule tout ce qu’il montre : ${count} chapitres courts, chacun avec une figure, des questions qui se corrigent elles-mêmes et quelque chose à faire.`,
    chapters: "Chapitres",
    report: "Signaler une phrase fausse",
    needs: "S’appuie sur",
    related: "Ce qui s’appuie dessus",
    figure: "Figure",
    question: "lien vers cette question",
    place: (/** @type {number} */ at, /** @type {number} */ count) => `${at} sur ${count}`,
    lead: "Chacun est une figure qui calcule ce qu’elle montre. Vos réponses restent dans ce navigateur.",
    start: "Commencer",
    goOn: "Continuer au {}",
    answered: "{} sur {} avec réponse",
    labs: "Tous les labos",
    bugs: "Erreurs",
    exam: "Examen demain ? Chapitres",
    minutes: (/** @type {number} */ count) => `${count} min`,
    present: (/** @type {string} */ link) =>
      `Pour montrer un chapitre dans un cours, ajoutez ${link} à son adresse : grand texte, partie par partie, avec les flèches du clavier.`,
  },
  zh: {
    course: (/** @type {number} */ count) => `多头注意力，共 ${count} 章`,
    description: (/** @type {number} */ count) =>
      `一门关于多头注意力的课程，所示的一切都由计算得出：${count} 个短章，每章有图、可自行批改的问题，还有可动手做的内容。`,
    chapters: "章节",
    report: "报告错误的句子",
    needs: "基于",
    related: "以此为基础的章节",
    figure: "图",
    question: "此题的链接",
    place: (/** @type {number} */ at, /** @type {number} */ count) => `第 ${at} 章，共 ${count} 章`,
    lead: "每一章都是一幅图，所示的内容由图自己计算。您的答案保存在此浏览器中。",
    start: "开始",
    goOn: "继续第 {} 章",
    answered: "已答 {}/{}",
    labs: "全部实验",
    bugs: "错误",
    exam: "明天考试？看这几章：",
    minutes: (/** @type {number} */ count) => `${count} 分钟`,
    present: (/** @type {string} */ link) =>
      `要在课堂上展示一章，请在其地址后加上 ${link}：大字，逐部分显示，用方向键翻页。`,
  },
};

/** Languages of the course, by tag. */
export const COURSE_LANGUAGES = Object.keys(AROUND);

/** @param {string} lang @returns {typeof AROUND.en} */
export const aroundIn = (lang) => AROUND[/** @type {keyof typeof AROUND} */ (lang)];

/** @param {readonly Chapter[]} chapters in English @param {string} lang @returns {Chapter[]} the chapters in the language, or in English where no translation fits */
export const chaptersIn = (chapters, lang) =>
  lang === "en" ? [...chapters] : chapters.map((chapter) => translationOf(chapter, lang) ?? chapter);

/** @param {Chapter} chapter in English @param {string} lang @returns {Chapter | null} null if there is no translation with the same markup */
export function translationOf(chapter, lang) {
  const folder = inRoot("web/site/learn", lang);
  const file = path.join(folder, `${chapter.name}.html`);
  if (!existsSync(file)) return null;
  const titles = JSON.parse(readFileSync(path.join(folder, "chapters.json"), "utf8"));
  if (!titles[chapter.name]) return null;
  const [, article, figure] =
    /(<article>.*<\/article>)\s*(<aside>.*<\/aside>)/s.exec(readFileSync(file, "utf8")) ?? [];
  const isSame = article && markupOf(article + figure) === markupOf(chapter.article + chapter.figure);
  return isSame
    ? { ...chapter, ...titles[chapter.name], article, figure, lang, english: chapter.article }
    : null;
}

/** Attributes whose values a translation writes in its language. */
const SAID = /\s+(?:alt|aria-label|caption|title)="[^"]*"/g;

/** The tags of a markup with their attributes, without those that are said, in alphabetical order: translations put words in another order. @param {string} html */
export const markupOf = (html) =>
  Array.from(html.matchAll(/<[\w-]+(?:\s+[\w-]+(?:="[^"]*")?)*/g), ([tag]) =>
    tag.replace(SAID, "").replace(/\s+/g, " ").trim(),
  )
    .sort()
    .join("\n");
