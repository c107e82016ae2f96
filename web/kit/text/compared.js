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
  /** Title of a memory. @param {{ name: string, n: number }} memory */
  memory: ({ name, n }) => `${name} in memory: a row a word, ${n} numbers`,
  /** Numbers of a head in memory, where each word has the same. @param {{ head: string, from: number, to: number }} held */
  inColumns: ({ head, from, to }) =>
    from === to ? `${head}: column ${from} of every row` : `${head}: columns ${from} to ${to} of every row`,
  /** @param {{ head: string, from: number, to: number }} held */
  stretch: ({ head, from, to }) =>
    from === to ? `${head}: number ${from}` : `${head}: numbers ${from} to ${to}`,
  /** @param {{ head: string, n: number }} held */
  scattered: ({ head, n }) => `${head}: ${n} numbers`,
  /** A row of a head. @param {number} row */
  itsRow: (row) => `its row ${row}`,
  /** @param {number} n */
  strip: (n) => `the same in memory, ${n} numbers`,
  /** @param {{ head: string, n: number }} held */
  ofEvery: ({ head, n }) =>
    n === 1 ? `${head} holds one number of every word.` : `${head} holds ${n} numbers of every word.`,
  /** @param {{ head: string, parts: readonly string[] }} held */
  ofSome: ({ head, parts }) =>
    `${head} holds ${parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}` : parts[0]}.`,
  /** @param {string} word */
  allOf: (word) => `all of “${word}”`,
  /** @param {string} word */
  halfOf: (word) => `half of “${word}”`,
  /** @param {number} n @param {string} word */
  someOf: (n, word) => (n === 1 ? `one number of “${word}”` : `${n} numbers of “${word}”`),
  /** @param {number} n */
  moreWords: (n) => (n === 1 ? "one more word" : `${n} more words`),
  /** @param {{ from: number, to: number, word: string }} part */
  numbersOf: ({ from, to, word }) =>
    from === to ? `number ${from} of “${word}”` : `numbers ${from} to ${to} of “${word}”`,
  /** @param {number} row @param {readonly string[]} parts */
  rowIs: (row, parts) => `Its row ${row} is ${parts.join(", ")}.`,
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
