/** @typedef {import("./arrays.js").NamedArray} NamedArray */

const END = 64; // last elements that a program compares if it does not contain the whole result

/** A Python dictionary of nested lists, one row per line. @param {readonly NamedArray[]} arrays */
export function rowsOf(arrays) {
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
export const lastOf = (array) => wrapped(Array.from(array?.data.slice(-END) ?? [], decimal));

/** All numbers of an array, as the items of a list. @param {NamedArray} [array] */
export const listOf = (array) => wrapped(Array.from(array?.data ?? [], decimal));

/** The shortest decimal that parses to the same float32, with a decimal point. @param {number} value */
export function decimal(value) {
  const digits = [6, 7, 8, 9].find((count) => Math.fround(Number(value.toPrecision(count))) === value);
  return String(Number(value.toPrecision(digits ?? 9))).replace(/^-?\d+$/, "$&.0");
}

/** "the", "animal", … as C++ strings. @param {readonly string[]} tokens */
export const quoted = (tokens) => wrapped(tokens.map((token) => cppString(token.toLowerCase())));

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
