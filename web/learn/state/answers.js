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
 * Parses an answer: a number (464, 0.25, 1/4), sizes in order ((1, 8, 3, 6) or 1x8x3x6), or numbers in any order; undefined if invalid.
 * @param {"number" | "shape" | "indices" | "choice" | "line"} kind @param {string} text
 * @returns {number | number[] | undefined}
 */
export function valueRead(kind, text) {
  const plain = text.slice(0, LONGEST).trim().replace(/−/g, "-");
  if (kind === "number") return numberRead(plain);
  if (kind === "indices" && /^(none|no|-|\(\s*\)|\[\s*\])$/i.test(plain)) return [];
  const parts = plain
    .replace(/^[([]|[)\]]$/g, "")
    .split(/[\s,;x×]+/)
    .filter(Boolean);
  if (!parts.length || !parts.every((part) => WHOLE.test(part))) return undefined;
  const numbers = parts.map(Number);
  return kind === "indices" ? [...new Set(numbers)].sort((a, b) => a - b) : numbers;
}

/** @param {string} text */
function numberRead(text) {
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
