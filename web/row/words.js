import { words } from "../kit/text/words.js";

const NUMERALS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

/** A small number as a word. @param {number} count */
const numeral = (count) => NUMERALS[count] ?? String(count);

/** Words of the middle scene: one row of a head in three moves. */
export const ROW = words("row", {
  /** @param {unknown} word */
  title: (word) => ["How does ", word, " choose?"],
  /** Titles of all words, and of all heads. */
  titles: { words: "How does every word choose?", heads: "How does every head choose?" },
  invites: "One head, three moves. Press any word or bar.",
  /** For screen readers. @param {string} word */
  lets: (word) => `Let “${word}” ask`,
  /** @param {{ word: string, score: string, share: string }} bar */
  opens: ({ word, score, share }) => `${word}: ${score} becomes ${share}. Open the product`,
  close: "Close",
  /** @param {{ from: string, to: string }} words */
  turns: ({ from, to }) => `The last word is “${from}”: change it to “${to}”`,
  ask: "Ask",
  /** @param {unknown} word @param {number} width */
  asks: (word, width) => [
    word,
    ` asks with a query of ${width} numbers; each word answers with a key. Better fit, higher bar.`,
  ],
  /** @param {string} change of the product */
  askedBy: (change) => `query · key${change}`,
  share: "Share",
  shares: "e to each score: none below 0. Divided by their sum: together 1.",
  /** @param {{ score: string, share: string }} best */
  sharedBy: ({ score, share }) => `e^${score} ÷ Σ e^score = ${share}`,
  mix: "Mix",
  /** @param {{ width: number, count: number }} what */
  mixes: ({ width, count }) =>
    `Each value, ${width} more numbers, times its share; all ${numeral(count)} added.`,
  mixedBy: "Σ share × value",
  hidden: "hidden",
  values: "values",
  /** @param {string} sum */
  total: (sum) => `total ${sum}`,
  /** @param {{ word: unknown, first: unknown, share: string, others: readonly unknown[] }} what */
  carries: ({ word, first, share, others }) => [
    "So ",
    word,
    " now carries mostly what ",
    first,
    ` handed over (${share})`,
    ...others.map((each, i) => [i === 0 ? ", and a little of " : " and of ", each]),
    ".",
  ],
  /** No share is above a half. @param {{ word: unknown, first: unknown, share: string, others: readonly unknown[] }} what */
  blends: ({ word, first, share, others }) => [
    "So ",
    word,
    " now carries a blend: the largest part is from ",
    first,
    ` (${share})`,
    ...others.map((each, i) => [i === 0 ? ", then from " : " and from ", each]),
    ".",
  ],
  above: "above 0",
  below: "below 0",
  /** @param {number} count */
  allWords: (count) => `Now all ${numeral(count)} words`,
  /** @param {number} count */
  allHeads: (count) => `All ${numeral(count)} heads`,
  oneWord: "Back to one word",
  steps: "In shapes, memory and code",
  inSteps: "Now step by step",
  own: "Your own sentence",
  ownLabel: "Your sentence",
  read: "Read it",
  /** @param {{ head: string, step: number | null, steps: number }} what */
  from: ({ head, step, steps }) =>
    step === null ? `${head}.` : `${head}, after ${step} of ${steps} steps of training.`,
  learns: "Watch it learn",
  /** @param {string} head */
  map: (head) =>
    `${head}: every word asks in turn. A row is the word that asks, a column the word that it looks at.`,
  /** @param {number} count */
  heads: (count) =>
    `The ${numeral(count)} heads of this layer, side by side: each has its own queries, keys and values. Press one to see its moves.`,
  looker: "who asks ↓",
  /** Which model reads the reader's own sentence. */
  reads: {
    trained: "The small model knows all these words, and reads them with the same head.",
    /** @param {string} unknown words */
    language: (unknown) =>
      `The small model does not know ${unknown}, so the language model reads the sentence.`,
  },
  /** For screen readers. @param {{ head: string, word: string, list: string }} row */
  picture: ({ head, word, list }) => `${head}: what “${word}” asks, shares and mixes. Shares: ${list}.`,
});
