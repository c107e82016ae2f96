/**
 * Writes and parses answers.
 *
 * @typedef {import("./questions/question.js").Value} Value
 */

const WHOLE = /^[+\-−]?\d+$/;
const LONGEST = 200; // letters of an answer that are read

/** @param {Value} value */
export function asWritten(value) {
  if (typeof value === "number") return formatNumber(value);
  return typeof value === "string"
    ? value
    : `(${value.map((each) => (typeof each === "number" ? formatNumber(each) : each)).join(", ")})`;
}

/** @param {number} value */
const formatNumber = (value) =>
  (Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)))).replace("-", "−");

/**
 * Parses an answer: a number (464, 0.25, 1/4, ln 12), sizes in order ((1, 8, 3, 6) or 1x8x3x6), or numbers in any order (1, 3, 5 or 4-10).
 * @param {"number" | "shape" | "indices" | "choice" | "line"} kind @param {string} text
 * @returns {(number | number[])[]} all values that the text may mean: 1,536 is 1536 or 1.536; none if the text is invalid
 */
export function valuesRead(kind, text) {
  const plain = text.slice(0, LONGEST).trim().replace(/−/g, "-");
  if (kind === "number") return numbersRead(plain);
  const value = listRead(kind, plain);
  return value ? [value] : [];
}

/** @param {string} kind @param {string} plain @returns {number[] | undefined} */
function listRead(kind, plain) {
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

/** @param {string} text @returns {number[]} */
function numbersRead(text) {
  const [, logarithm, of] = /^(ln|log)\s*\(?\s*([^()]+)\)?$/i.exec(text) ?? [];
  if (logarithm) return numbersRead(of.trim()).map(Math.log).filter(Number.isFinite);
  const [, above, below] = /^([^/]+)\/([^/]+)$/.exec(text) ?? [];
  if (below === undefined) return decimalsRead(text);
  return decimalsRead(above.trim())
    .flatMap((a) => decimalsRead(below.trim()).map((b) => a / b))
    .filter(Number.isFinite);
}

/** Spellings of decimals: 1,536.5 and 1.536,5; a space or an apostrophe also separates thousands. */
const SPELLINGS = [
  { group: ",", point: ".", form: /^[+-]?([1-9]\d{0,2}(,\d{3})+|\d*)(\.\d*)?(e[+-]?\d+)?$/i },
  { group: ".", point: ",", form: /^[+-]?([1-9]\d{0,2}(\.\d{3})+|\d*)(,\d*)?(e[+-]?\d+)?$/i },
];

/** @param {string} text @returns {number[]} */
function decimalsRead(text) {
  const plain = text.replace(/(\d)[\s'’](?=\d{3}(?!\d))/g, "$1");
  if (!/\d/.test(plain)) return [];
  const numbers = SPELLINGS.filter(({ form }) => form.test(plain)).map(({ group, point }) =>
    Number(plain.replaceAll(group, "").replace(point, ".")),
  );
  return [...new Set(numbers)].filter(Number.isFinite);
}

/** @param {Value} a @param {Value} b @param {number} within  tolerance of numbers */
export function isSameValue(a, b, within) {
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= within;
  return JSON.stringify(a) === JSON.stringify(b);
}
