/** @import { Heights } from "../../web/kit/elements/room.js" */

/** Largest unused part of a reserved height, in px: a smaller one takes more rows. */
const UNUSED = 48;

/**
 * The rows to reserve at least the measured height at every width. Between two measured widths, the larger of the two heights is reserved.
 * @param {readonly (readonly [width: number, height: number])[]} measured narrowest first
 * @returns {Heights}
 */
export function rowsOf(measured) {
  /** @type {{ from: number, least: number, most: number }[]} */
  const rows = [];
  for (const [i, [width, height]] of measured.entries()) {
    const last = rows.at(-1);
    const least = Math.min(last?.least ?? height, height);
    const most = Math.max(last?.most ?? height, height);
    if (last && most - least <= UNUSED) Object.assign(last, { least, most });
    else {
      const grows = last !== undefined && height > last.most;
      const from = !last ? 0 : grows ? measured[i - 1][0] : width;
      if (last?.from === from) rows.pop();
      rows.push({ from, least: height, most: height });
    }
  }
  return rows.map(({ from, most }) => [from, `${Math.ceil(most)}px`]);
}

/**
 * Writes rows into the source of a table.
 * @param {string} source @param {RegExp} place matches the source before the rows @param {Heights} rows
 * @throws {Error} if the place or its rows are not found
 */
export function withRows(source, place, rows) {
  const [whole = "", before = ""] = new RegExp(`(${place.source}\\s*)\\[\\[.*\\]\\],`).exec(source) ?? [];
  if (!whole)
    throw new Error(`no rows after ${place.source}; expected a line such as heights: [[0, "700px"]],`);
  const text = rows.map(([from, height]) => `[${from}, "${height}"]`).join(", ");
  return source.replace(whole, () => `${before}[${text}],`);
}
