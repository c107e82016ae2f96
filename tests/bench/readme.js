import { readFile, writeFile } from "node:fs/promises";
import { inRoot } from "../../tools/lib/paths.mjs";
import { Trouble } from "../../tools/lib/trouble.mjs";
import { markdownTable } from "./table.js";

/** @import { Row } from "./figures.js" */
/** @import { Results } from "./results.js" */

const BEGIN = "<!-- Written by npm run bench -- --readme -->";
const END = "<!-- The end of what it writes -->";

/**
 * Where and with what it was measured, in a sentence.
 * @param {Results} results
 */
export function circumstances({ date, busy, machine, versions }) {
  const with_ = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `${date}, on ${machine.cpu} (${machine.cores} cores)${busy ? ", beside a busy loop" : ""}, with ${with_.join(", ")}.`;
}

/**
 * @param {string} text of a README
 * @param {string} content what is to stand between its two marks
 */
export function replaceBetweenMarks(text, content) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin)
    throw new Trouble(`README.md has to have these two lines, in this order: ${BEGIN} and ${END}`);
  return `${text.slice(0, begin)}${BEGIN}\n\n${content}\n\n${text.slice(end)}`;
}

/** @param {Results} results @param {Row[]} rows */
export async function writeReadme(results, rows) {
  const file = inRoot("README.md");
  const table = markdownTable(
    rows,
    results.sides.map(({ name }) => name),
  );
  const content = `Measured on ${circumstances(results)}\n\n${table}`;
  await writeFile(file, replaceBetweenMarks(await readFile(file, "utf8"), content));
}
