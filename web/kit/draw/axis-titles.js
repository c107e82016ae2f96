import { DRAWN } from "../text/picture-words.js";
import { say } from "../text/words.js";
import { text } from "./marks.js";

const SIZE = 11; // px of the letters
const LINES = [18, 34]; // px from the map to a title's baseline
const GAP = 8; // px between a title and the map

/**
 * Titles of the axes of an attention map, in the corner below the words of its rows and beside those of its columns. A corner that is too
 * narrow has none.
 * @param {import("./marks.js").Surface} surface
 * @param {{ x: number, y: number, cell: number }} corner of the map's cells at the lower left, and the width of a cell
 */
export function axisTitleMarks(surface, { x, y, cell }) {
  const { query, key } = say(DRAWN, surface);
  const titles = [query, key];
  const longest = Math.max(...titles.map((title) => surface.measure(title, SIZE)));
  const end = Math.max(x - GAP, longest);
  if (end > x + cell / 2 - GAP - 4) return []; // the first column's word would touch a title
  const style = { align: /** @type {const} */ ("end"), size: SIZE, fill: surface.palette.muted };
  return titles.map((title, i) => text({ ...style, x: end, y: y + LINES[i], text: title }));
}
