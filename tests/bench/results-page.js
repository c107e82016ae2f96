import { readFile, writeFile } from "node:fs/promises";
import { inRoot } from "../../tools/lib/paths.mjs";
import { UserError } from "../../tools/lib/user-error.mjs";
import { markdownTable } from "./table.js";

/** @import { Row } from "./figures.js" */
/** @import { Results } from "./results.js" */

const PAGE = "docs/performance.md";
const BEGIN = "<!-- Written by npm run bench -- --write -->";
const END = "<!-- The end of what it writes -->";

/**
 * The date, machine and versions of a run, as a sentence.
 * @param {Results} results
 */
export function circumstances({ date, busy, machine, versions }) {
  const with_ = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `${date}, on ${machine.cpu} (${machine.cores} cores)${busy ? ", beside a busy loop" : ""}, with ${with_.join(", ")}.`;
}

/**
 * @param {string} text of the page
 * @param {string} content what is to stand between its two marks
 */
export function replaceBetweenMarks(text, content) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin)
    throw new UserError(`${PAGE} has to have these two lines, in this order: ${BEGIN} and ${END}`);
  return `${text.slice(0, begin)}${BEGIN}\n\n${content}\n\n${text.slice(end)}`;
}

/** Writes the table of docs/performance.md. @param {Results} results @param {Row[]} rows */
export async function writeResults(results, rows) {
  const sides = results.sides.map(({ name }) => name);
  const file = inRoot(PAGE);
  const content = `Measured on ${circumstances(results)}\n\n${markdownTable(rows, sides)}`;
  await writeFile(file, replaceBetweenMarks(await readFile(file, "utf8"), content));
}
