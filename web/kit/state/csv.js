/**
 * A table of numbers as text.
 *
 * @typedef {string | number} Cell
 *
 * @typedef {object} Numbers
 * @property {readonly Cell[]} columns
 * @property {number} count          number of rows
 * @property {() => Iterable<readonly Cell[]>} rows
 */

/** Largest number of rows in a text table; programs do not read larger ones in one piece. */
export const MOST_ROWS = 2 ** 22;

/** A line of CSV as in RFC 4180. Numbers have full precision; NaN and Infinity are written as such. @param {readonly Cell[]} row */
export const csvLine = (row) => `${row.map(field).join(",")}\r\n`;

/** @param {Cell} value */
function field(value) {
  const text = typeof value === "number" || isNumber(value) ? String(value) : harmless(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {string} text */
const isNumber = (text) => /^-?(\d+(\.\d+)?(e[+-]?\d+)?|Infinity)$/.test(text);

/** Puts an apostrophe before text that a spreadsheet would evaluate as a formula. Spreadsheets do not show the apostrophe. @param {string} text */
const harmless = (text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const TOGETHER = 8192; // rows

/** Yields several lines at a time, so that writers can pause in between. @param {Numbers} numbers @returns {Generator<string>} */
export function* csvStretches({ columns, rows }) {
  let text = csvLine(columns);
  let count = 0;
  for (const row of rows()) {
    text += csvLine(row);
    if (++count % TOGETHER) continue;
    yield text;
    text = "";
  }
  yield text;
}
