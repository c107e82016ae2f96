import { arraysOf } from "./arrays.js";
import { lastOf, quoted, rowsOf } from "./literals.js";
import { FILE, needsFile } from "./numbers.js";
import { AROUND, RUN } from "./python.js";
import { fill, lengthsOf } from "./template.js";

/**
 * The whole program, with the page's numbers; loaded when one is asked for.
 *
 * @typedef {import("./template.js").Language} Language
 * @typedef {import("./template.js").Subject} Subject
 */

/** Its lines. @param {Language} language @param {Subject} subject */
export const linesOf = (language, subject) => fill(snapshotOf(language), subject, textsOf(language, subject));

/**
 * The whole program, with the shape of what a line makes beside it.
 * @param {Language} language
 * @param {Subject} subject
 */
export function program(language, subject) {
  const axes = new Map(subject.steps.map((step) => [step.id, step.axes.join(", ")]));
  const self = axes.has("x");
  const lines = linesOf(language, subject).map(({ pieces, result }) => ({
    code: pieces.map(({ text }) => text).join(""),
    shape: axes.get(result ?? "")?.replace(/T_[qk]/g, self ? "T" : "$&"),
  }));
  const column = Math.max(...lines.map(({ code, shape }) => (shape ? code.length : 0))) + 2;
  return lines
    .map(({ code, shape }) => (shape ? `${code.padEnd(column)}${language.comment} (${shape})` : code))
    .join("\n")
    .concat("\n");
}

/** The layer, and what stands around it. @param {Language} language @returns {Language} */
function snapshotOf({ comment, tensors, imports = "", template, main = "" }) {
  if (!tensors) return { comment, template: imports + template + main };
  const { head, rotate, page } = AROUND[tensors];
  return { comment, template: `${head}${imports}\n\n${rotate}${template.trim()}\n${page}${RUN}` };
}

/**
 * What stands in it of this page alone: numbers, or that there is a file of them, and for C++ the words that it draws its own from.
 * @param {Language} language
 * @param {Subject} subject
 * @returns {Record<string, string>}
 */
function textsOf({ tensors }, subject) {
  const lengths = lengthsOf(subject);
  if (tensors)
    return {
      ...(needsFile(subject) ? { file: FILE } : { rows: rowsOf(arraysOf(subject)) }),
      ...(lengths && { lengths: `[${lengths.map((length) => `[${length}]`).join(", ")}]` }),
    };
  const { items, settings } = subject;
  const { tokens, keyTokens = [] } = settings;
  const [first, second] = (items ?? [tokens]).map(quoted);
  const last = lastOf(arraysOf(subject).find(({ name }) => name === "output"));
  return {
    ...{ tokens: first, keyTokens: quoted(keyTokens), last },
    ...(second && { second }),
    ...(lengths && { lengths: `{${lengths.join(", ")}}` }),
  };
}
