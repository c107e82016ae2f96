/** @import { Row } from "./figures.js" */

const MARKS = new Map([
  [true, " ✓"],
  [false, " ✗"],
]);

/**
 * Rows of the table as lists of cells, the heading first.
 * @param {Row[]} rows
 * @param {string[]} sides
 */
export function lines(rows, sides) {
  const heading = ["Measurement", "Target", ...sides];
  /** @param {Row["cells"][number]} cell */
  const text = (cell) => (cell ? cell.text + (cell.met === undefined ? "" : MARKS.get(cell.met)) : "");
  return [heading, ...rows.map(({ what, target, cells }) => [what, target, ...cells.map(text)])];
}

/** Formats the table for a terminal. @param {Row[]} rows @param {string[]} sides */
export function plainTable(rows, sides) {
  const all = lines(rows, sides);
  const widths = all[0].map((_, column) => Math.max(...all.map((line) => line[column].length)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Formats the table as Markdown. @param {Row[]} rows @param {string[]} sides */
export function markdownTable(rows, sides) {
  const [heading, ...body] = lines(rows, sides);
  /** @param {string[]} cells */
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heading), line(heading.map(() => "---")), ...body.map(line)].join("\n");
}
