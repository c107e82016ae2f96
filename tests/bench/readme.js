import { readFile, writeFile } from "node:fs/promises";
import { inRoot } from "../../tools/lib/paths.mjs";
import { UserError } from "../../tools/lib/user-error.mjs";
import { markdownTable } from "./table.js";

/** @import { Row } from "./figures.js" */
/** @import { Results } from "./results.js" */

const BEGIN = "<!-- Written by npm run bench -- --readme -->";
const END = "<!-- The end of what it writes -->";

/** Rows of the README in order, by the beginning of their titles. docs/performance.md has all rows. */
export const README_ROWS = [
  "forward (64, 8, 10)",
  "forward (512, 8, 64)",
  "forward (768, 12, 512), ms",
  "T = 4096 (512, 8), no weights",
  "to load, gzipped",
];

/**
 * The date, machine and versions of a run, as a sentence.
 * @param {Results} results
 */
export function circumstances({ date, busy, machine, versions }) {
  const with_ = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `${date}, on ${machine.cpu} (${machine.cores} cores)${busy ? ", beside a busy loop" : ""}, with ${with_.join(", ")}.`;
}

/**
 * @param {string} text of a page
 * @param {string} content what is to stand between its two marks
 * @param {string} [name] of the page
 */
export function replaceBetweenMarks(text, content, name = "README.md") {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin)
    throw new UserError(`${name} has to have these two lines, in this order: ${BEGIN} and ${END}`);
  return `${text.slice(0, begin)}${BEGIN}\n\n${content}\n\n${text.slice(end)}`;
}

/**
 * The rows of the README: only the cells of the first side, without targets.
 * @param {readonly Row[]} rows
 * @returns {Row[]}
 */
export const readmeRows = (rows) =>
  README_ROWS.map((begins) => {
    const row = rows.find(({ what }) => what.startsWith(begins));
    if (!row) throw new UserError(`No row of the results begins with “${begins}”, which the README shows.`);
    return { ...row, target: "", cells: row.cells.slice(0, 1).map((cell) => cell && { text: cell.text }) };
  });

/** Writes the five rows of README.md and the whole table of docs/performance.md. @param {Results} results @param {Row[]} rows */
export async function writeReadme(results, rows) {
  const sides = results.sides.map(({ name }) => name);
  const measured = `Measured on ${circumstances(results)}`;
  for (const [name, content] of [
    ["README.md", `${measured}\n\n${markdownTable(readmeRows(rows), sides.slice(0, 1), { targets: false })}`],
    ["docs/performance.md", `${measured}\n\n${markdownTable(rows, sides)}`],
  ]) {
    const file = inRoot(name);
    await writeFile(file, replaceBetweenMarks(await readFile(file, "utf8"), content, name));
  }
}
