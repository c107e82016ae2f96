import { CPP } from "./cpp.js";
import { EINOPS } from "./einops.js";
import { NUMPY } from "./numpy.js";
import { PYTORCH } from "./pytorch.js";
import { write } from "./template.js";

/**
 * The layer as a program, in the languages it is written in.
 *
 * @typedef {import("./template.js").Language} Language
 * @typedef {import("./template.js").Line} Line
 * @typedef {import("./template.js").Subject} Subject
 */

/** @type {readonly Language[]} */
export const LANGUAGES = [PYTORCH, NUMPY, EINOPS, CPP];

/** @param {string} id */
export const languageOf = (id) => LANGUAGES.find((language) => language.id === id) ?? PYTORCH;

/**
 * The lines around a step, not indented; on a lane, those of that lane and of the main line.
 * @param {Language} language
 * @param {Subject} subject
 * @param {string} id
 * @param {number} most
 * @returns {(Line & { current: boolean })[]}
 */
export function excerpt(language, subject, id, most) {
  const lanes = new Map(subject.steps.map((step) => [step.id, step.lane]));
  const lane = lanes.get(id);
  const lines = write(language, subject).filter(({ makes }) =>
    makes.some((made) => !lane || !lanes.get(made) || lanes.get(made) === lane),
  );
  const at = lines.findLastIndex(({ makes }) => makes.includes(id));
  const from = Math.max(0, Math.min(at - Math.floor(most / 2), lines.length - most));
  return lines.slice(from, from + most).map(({ pieces: [first, ...rest], ...line }) => ({
    ...line,
    pieces: [{ ...first, text: first.text.trimStart() }, ...rest].filter(({ text }) => text),
    current: line.makes.includes(id),
  }));
}

/**
 * The whole program, with the shape of what a line makes beside it.
 * @param {Language} language
 * @param {Subject} subject
 */
export function program(language, subject) {
  const axes = new Map(subject.steps.map((step) => [step.id, step.axes.join(", ")]));
  const self = axes.has("x");
  const lines = write(language, subject).map(({ pieces, result }) => ({
    code: pieces.map(({ text }) => text).join(""),
    shape: axes.get(result ?? "")?.replace(/T_[qk]/g, self ? "T" : "$&"),
  }));
  const column = Math.max(...lines.map(({ code, shape }) => (shape ? code.length : 0))) + 2;
  return lines
    .map(({ code, shape }) => (shape ? `${code.padEnd(column)}${language.comment} (${shape})` : code))
    .join("\n")
    .concat("\n");
}
