import { words } from "./words.js";

/**
 * What stands over and under the two tapes of a copy.
 *
 * @typedef {object} Copied
 * @property {string} old     the step whose memory it was
 * @property {string} fresh   the step whose memory it is
 * @property {number} floats  in the old memory
 * @property {number} column  floats that one column of the picture stands for
 * @property {string} oldBlock  what has a block of the old memory
 * @property {string} newBlock
 * @property {number} pieces  of the selected block; of all where none is selected
 * @property {number} run     floats a piece
 * @property {number} places  in which the pieces lay
 * @property {number} together  in which they lie now
 * @property {number} every   of the other blocks one in so many is drawn
 */

/** @param {Copied} copied */
const over = ({ old, floats, column, oldBlock }) =>
  `the buffer of ${old}, all ${count(floats)} floats${column > 1 ? ` (${count(column)} to a column)` : ""}: a block a ${oldBlock}`;

/** Before and after the name of what is selected; with nothing selected the first alone. @param {Copied} copied @param {boolean} selected @returns {[string, string]} */
function under({ fresh, newBlock, pieces, run, places, together, every }, selected) {
  const moved = `${plural(pieces, "piece")} of ${plural(run, "float")}`;
  const paths = `from ${plural(places, "place")} to ${together === 1 ? "one" : count(together)}`;
  const rest = every > 1 ? ` · of the others one ${newBlock} in ${every} is drawn` : "";
  const block = `the new buffer of ${fresh}: a block a ${newBlock} ·`;
  return selected ? [block, `: ${moved}, ${paths}${rest}`] : [`${block} ${moved}${rest}`, ""];
}

const grouped = new Intl.NumberFormat("en-US");

/** @param {number} n */
const count = (n) => grouped.format(n);

/** @param {number} n @param {string} noun */
const plural = (n, noun) => `${count(n)} ${noun}${n === 1 ? "" : "s"}`;

/** a, b and c @param {readonly string[]} names */
const list = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names[0];

/** What stands around the tapes. */
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
  /** @param {string} id of a step */
  behind: (id) => `The memory behind ${id}`,
  /** @param {{ names: readonly string[], floats: number, from: number | null, to: number }} buffer  from null where all of it is shown */
  one: ({ names, floats, from, to }) =>
    `one buffer, ${count(floats)} floats · ${list(names)} ${names.length > 1 ? "look" : "looks"} at it${
      from === null ? "" : ` · showing ${count(from)}–${count(to)}`
    }`,
  /** What lies beside a cell along an axis. @param {{ thing: string, by: string, forward: boolean, same: boolean }} step */
  beside: ({ thing, by, forward, same }) =>
    `${forward ? "next" : "previous"} ${thing} ${by}${same ? ": the same" : ""}`,
  over,
  under,
});
