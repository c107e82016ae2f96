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

/** CSV as in RFC 4180. Numbers have full precision; NaN and Infinity are written by these names. @param {readonly Cell[]} row */
export const csvLine = (row) => `${row.map(field).join(",")}\r\n`;

/** @param {Cell} value */
const field = (value) =>
  typeof value === "number" || !/[",\r\n]/.test(value) ? String(value) : `"${value.replaceAll('"', '""')}"`;

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
