import { linePair, programOf } from "../../web/check/state/bug-program.js";
import { BUGS } from "../../web/check/state/bugs.js";

/**
 * Exercises “find the mistake”: programs in PyTorch with one wrong line each, and their solutions as CSV.
 *
 * @typedef {import("../../web/check/state/bugs.js").Bug} Bug
 */

const TASK = `# Find the mistake: one line of this layer of multi-head attention is wrong. Mend it, and run the program again.
# npx headscope check mine.npz then reports that all arrays agree. Before that, the command names the mistake.
`;

/** The bugs in an order that does not follow the page's. @type {readonly Bug[]} */
export const MISTAKES = BUGS.toSorted((a, b) => (backwards(a) < backwards(b) ? -1 : 1));

/** @param {Bug} bug */
function backwards({ id }) {
  return [...id].reverse().join("");
}

/** The program of an exercise. @param {Bug} bug @param {number} at  its place @param {boolean} isWrong */
export const exerciseOf = (bug, at, isWrong) =>
  (isWrong ? TASK : "") + programOf(bug, { isWrong, seed: at + 1, file: "mine.npz" });

/** @param {number} at */
const fileOf = (at) => `mistake-${String(at + 1).padStart(2, "0")}.py`;

/** The files of the exercises, by name. @returns {Record<string, string>} */
export const mistakeFiles = () =>
  Object.fromEntries(MISTAKES.map((bug, at) => [fileOf(at), exerciseOf(bug, at, true)]));

/** The solutions: for each file the mistake's name, its line and the right one. */
export const mistakeSolutions = () =>
  [
    ["file", "mistake", "wrong", "right"],
    ...MISTAKES.map((bug, at) => {
      const { wrong, right } = linePair(bug);
      return [fileOf(at), bug.id, wrong, right];
    }),
  ]
    .map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\r\n`)
    .join("");
