import { arraysOf } from "./arrays.js";
import { lastOf, listOf, quoted, rowsOf } from "./literals.js";
import { FILE, needsFile } from "./numbers.js";
import { AROUND, CALL, GIVEN, SAID } from "./python.js";
import { fill, lengthsOf } from "./template.js";
import { hasPast, optionsInCpp } from "./variants.js";

/**
 * The whole program with the page's numbers; loaded on demand.
 *
 * @typedef {import("./template.js").Language} Language
 * @typedef {import("./template.js").Subject} Subject
 */

/** The lines of the program. @param {Language} language @param {Subject} subject */
export const linesOf = (language, subject) => fill(snapshotOf(language), subject, textsOf(language, subject));

/**
 * The whole program, with shapes as comments.
 * @param {Language} language
 * @param {Subject} subject
 */
export function program(language, subject) {
  const axes = new Map(subject.steps.map((step) => [step.id, step.axes.join(", ")]));
  const isOne = axes.has("x");
  const lengths = hasPast(subject.steps) ? /T_q/g : /T_[qk]\b/g;
  const lines = linesOf(language, subject).map(({ pieces, result }) => ({
    code: pieces.map(({ text }) => text).join(""),
    shape: axes.get(result ?? "")?.replace(lengths, isOne ? "T" : "$&"),
  }));
  const column = Math.max(...lines.map(({ code, shape }) => (shape ? code.length : 0))) + 2;
  return lines
    .map(({ code, shape }) => (shape ? `${code.padEnd(column)}${language.comment} (${shape})` : code))
    .join("\n")
    .concat("\n");
}

/** The layer with its surrounding code. @param {Language} language @returns {Language} */
function snapshotOf({ comment, tensors, imports = "", template, run = CALL, main = "" }) {
  if (!tensors) return { comment, template: imports + template + main };
  const { head, rotate, page } = AROUND[tensors];
  return {
    comment,
    template: `${head}${imports}\n\n${rotate}${template.trim()}\n${page}${GIVEN}${run}${SAID}`,
  };
}

/**
 * The texts about the trained model that a layer belongs to.
 * @param {NonNullable<NonNullable<Subject["own"]>["model"]>} model @param {number} [layer] @returns {Record<string, string>}
 */
const trainedTexts = ({ task, step, layers, keysFrom }, layer) => ({
  ...{ task, layers: String(layers), layer: String(layer), from: keysFrom },
  ...(step && { steps: String(step) }), // left out where nothing was learned
});

/**
 * The texts that depend on the page: numbers, or the reference to their file, and for C++ the words to embed.
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
  const { items, settings, own } = subject;
  const { tokens, keyTokens = [] } = settings;
  const [first, second] = (items ?? [tokens]).map(quoted);
  const arrays = new Map(arraysOf(subject).map((array) => [array.name, array]));
  const pasts = ["k_past", "v_past", "latent_past", "k_rope_past"].filter((name) => arrays.has(name));
  return {
    ...{ tokens: first, keyTokens: quoted(keyTokens), last: lastOf(arrays.get("output")) },
    options: optionsInCpp(subject.config),
    ...Object.fromEntries(pasts.map((name) => [name, listOf(arrays.get(name))])),
    ...(own?.model && trainedTexts(own.model, own.layer)),
    ...(second && { second }),
    ...(lengths && { lengths: `{${lengths.join(", ")}}` }),
  };
}
