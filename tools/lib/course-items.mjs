import { asWritten } from "../../web/learn/state/answers.js";
import { QUESTIONS, judgeAnswer } from "../../web/learn/state/quiz.js";
import { OPENING } from "../../web/kit/state/settings.js";
import { QUESTION, attributesOf } from "./chapter-markup.mjs";
import { figurePicture } from "./figure-picture.mjs";
import { askedOf, figureOf } from "./questions.mjs";

/**
 * The questions of the course as plain data, with their answers computed by the core.
 *
 * @typedef {import("../teach/item.mjs").Item} Item
 * @typedef {import("../teach/item.mjs").Group} Group
 * @typedef {import("./course.mjs").Chapter} Chapter
 * @typedef {import("../../web/learn/state/quiz.js").Put} Put
 * @typedef {import("../../web/learn/state/questions/question.js").Value} Value
 */

/**
 * All questions by chapter, and those of no chapter at the end.
 * @param {import("../../web/core/index.js").Core} core
 * @param {readonly Chapter[]} chapters
 * @param {readonly number[]} turns  variants to ask
 * @returns {Group[]}
 */
export function groupsOf(core, chapters, turns) {
  const asked = new Set(chapters.flatMap(questionsIn).map((each) => attributesOf(each).get("question")));
  const rest = [...QUESTIONS.keys()].filter((id) => !asked.has(id));
  const sources = rest.length ? [...chapters, furtherQuestions(rest)] : chapters;
  return sources.map((chapter) => ({
    name: chapter.name,
    title: chapter.title,
    items: questionsIn(chapter).flatMap((each) => itemsOf(core, chapter, each, turns)),
  }));
}

/** Questions of no chapter, about the opening sentence. @param {readonly string[]} ids @returns {Chapter} */
const furtherQuestions = (ids) => ({
  ...{ name: "more", title: "Further questions", description: "", needs: [], lang: "en" },
  article: ids.map((id) => `<mha-predict id="${id}" for="fig" question="${id}"></mha-predict>`).join(""),
  figure: `<mha-shape-walk id="fig" tokens="${OPENING}"></mha-shape-walk>`,
});

/** Attributes of each mha-predict of a chapter. @param {Chapter} chapter */
const questionsIn = ({ article }) => [...article.matchAll(QUESTION)].map(([, attributes]) => attributes);

/**
 * One question in several variants, without repetition.
 * @param {import("../../web/core/index.js").Core} core
 * @param {Chapter} chapter @param {string} attributes @param {readonly number[]} turns
 * @returns {Item[]}
 */
function itemsOf(core, chapter, attributes, turns) {
  const id = attributesOf(attributes).get("id") ?? "";
  const settings = figureOf(attributes, chapter.figure);
  const picture = figurePicture(core, settings);
  const { dModel, numHeads } = picture.config;
  picture.dispose();
  const where = chapter.description && `About the figure of “${chapter.title}”: `;
  const about = `${where}“${settings.tokens.join(" ")}”, d_model ${dModel}, ${numHeads} heads.`;
  const all = askedOf(core, attributes, chapter.figure, turns)
    .filter((it) => it !== null)
    .map((it) => itemOf(it, chapter.name, id, about));
  const key = (/** @type {Item} */ { asks, answer, choices }) => JSON.stringify([asks, answer, choices]);
  const keys = all.map(key);
  return all.filter((_, i) => keys.indexOf(keys[i]) === i);
}

/** @param {Put} it @param {string} chapter @param {string} question @param {string} setting @returns {Item} */
function itemOf(it, chapter, question, setting) {
  const { kind, level, about, within = 0 } = it.question;
  const options =
    kind === "line" ? (it.facts.lines ?? []) : kind === "choice" ? it.choices.map(({ text }) => text) : [];
  const wrong = options.length ? [] : Object.values(it.facts.wrong);
  return {
    ...{ id: `${chapter}-${question}-${it.turn}`, question, turn: it.turn },
    ...{ setting, kind, level, about, within, asks: it.asks, why: it.why },
    answer: it.answer,
    typed: typed(it.facts.answer),
    choices: options.map((text, i) => ({ text, ...verdict(it, String(i)) })),
    wrong: wrong
      .map((value) => ({ ...verdict(it, typed(value)), text: said(value), typed: typed(value) }))
      .filter((each, i, all) => !each.right && all.findIndex((other) => other.typed === each.typed) === i),
  };
}

/** An answer as a student types it. @param {Value} value */
const typed = (value) =>
  typeof value === "number" ? String(value) : value.length ? asWritten(value) : "none";

/** An answer as the course writes it. @param {Value} value */
const said = (value) => (typeof value === "number" ? asWritten(value) : typed(value));

/** @param {Put} it @param {string} given */
function verdict(it, given) {
  const judged = judgeAnswer(it, given);
  if ("unread" in judged) throw new Error(`${it.question.id}: ${judged.unread}`);
  return { right: judged.right, why: judged.why ?? "" };
}
