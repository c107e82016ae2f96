import { words } from "./words.js";

/** Words in and beside the picture of a wrong path. */
export const COMPARED = words("compared", {
  right: "Correct",
  wrong: "Wrong",
  refused: "Refused",
  nothing: "nothing was computed",
  /** @param {string} title */
  label: (title) =>
    `${title}: correct and wrong side by side. Enter, then arrow keys, walks the cells; Page Up and Down change the head.`,
  /** Both numbers of an element. @param {{ element: string, right: string, wrong: string }} read */
  read: ({ element, right, wrong }) => `${element}: correct ${right}, wrong ${wrong}`,
  /** @param {number} percent */
  struck: (percent) => `misplaced, or off by over ${percent} % of the largest`,
  byToken: "by token:",
  /** @param {number} n number of tokens that share a colour with earlier tokens */
  more: (n) => `and ${n} more, in these colours again`,
  /** @param {unknown} place a link to the word @param {string} head */
  most: (place, head) => ["It shows most at ", place, `, in ${head}.`],
  leave: "✕ leave the wrong path",
  rightOne: "correct",
  wrongOne: "wrong",
  raised: "error raised",
  none: "none",
  yes: "yes",
  misplaced: "in the wrong place",
  /** @param {{ n: string, of: string }} share */
  part: ({ n, of }) => `${n} of ${of}`,
  /** @param {string} head */
  sees: (head) => `tokens ${head} sees`,
  /** @param {string} token */
  row: (token) => `row of “${token}” sums to`,
  /** @param {string} head */
  rows: (head) => `rows of ${head} sum to`,
  columns: "its columns sum to",
  allRows: "rows of all heads sum to",
  /** @param {string} head */
  attends: (head) => `${head} attends to`,
  /** @param {unknown} entropy @param {unknown} nats */
  entropy: (entropy, nats) => ["its ", entropy, ", ", nats],
  entropyWord: "entropy",
  nats: "nats",
  /** @param {string} least @param {string} most */
  span: (least, most) => `${least} to ${most}`,
  meanEntropy: "mean entropy of a row, nats",
  without: "without",
  /** @param {readonly { width: number, scaled: string, unscaled: string }[]} points */
  curve: (points) =>
    `Mean entropy in nats, scaled and unscaled, by d_k. ${points
      .map(({ width, scaled, unscaled }) => `at ${width}: ${scaled} and ${unscaled}`)
      .join("; ")}`,
});
