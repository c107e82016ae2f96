/**
 * Writes and parses answers.
 *
 * @typedef {import("./questions/question.js").Value} Value
 */

const WHOLE = /^[+\-−]?\d+$/;
const LONGEST = 200; // letters of an answer that are read

/** @param {Value} value */
export function asWritten(value) {
  if (typeof value === "number") return written(value);
  return typeof value === "string"
    ? value
    : `(${value.map((each) => (typeof each === "number" ? written(each) : each)).join(", ")})`;
}

/** @param {number} value */
const written = (value) =>
  (Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)))).replace("-", "−");

/**
 * Parses an answer: a number (464, 0.25, 1/4, ln 12), sizes in order ((1, 8, 3, 6) or 1x8x3x6), or numbers in any order (1, 3, 5 or 4-10);
 * undefined if invalid.
 * @param {"number" | "shape" | "indices" | "choice" | "line"} kind @param {string} text
 * @returns {number | number[] | undefined}
 */
export function valueRead(kind, text) {
  const plain = text.slice(0, LONGEST).trim().replace(/−/g, "-");
  if (kind === "number") return numberRead(plain);
  if (kind === "indices" && /^(none|no|-|\(\s*\)|\[\s*\])$/i.test(plain)) return [];
  const list = plain.replace(/^[([]|[)\]]$/g, "");
  const parts = (kind === "indices" ? withRanges(list) : list).split(/[\s,;x×]+/).filter(Boolean);
  if (!parts.length || !parts.every((part) => WHOLE.test(part))) return undefined;
  const numbers = parts.map(Number);
  return kind === "indices" ? [...new Set(numbers)].sort((a, b) => a - b) : numbers;
}

const RANGE = /(\d+)\s*(?:-|–|\.\.+|…|to)\s*(\d+)/g;
const LONGEST_RANGE = 512; // numbers of a range that are read

/** The list with “4-10” and “4 to 10” written out. @param {string} list */
const withRanges = (list) =>
  list.replace(RANGE, (range, first, last) => {
    const count = last - first + 1;
    return count > 0 && count <= LONGEST_RANGE
      ? Array.from({ length: count }, (_, i) => Number(first) + i).join(" ")
      : range;
  });

/** @param {string} text @returns {number | undefined} */
function numberRead(text) {
  const [, logarithm, of] = /^(ln|log)\s*\(?\s*([^()]+)\)?$/i.exec(text) ?? [];
  if (logarithm) {
    const value = Math.log(numberRead(of.trim()) ?? NaN);
    return Number.isFinite(value) ? value : undefined;
  }
  const [, whole, below] = /^([+-]?[\d.]+)\s*\/\s*([\d.]+)$/.exec(text) ?? [];
  const value =
    below === undefined
      ? Number(text.replace(/(\d)[,\s](?=\d{3}\b)/g, "$1").replace(",", ".") || NaN)
      : Number(whole) / Number(below);
  return Number.isFinite(value) ? value : undefined;
}

/** @param {Value} a @param {Value} b @param {number} within  tolerance of numbers */
export function isSameValue(a, b, within) {
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= within;
  return JSON.stringify(a) === JSON.stringify(b);
}
