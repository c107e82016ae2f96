/**
 * A question of the course as it is exported.
 *
 * @typedef {object} Item
 * @property {string} id        unique, of letters, digits, hyphens and underscores
 * @property {string} question  id of the question in its chapter
 * @property {number} turn      variant of the question
 * @property {string} setting   what the question's figure shows
 * @property {"choice" | "number" | "shape" | "indices" | "line"} kind  form of the answer: a choice; a number; sizes in order; numbers in
 * any order; a line of a program
 * @property {1 | 2 | 3 | 4} level  difficulty
 * @property {string} about     topic: a term of the glossary
 * @property {number} within    tolerance of a number
 * @property {string} asks
 * @property {string} answer    the right answer, in words
 * @property {string} typed     the right answer as it is typed
 * @property {string} why       its reason
 * @property {readonly Option[]} choices  for choices and lines, in order of display
 * @property {readonly Typed[]} wrong    common wrong answers to be typed
 *
 * @typedef {{ text: string, right: boolean, why: string }} Option  why: the misconception behind a wrong answer, or empty
 * @typedef {Option & { typed: string }} Typed
 *
 * @typedef {{ name: string, title: string, items: readonly Item[] }} Group  the questions of a chapter
 */

/** Whether an answer is picked from a list. @param {Item} item */
export const isPicked = ({ kind }) => kind === "choice" || kind === "line";

/** The setting of the question, and how to write the answer. @param {Item} item */
export const contextOf = ({ kind, setting }) => [setting, HOW[kind]].filter(Boolean).join(" ");

/** How answers are typed. @type {Readonly<Record<string, string>>} */
const HOW = {
  shape: "Write the sizes in order, with commas.",
  indices: "Write the numbers in increasing order, with commas, or write none.",
};

/** How an answer may be typed: a list with and without brackets, with commas or spaces. @param {Item} item @param {string} text such as "(1, 8, 12, 8)" */
export function spellings({ kind }, text) {
  if (kind === "number") return [text];
  const bare = text.replace(/^\(|\)$/g, "");
  if (bare === text) return [text];
  const dense = bare.replaceAll(" ", "");
  const lists = [text, bare, `(${dense})`, dense, bare.replaceAll(",", ""), `[${bare}]`, `[${dense}]`];
  return [...new Set(lists)];
}
