import { asWritten } from "../../web/kit/state/attribute-values.js";
import { ROWS } from "../../web/kit/state/shown.js";
import { escaped } from "../../web/kit/text/escaped.js";

/** @import { Chapter } from "./course.mjs" */

/** Finds the elements in a chapter's markup, and reads their attributes. */

/** A question: its attributes, and its card with the link to it where withQuestions() has written them. */
export const QUESTION =
  /<mha-predict\b([^>]*)>([^]*?)<\/mha-predict\s*>(?:<a class="link"[^>]*>[^<]*<\/a>)?/g;

/** A figure: its tag and its attributes. Labs and models are no figures here, because they only show something in use. */
export const FIGURE = /<(mha-(?!lab|models)[\w-]+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*><\/\1>/g;

const ATTRIBUTE = /([\w-]+)(?:="([^"]*)")?/g;

/** @param {string} attributes attributes as text @returns {ReadonlyMap<string, string>} */
export const attributesOf = (attributes) =>
  new Map(Array.from(attributes.matchAll(ATTRIBUTE), ([, key, text = ""]) => [key, text]));

/** Attributes of a chapter in a list of chapters, for scripts: its questions, and the chapters of the questions that moved. @param {Chapter} chapter */
export function chapterMarks({ name, article, moved }) {
  const asked = [...article.matchAll(QUESTION)].length;
  const now = moved ? ` data-moved="${escaped(JSON.stringify(moved))}"` : "";
  return `data-chapter="${name}" data-questions="${asked}"${now}`;
}

/** The state that a figure's attributes set: values by the names of their rows. @param {ReadonlyMap<string, string>} attributes */
export const valuesOf = (attributes) =>
  Object.fromEntries(
    ROWS.filter(({ attribute }) => attributes.has(attribute)).map((row) => [
      row.name,
      asWritten(row, /** @type {string} */ (attributes.get(row.attribute))),
    ]),
  );
