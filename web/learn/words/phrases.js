/**
 * Words of the questions: the question, the reason of the answer, and the cause of each wrong answer. Numbers are the figure's: `given`
 * holds them by name and, for `why`, the formatted answer.
 *
 * @typedef {any} Given
 *
 * @typedef {object} QuestionWords
 * @property {(given: Given) => string} ask
 * @property {(given: Given) => string} why
 * @property {Readonly<Record<string, (given: Given) => string>>} wrong   by misconception
 * @property {(value: any, given: Given) => string} [choice]   format of an answer, if it is not the default
 *
 * @typedef {Readonly<Record<string, QuestionWords>>} Words  by the question's id
 */

/** @param {readonly (number | string)[]} values */
export const tuple = (values) => `(${values.join(", ")})`;

/**
 * Lists in a language: `listed`, as “a, b and c”, and `wordsAt`, the tokens at some positions.
 * @param {{ comma: string, and: string, none: string, all: string, at: (word: string, i: number) => string }} words
 */
function listsIn({ comma, and, none, all, at: placed }) {
  const listed = (/** @type {readonly (number | string)[]} */ items) =>
    items.length < 2
      ? String(items[0] ?? none)
      : `${items.slice(0, -1).join(comma)}${and}${items[items.length - 1]}`;
  const wordsAt = (/** @type {readonly number[]} */ at, /** @type {Given} */ { words }) =>
    at.length === words.length ? all : listed(at.map((i) => placed(words[i], i)));
  return { listed, wordsAt };
}

const inBrackets = (/** @type {string} */ word, /** @type {number} */ i) => `${word} (${i})`;

export const { listed, wordsAt } = listsIn({
  comma: ", ",
  and: " and ",
  none: "none",
  all: "all of them",
  at: inBrackets,
});
export const FRENCH = listsIn({ comma: ", ", and: " et ", none: "aucun", all: "tous", at: inBrackets });
export const CHINESE = listsIn({
  comma: "、",
  and: "和",
  none: "没有",
  all: "全部",
  at: (word, i) => `${word}（${i}）`,
});

/** Choices in words, by key. @param {Readonly<Record<string, string>>} said */
export const saying = (said) => (/** @type {string} */ key) => said[key] ?? key;
