import { HeadscopeError } from "../../core/errors.js";
import { compute } from "../../kit/state/picture.js";
import { UNREAD, questionWords } from "../words/index.js";
import { say } from "../../kit/text/words.js";
import { ATTENTION, FOUND, WRITING } from "./questions/attention.js";
import { BLOCK, COST } from "./questions/cost.js";
import { CODE, PATHS } from "./questions/paths.js";
import { LEARNING } from "./questions/learning.js";
import { MASKS } from "./questions/masks.js";
import { MEMORY } from "./questions/memory.js";
import { POSITION } from "./questions/position.js";
import { PICTURES } from "./questions/pictures.js";
import { SHAPES } from "./questions/shapes.js";
import { asWritten, isSameValue, valuesRead } from "./answers.js";

/**
 * @typedef {import("./questions/question.js").Question} Question
 * @typedef {import("./questions/question.js").Value} Value
 * @typedef {import("./questions/question.js").Facts} Facts
 *
 * @typedef {object} Put  a question with its words
 * @property {Question} question
 * @property {number} turn
 * @property {Facts} facts
 * @property {string} asks
 * @property {string} lang     tag of the language of its words
 * @property {readonly { value: Value, text: string }[]} choices  for choices, in order of display
 * @property {string} answer   formatted answer
 * @property {string} why
 *
 * @typedef {{ right: boolean, why: string | null, read?: readonly number[] } | { unread: string }} Verdict  why: the cause of a wrong answer, if known; read: the numbers that a wrong answer may mean, if a comma or a point leaves a doubt
 */

/** The questions of the course, by id. @type {ReadonlyMap<string, Question>} */
export const QUESTIONS = new Map(
  [
    ...SHAPES,
    ...MEMORY,
    ...ATTENTION,
    ...MASKS,
    ...PATHS,
    ...POSITION,
    ...BLOCK,
    ...PICTURES,
    ...COST,
    ...LEARNING,
    ...FOUND,
    ...WRITING,
    ...CODE,
  ].map((question) => [question.id, question]),
);

/**
 * @param {Question} question @param {number} turn
 * @param {import("../../kit/state/picture.js").Picture} picture @param {import("../../core/index.js").Core} core core of the picture
 * @param {import("../../kit/text/words.js").Localized} [speaker] language of the question
 * @returns {Put | null} null if the figure lacks the subject
 */
export function askQuestion(question, turn, picture, core, speaker) {
  const facts = missingNeeds(question, picture) ? null : factsOf(question, turn, picture, core);
  if (!facts) return null;
  const words = questionWords(question.id, speaker);
  const given = { ...facts.given, speaker };
  const formatAnswer = (/** @type {Value} */ value) => words.choice?.(value, given) ?? asWritten(value);
  const told = { ...facts.given, answer: formatAnswer(facts.answer) };
  return {
    question,
    turn,
    facts,
    asks: words.ask(facts.given),
    lang: words.lang,
    choices: question.kind === "choice" ? choicesOf(facts, turn, formatAnswer) : [],
    answer: formatAnswer(facts.answer),
    why: words.why(told),
  };
}

/**
 * Judges an answer, given as text or as the index of a choice.
 * @param {Put} it
 * @param {string} text
 * @param {import("../../kit/text/words.js").Localized} [speaker] language of the messages
 * @returns {Verdict}
 */
export function judgeAnswer({ question: { id, kind, within = 0 }, facts, choices }, text, speaker) {
  const values =
    kind === "choice"
      ? choices.filter((_, i) => i === Number(text)).map(({ value }) => value)
      : kind === "line"
        ? [Number(text)]
        : valuesRead(kind, text);
  if (!values.length || text === "") return { unread: say(UNREAD, speaker)[kind](text) };
  const isGiven = (/** @type {Value} */ other) => values.some((value) => isSameValue(other, value, within));
  if ([facts.answer, ...(facts.also ?? [])].some(isGiven)) return { right: true, why: null };
  const [name] = Object.entries(facts.wrong).find(([, each]) => isGiven(each)) ?? [];
  const said = name === undefined ? undefined : questionWords(id, speaker).wrong[name];
  const why = said?.(facts.given) ?? null;
  const isDoubtful = kind === "number" && (text.includes(",") || values.length > 1);
  return { right: false, why, ...(isDoubtful && { read: /** @type {number[]} */ (values) }) };
}

/**
 * Requirements of a question that the figure does not meet.
 * @param {Question} question @param {import("../../kit/state/picture.js").Picture} picture
 */
export function missingNeeds({ needs = {} }, { settings, config, layer }) {
  if (!layer) return { ...needs };
  const { tokens = 1, heads = 1, features = 1 } = needs;
  return settings.tokens.length < tokens || config.numHeads < heads || config.dK < features
    ? { ...needs }
    : null;
}

/**
 * @param {Question} question @param {number} turn @param {import("../../kit/state/picture.js").Picture} picture @param {import("../../core/index.js").Core} core
 * @returns {Facts | null}
 */
function factsOf(question, turn, picture, core) {
  /** @type {import("../../kit/state/picture.js").Picture[]} */
  const made = [];
  try {
    return question.facts({
      picture,
      core,
      turn,
      compute(change, path) {
        const other = compute(
          core,
          { ...picture.settings, batchTokens: [], ...change },
          { own: picture.own, ...path },
        );
        made.push(other);
        return other;
      },
    });
  } catch (error) {
    if (error instanceof HeadscopeError) return null; // cannot be asked with these settings
    throw error;
  } finally {
    for (const each of made) each.dispose();
  }
}

/**
 * Choices without repetition: numbers by size, others in a neutral order.
 * @param {Facts} facts @param {number} turn @param {(value: Value) => string} formatAnswer
 */
function choicesOf({ answer, wrong }, turn, formatAnswer) {
  const values = [answer, ...Object.values(wrong).filter((value) => !isSameValue(value, answer, 0))];
  const once = values
    .map((value) => ({ value, text: formatAnswer(value) }))
    .filter(({ text }, i, all) => all.findIndex((each) => each.text === text) === i);
  return once.every(({ value }) => typeof value === "number")
    ? once.sort((a, b) => Number(a.value) - Number(b.value))
    : once.sort((a, b) => shuffled(a.text, turn) - shuffled(b.text, turn));
}

/** A hash of the text, for a deterministic order. @param {string} text @param {number} turn */
const shuffled = (text, turn) =>
  [...text].reduce(
    (hash, letter) => Math.imul(hash ^ /** @type {number} */ (letter.codePointAt(0)), 16777619) >>> 0,
    2166136261 + turn,
  );
