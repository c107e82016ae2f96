import { groupDigits } from "./grouped.js";
import { words } from "./words.js";

/**
 * Words above and below the two tapes of a copy.
 *
 * @typedef {object} Copied
 * @property {string} old     step that owns the old memory
 * @property {string} fresh   step that owns the new memory
 * @property {number} floats  number of floats in the old memory
 * @property {number} column  floats per column of the picture
 * @property {string} oldBlock  content of a block of the old memory, such as a token
 * @property {string} newBlock
 * @property {number} pieces  number of pieces of the selected block, or of all if none is selected
 * @property {number} run     floats per piece
 * @property {number} places  number of separate places of the pieces in the old memory
 * @property {number} together  number of separate places of the pieces in the new memory
 * @property {number} every   step between the other blocks that are drawn
 */

/** @param {Copied} copied */
const over = ({ old, floats, column, oldBlock }) =>
  `the buffer of ${old}, all ${groupDigits(floats)} floats${column > 1 ? ` (${groupDigits(column)} per column)` : ""}: a block for each ${oldBlock}`;

/**
 * Text before and after the name of the selection; without a selection, only the first text.
 * @param {Copied} copied @param {boolean} selected @returns {[string, string]}
 */
function under({ fresh, newBlock, pieces, run, places, together, every }, selected) {
  const moved = `${plural(pieces, "piece")} of ${plural(run, "float")}`;
  const paths = `from ${plural(places, "place")} to ${together === 1 ? "one" : groupDigits(together)}`;
  const rest = every > 1 ? ` · of the others, one ${newBlock} in ${every} is drawn` : "";
  const block = `the new buffer of ${fresh}: a block for each ${newBlock} ·`;
  return selected ? [block, `: ${moved}, ${paths}${rest}`] : [`${block} ${moved}${rest}`, ""];
}

/** @param {number} n @param {string} noun */
const plural = (n, noun) => `${groupDigits(n)} ${noun}${n === 1 ? "" : "s"}`;

/** a, b and c @param {readonly string[]} names */
const list = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names[0];

/** Words around the tapes. */
export const MEMORY = words("memory", {
  title: "Memory",
  label: "The memory, element by element. Enter, then arrow keys, walks along it.",
  point: "Point at a cell to see where it stands.",
  colour: "colour",
  colours: "Colour of the cells",
  byHead: "head",
  byToken: "token",
  from: "read from",
  by: "read by",
  /** @param {string} id id of a step */
  behind: (id) => `The memory behind ${id}`,
  /** @param {{ names: readonly string[], floats: number, from: number | null, to: number }} buffer  `from` is null if the whole buffer is shown */
  one: ({ names, floats, from, to }) =>
    `one buffer, ${groupDigits(floats)} floats · ${list(names)} ${names.length > 1 ? "look" : "looks"} at it${
      from === null ? "" : ` · showing ${groupDigits(from)}–${groupDigits(to)}`
    }`,
  /** The neighbour of a cell along an axis. @param {{ thing: string, by: string, forward: boolean, same: boolean }} step */
  beside: ({ thing, by, forward, same }) =>
    `${forward ? "next" : "previous"} ${thing} ${by}${same ? ": the same" : ""}`,
  over,
  under,
});
