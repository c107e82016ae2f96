import { arraysOf, FILE, needsFile } from "./arrays.js";
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

/** What the code around a layer does with its weights. */
const WEIGHTS = /(?<=output), weights|print\("weights".*\n/g;

/** The layer with its surrounding code. @param {Language} language @returns {Language} */
function snapshotOf({ comment, tensors, imports = "", template, run = CALL, main = "", weightless }) {
  if (!tensors) return { comment, template: imports + template + main };
  const { head, rotate, page } = AROUND[tensors];
  const after = weightless ? `${run}${SAID}`.replace(WEIGHTS, "") : `${run}${SAID}`;
  return { comment, template: `${head}${imports}\n\n${rotate}${template.trim()}\n${page}${GIVEN}${after}` };
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

/** @typedef {import("./arrays.js").NamedArray} NamedArray */

const END = 64; // last elements that a program compares if it does not contain the whole result

/** A Python dictionary of nested lists, one row per line. @param {readonly NamedArray[]} arrays */
function rowsOf(arrays) {
  const entries = arrays
    .filter(({ name }) => name !== "attention")
    .map(({ name, shape, data }) => `    "${name}": ${nested(data, shape, name.length + 8)},\n`);
  return `{  # the page's numbers\n${entries.join("")}}`;
}

/** @param {Float32Array} data @param {readonly number[]} shape @param {number} column start column @returns {string} */
function nested(data, [count, ...sizes], column) {
  if (!sizes.length) return `[${Array.from(data, decimal).join(", ")}]`;
  const size = data.length / count;
  const parts = Array.from({ length: count }, (_, i) =>
    nested(data.subarray(i * size, (i + 1) * size), sizes, column + 1),
  );
  return `[${parts.join(`,\n${" ".repeat(column + 1)}`)}]`;
}

/** The last numbers of an array, as the items of a list. @param {NamedArray} [array] */
const lastOf = (array) => wrapped(Array.from(array?.data.slice(-END) ?? [], decimal));

/** All numbers of an array, as the items of a list. @param {NamedArray} [array] */
const listOf = (array) => wrapped(Array.from(array?.data ?? [], decimal));

/** The shortest decimal that parses to the same float32, with a decimal point. @param {number} value */
export function decimal(value) {
  const digits = [6, 7, 8, 9].find((count) => Math.fround(Number(value.toPrecision(count))) === value);
  return String(Number(value.toPrecision(digits ?? 9))).replace(/^-?\d+$/, "$&.0");
}

/** "the", "animal", … as C++ strings. @param {readonly string[]} tokens */
const quoted = (tokens) => wrapped(tokens.map((token) => cppString(token.toLowerCase())));

/**
 * Characters that C++ string literals cannot contain or that readers cannot see: control characters, unpaired surrogates, direction marks.
 */
const HIDDEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const utf8 = new TextEncoder();

/** A C++ literal with the bytes that the page's core receives, in which unpaired surrogates are U+FFFD. @param {string} text */
function cppString(text) {
  const inside = text
    .replace(/["\\]|(?<=\?)\?/g, "\\$&") // two question marks could begin a trigraph
    .replace(HIDDEN, octal);
  return text.includes("\0") ? `std::string("${inside}", ${utf8.encode(text).length})` : `"${inside}"`;
}

/** @param {string} letter */
const octal = (letter) =>
  Array.from(utf8.encode(letter), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");

const LINE = 80; // characters

/** Items of a list, wrapped to lines. @param {readonly string[]} elements */
function wrapped(elements) {
  let [text, line] = ["", 0];
  for (const element of elements) {
    const isLong = line > LINE;
    if (text) text += isLong ? ",\n      " : ", ";
    line = (isLong ? 0 : line) + element.length + 2;
    text += element;
  }
  return text;
}
