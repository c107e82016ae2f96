/** @typedef {Pick<import("./picture.js").Picture, "run">} Asked */

/** Answers of a run, by question. @type {WeakMap<Asked["run"], Map<string, any>>} */
const answers = new WeakMap();

/** The answer to a question about a picture's run, computed once. @template Answer @param {Asked} picture @param {string} question @param {() => Answer} ask @returns {Answer} */
export function askOnce({ run }, question, ask) {
  const of = answers.get(run) ?? new Map();
  answers.set(run, of);
  if (!of.has(question)) of.set(question, ask());
  return of.get(question);
}
