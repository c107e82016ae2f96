/**
 * Numbers as a table of text.
 *
 * @typedef {string | number} Cell
 *
 * @typedef {object} Numbers
 * @property {readonly Cell[]} columns
 * @property {number} count          of the rows
 * @property {() => Iterable<readonly Cell[]>} rows
 */

/** As RFC 4180 has it; numbers as exactly as they are, NaN and Infinity by these names. @param {readonly Cell[]} row */
export const csvLine = (row) => `${row.map(field).join(",")}\r\n`;

/** @param {Cell} value */
const field = (value) =>
  typeof value === "number" || !/[",\r\n]/.test(value) ? String(value) : `"${value.replaceAll('"', '""')}"`;

const TOGETHER = 8192; // rows

/** A stretch of lines at a time, so that who writes many can do something else between them. @param {Numbers} numbers @returns {Generator<string>} */
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
