import { words } from "../../kit/text/words.js";

/** Words of the lab of batches. */
export const BATCH = words("labBatch", {
  second: "the second sentence",
  sentences: "sentences in the batch",
  /** @param {number} words @returns {readonly [1 | 2 | "T", string][]} */
  counts: (words) => [
    [1, "1"],
    [2, "2"],
    ["T", `as many as words, ${words}`],
  ],
  mask: "shape of the padding mask",
  /** @type {readonly ["axes" | "square", string][]} */
  masks: [
    ["axes", "(B, 1, 1, T_k)"],
    ["square", "(B, T_k)"],
  ],
  head: "head",
  /** @param {readonly number[]} shape */
  given: (shape) => `mask ${sizes(shape)}`,
  /** @param {number} sentence @param {number} head */
  map: (sentence, head) => `sentence ${sentence + 1}, weights of head ${head}`,
  moved: "output is off",
  movedShort: "off by",
  /** @param {number} sentence */
  item: (sentence) => `sentence ${sentence + 1}`,
  /** @param {number} sentences @param {number} queries */
  scores: (sentences, queries) =>
    `its ${sentences} ${sentences === 1 ? "row" : "rows"} on ${queries} queries`,
  how: "Hatching is what the mask blocks. A stroke is a cell that the right mask has otherwise: padding that is seen, or a word that is hidden.",
  howRefused: "Hatching is padding. A stroke is a query that the mask has no row for.",
  /** @param {{ rows: number, onPadding: string }} what */
  right: ({ rows, onPadding }) =>
    `Right. Each word looks at the words of its own sentence, and the largest weight on padding is ${onPadding}, in all ${rows} rows of words. What stands in the rows of padding is read by nobody.`,
  /** @param {string} reason */
  luck: (reason) =>
    `Right, by luck. ${reason}. A test with one sentence does not show that the mask shape (B, T_k) is wrong.`,
  refused: "Refused: this mistake is easy to find, because nothing runs.",
  silent: "Silently wrong.",
  /** @param {{ seePadding: number, missWords: number, wrong: number, rows: number, sentences: number }} count */
  square: ({ seePadding, missWords, wrong, rows, sentences }) =>
    `Nothing is refused: B and T_q are both ${sentences}, and row i of the mask, the padding of sentence i, is taken for query i of every sentence. Of ${rows} rows of words ${seePadding} look at padding and ${missWords} miss words of their own; ${wrong} rows of the output are wrong.`,
  /** @param {{ word: string, sentence: number, off: string }} most */
  most: ({ word, sentence, off }) =>
    `Most wrong is the row of “${word}” in sentence ${sentence + 1}: it is off by ${off} of its own length.`,
  noPadding:
    "No sentence is shorter than another here: there is no padding to hide, whatever the mask's shape.",
  /** @param {number} sentences */
  others: (sentences) => `The other ${sentences - 2} sentences are these two again, in turns.`,
  strides: "How the mask is read",
  table: ["handed over", "shape", "strides over (B, H, T_q, T_k)"],
  none: "refused",
  why: "Axes are matched from the last one. (B, 1, 1, T_k) has the sentence axis where the scores have it. (B, T_k) has only two axes, and its B meets T_q of the scores: a stride of 0 over B means that all sentences read the same numbers.",
  /** @param {{ sentence: number, word: string, key: string, weight: string, how: string }} cell */
  cell: ({ sentence, word, key, weight, how }) =>
    `Sentence ${sentence + 1}: “${word}” looks at “${key}” with ${weight}${how}.`,
  cellHow: {
    padding: ", which is padding and should be hidden",
    word: ", masked although it is a word that it may see",
    masked: ", masked",
  },
  /** @param {{ query: number, word: string }} row */
  noRow: ({ query, word }) => `For query ${query}, “${word}”, the mask has no row.`,
  /** @param {{ query: number, word: string, sentence: number }} row */
  row: ({ query, word, sentence }) =>
    `Query ${query}, “${word}”, would get row ${sentence} of the mask: the padding of sentence ${sentence + 1}.`,
  hindrance: {
    cross:
      "Here the words of one sentence ask those of another. This lab pads sentences whose words ask each other: go back to one sentence.",
    given:
      "The vectors of this layer were given to it, so that words cannot be embedded for another sentence.",
    /** @param {number} words @param {number} most */
    many: (words, most) =>
      `A batch of ${words} sentences of ${words} words is more than this lab runs (at most ${most} words): shorten the sentence, or take 1 or 2 sentences.`,
  },
  /** @param {number} sentences */
  figure: (sentences) =>
    `The padding mask as it is handed over, the weights of ${sentences === 1 ? "the sentence" : "two sentences of the batch"}, and how far each output row is from the right one. Enter, then arrow keys, walks the cells; Page Up and Page Down change the head.`,
  /** Corner of the table of a mask. */
  asMask: "sentence",
  corner: "query",
});

/** @param {readonly number[]} shape */
export const sizes = (shape) => `(${shape.join(", ")})`;
