/** @typedef {import("./arrays.js").NamedArray} NamedArray */

const END = 64; // numbers of a result that a program is compared with where it has not all of it

/** A Python dictionary of nested lists, a line a row. @param {readonly NamedArray[]} arrays */
export function rowsOf(arrays) {
  const entries = arrays
    .filter(({ name }) => name !== "attention")
    .map(({ name, shape, data }) => `    "${name}": ${nested(data, shape, name.length + 8)},\n`);
  return `{  # the page's numbers\n${entries.join("")}}`;
}

/** @param {Float32Array} data @param {readonly number[]} shape @param {number} column that it begins in @returns {string} */
function nested(data, [count, ...sizes], column) {
  if (!sizes.length) return `[${Array.from(data, decimal).join(", ")}]`;
  const size = data.length / count;
  const parts = Array.from({ length: count }, (_, i) =>
    nested(data.subarray(i * size, (i + 1) * size), sizes, column + 1),
  );
  return `[${parts.join(`,\n${" ".repeat(column + 1)}`)}]`;
}

/** The last numbers of an array, as the inside of a list. @param {NamedArray} [array] */
export const lastOf = (array) => wrapped(Array.from(array?.data.slice(-END) ?? [], decimal));

/** The shortest decimal that reads as this float32 again, and as no integer. @param {number} value */
export function decimal(value) {
  const digits = [6, 7, 8, 9].find((count) => Math.fround(Number(value.toPrecision(count))) === value);
  return String(Number(value.toPrecision(digits ?? 9))).replace(/^-?\d+$/, "$&.0");
}

/** "the", "animal", … @param {readonly string[]} tokens */
export const quoted = (tokens) => wrapped(tokens.map((token) => JSON.stringify(token.toLowerCase())));

/** A list's elements, in lines of some length. @param {readonly string[]} elements */
const wrapped = (elements) => elements.join(", ").replace(/(.{80}[^ ]*) /g, "$1\n      ");
