import { words } from "../../kit/text/words.js";

/** Words of the lab of the softmax. */
export const SOFTMAX = words("labSoftmax", {
  width: "d_k",
  scale: "scores",
  /** @type {readonly [boolean, string][]} */
  scales: [
    [true, "÷ √d_k"],
    [false, "as they are"],
  ],
  temperature: "temperature",
  head: "head",
  how: "Queries and keys here have features of variance 1: the sentence's words through weights drawn at random, four heads. A score is a sum of d_k products, so it spreads like √d_k.",
  picture: {
    /** @param {string} word @param {number} head */
    row: (word, head) => `The row of “${word}” in head ${head}`,
    scores: "into the softmax",
    weights: "out of it",
    /** @param {number} count */
    histogram: (count) => `All ${count} scores that go into the softmax`,
    entropy: "Entropy of a row, nats: the mean",
    passed: "Gradient that gets through: the median row",
    reached: "Gradient that reaches a query: the median row",
    scaled: "÷ √d_k",
    unscaled: "without",
    lines: "thin: the mean",
  },
  /** @param {{ word: string, entropy: string, most: string, passed: string }} of */
  row: ({ word, entropy, most, passed }) =>
    `“${word}”: entropy ${entropy} of at most ${most} nats; ${passed} of a gradient passes.`,
  /** @param {{ entropy: string, median: string, mean: string }} of */
  all: ({ entropy, median, mean }) =>
    `Over all rows: mean entropy ${entropy} nats; part of a gradient that gets through: median ${median}, mean ${mean}.`,
  passes:
    "What gets through is the Frobenius norm of the row's Jacobian, diag(a) − a aᵀ: 0 where one key has all the weight, since then no small change of a score changes anything. The gradient that reaches a query is that of the scores times the keys, and with the scale divided by √d_k once more: without the scale it first grows with the width, then vanishes.",
  median: {
    /** @param {{ width: number, scaled: string, unscaled: string }} of */
    alike: ({ width, scaled, unscaled }) =>
      `At d_k ${width} the scale hardly matters to the median row: ${scaled} of a gradient gets through with it, ${unscaled} without. Choose a wider head.`,
    /** @param {{ width: number, scaled: string, unscaled: string }} of */
    apart: ({ width, scaled, unscaled }) =>
      `At d_k ${width} the median row hands on ${scaled} of a gradient with the scale and ${unscaled} without. The median falls faster than the mean: a few undecided rows hold the mean up, while most rows get little.`,
  },
  temper:
    "A temperature divides the scores once more: above 1 the row gets flatter, below 1 sharper. √d_k is the temperature that keeps wide heads as undecided as narrow ones.",
  one: "One word alone: its row is 1 whatever its score is. Type a second word.",
  figure:
    "The selected row as scores and as weights, the histogram of all scores, and over widths of a head the entropy of a row, the gradient that gets through, and the gradient that reaches a query.",
  table: [
    "d_k",
    "entropy ÷ √d_k",
    "median ÷ √d_k",
    "mean ÷ √d_k",
    "at a query ÷ √d_k",
    "entropy without",
    "median without",
    "mean without",
    "at a query without",
  ],
});
