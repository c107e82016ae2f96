import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { AROUND } from "./course-translations.mjs";
import { inRoot } from "./paths.mjs";

/**
 * The chapters as their files have them.
 *
 * @typedef {object} Chapter
 * @property {string} name         file name without the ending
 * @property {string} title
 * @property {string} description
 * @property {readonly string[]} needs  names of the chapters that it builds on
 * @property {number} [lecture]    of the syllabus's two lectures, from 1; a chapter without one is read at home
 * @property {Readonly<Record<string, string>>} [moved]  ids that earlier editions had here, with the chapters that have them now
 * @property {string} lang         tag of the language of its text
 * @property {string} [english]    markup of the English text, of a translation
 * @property {string} article      markup of the text
 * @property {string} figure       markup of the figure
 */

/** The title of the course. @param {readonly Chapter[]} chapters */
export const courseOf = (chapters) => AROUND.en.course(chapters.length);

const FOLDER = inRoot("web/site/learn");

/** The chapters in reading order. @returns {Chapter[]} */
export function readCourse() {
  /** @type {Omit<Chapter, "lang" | "english" | "article" | "figure">[]} */
  const listed = JSON.parse(readFileSync(path.join(FOLDER, "chapters.json"), "utf8"));
  const known = readdirSync(FOLDER).filter((file) => file.endsWith(".html"));
  const missing = known.filter((file) => !listed.some(({ name }) => `${name}.html` === file));
  if (missing.length) throw new Error(`chapters.json does not name ${missing.join(", ")}`);
  return listed.map((chapter) => ({
    ...chapter,
    lang: "en",
    ...parts(readFileSync(path.join(FOLDER, `${chapter.name}.html`), "utf8")),
  }));
}

/** @param {string} text of a chapter's file */
function parts(text) {
  const [, article, figure] = /(<article>.*<\/article>)\s*(<aside>.*<\/aside>)/s.exec(text) ?? [];
  if (!article) throw new Error("a chapter is an <article> and an <aside>");
  return { article, figure };
}
