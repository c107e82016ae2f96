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

/** “a”, “a and b”, “a, b and c”. @param {readonly (number | string)[]} all */
export const listed = (all) =>
  all.length < 2 ? String(all[0] ?? "none") : `${all.slice(0, -1).join(", ")} and ${all[all.length - 1]}`;

/** Tokens at some positions. @param {readonly number[]} at @param {Given} given */
export const wordsAt = (at, { words }) =>
  at.length === words.length ? "all of them" : listed(at.map((i) => `${words[i]} (${i})`));

/** @param {number} value */
export const signed = (value) => String(value).replace("-", "−");

/** Choices in words, by key. @param {Readonly<Record<string, string>>} said */
export const saying = (said) => (/** @type {string} */ key) => said[key] ?? key;
