/** @typedef {import("./arrays.js").NamedArray} NamedArray */

const END = 64; // number of last elements that a program compares if it does not have the whole result

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

/** The shortest decimal that parses to the same float32, with a decimal point. @param {number} value */
export function decimal(value) {
  const digits = [6, 7, 8, 9].find((count) => Math.fround(Number(value.toPrecision(count))) === value);
  return String(Number(value.toPrecision(digits ?? 9))).replace(/^-?\d+$/, "$&.0");
}

/** "the", "animal", … @param {readonly string[]} tokens */
export const quoted = (tokens) => wrapped(tokens.map((token) => JSON.stringify(token.toLowerCase())));

/** Items of a list, wrapped to lines. @param {readonly string[]} elements */
const wrapped = (elements) => elements.join(", ").replace(/(.{80}[^ ]*) /g, "$1\n      ");
