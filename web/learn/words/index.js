import { ATTENTION, FOUND, WRITING } from "./attention.js";
import { BLOCK, COST } from "./cost.js";
import { CODE, PATHS } from "./paths.js";
import { LEARNING } from "./learning.js";
import { MASKS } from "./masks.js";
import { MEMORY } from "./memory.js";
import { POSITION } from "./position.js";
import { PICTURES } from "./pictures.js";
import { SHAPES } from "./shapes.js";
import { areaOf, say, words } from "../../kit/text/words.js";
import { listed } from "./phrases.js";

/** Words of the questions, by the area of their translations. */
const TABLES = [
  words("questionsOfShapes", SHAPES),
  words("questionsOfMemory", MEMORY),
  words("questionsOfAttention", ATTENTION),
  words("questionsOfMasks", MASKS),
  words("questionsOfPaths", PATHS),
  words("questionsOfPosition", POSITION),
  words("questionsOfBlock", BLOCK),
  words("questionsOfPictures", PICTURES),
  words("questionsOfCost", COST),
  words("questionsOfLearning", LEARNING),
  words("questionsOfFound", FOUND),
  words("questionsOfWriting", WRITING),
  words("questionsOfCode", CODE),
];

/** English words of the questions, by id. @type {import("./phrases.js").Words} */
export const QUESTION_WORDS = Object.assign({}, ...TABLES);

/**
 * Words of a question in the speaker's language, with the tag of the language; in English if there is no translation.
 * @param {string} id @param {import("../../kit/text/words.js").Localized} [speaker]
 * @returns {import("./phrases.js").QuestionWords & { lang: string }}
 */
export function questionWords(id, speaker) {
  const table = TABLES.find((each) => Object.hasOwn(each, id));
  if (!table) throw new RangeError(`There are no words of a question ${id}`);
  const isTranslated = speaker?.locale?.[areaOf(table) ?? ""]?.[id] !== undefined;
  return { ...say(table, speaker)[id], lang: isTranslated ? speaker?.locale?.lang : "en" };
}

/** Messages about answers that cannot be read. */
export const UNREAD = words("unread", {
  /** @param {string} text */
  number: (text) =>
    `${text ? `“${text.slice(0, 40)}” is no number` : "Nothing is written yet"}; write one, as 464, 0.25, 1/4 or ln 12`,
  /** @param {string} text */
  shape: (text) =>
    `${text ? `“${text.slice(0, 40)}” is no list of whole numbers` : "Nothing is written yet"}; write them in order, as 1, 8, 3, 6`,
  /** @param {string} text */
  indices: (text) =>
    `${text ? `“${text.slice(0, 40)}” are no whole numbers` : "Nothing is written yet"}; write them with commas, as 4, 5, 6, as a range, 4-6, or none`,
  choice: () => "Nothing is picked yet; pick one of the answers",
  line: () => "No line is picked yet; pick one",
});

/** Words of the element around a question. */
export const PREDICT = words("learn", {
  check: "That is my answer",
  another: "Another one",
  show: "Show it in the figure",
  right: "Right.",
  /** After a first wrong answer. */
  again: "Not yet. Try once more.",
  /** @param {string} answer empty if the answer is marked */
  wrong: (answer) => (answer ? `No: ${answer}.` : "No."),
  /** @param {readonly string[]} numbers that the answer may mean */
  read: (numbers) => `Your answer was read as ${numbers.join(" or ")}.`,
  guess: "your guess",
  field: "Your answer",
  /** Heading of the answers on paper. */
  answers: "Answers",
  loading: "Loading the question…",
  /** @param {string} id @param {readonly string[]} known */
  unknown: (id, known) => `question “${id}” is none of ${known.join(", ")}`,
  /** @param {{ tokens?: number, heads?: number, features?: number }} needs */
  lacking: ({ tokens, heads, features }) => {
    const least = [
      tokens && `${tokens} tokens`,
      heads && `${heads} heads`,
      features && `${features} features a head`,
    ].filter(Boolean);
    return least.length
      ? `The figure is too small for this question; it takes at least ${listed(/** @type {string[]} */ (least))}.`
      : "This figure does not fit the question; it takes self-attention by a layer of the page's own.";
  },
});
