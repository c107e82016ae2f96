import { wordsAt, saying, listed } from "./phrases.js";
import { shareSaid } from "../../kit/text/share.js";

/** @import { Words } from "./phrases.js" */

/** Scores, softmax and their results. @type {Words} */
export const ATTENTION = {
  attends_to: {
    ask: ({ head, word }) => `In head ${head}, which word does “${word}” give most of its weight?`,
    why: ({ weight, answer }) =>
      `${answer} gets ${shareSaid(weight)}. Read along the row: columns are what is looked at.`,
    wrong: {
      itself: () => "The diagonal would be filled then.",
      before: () => "That is the word before it; this head looks elsewhere.",
      after: () => "That is the word after it; this head looks elsewhere.",
      first: () => "Many heads look at the first word; this row does not.",
    },
    choice: wordsAt,
  },
  left_over: {
    ask: ({ head, word, weight }) =>
      `In head ${head}, “${word}” gives ${weight.toFixed(2)} of its row to one word. How much do all the others get together?`,
    why: ({ weight, answer }) => `1 − ${weight.toFixed(2)} is about ${answer}: a row is a budget of 1.`,
    wrong: {
      same: () => "That is what the one word gets.",
      one: () => "The whole row, this word included, gets 1.",
      none: () => "Every word keeps a little: a weight may be close to 0, but never is 0.",
    },
  },
  products: {
    ask: ({ dModel, heads }) =>
      `d_model is ${dModel}, with ${heads} heads. Of how many products is one score the sum?`,
    why: ({ answer }) => `${answer}: one for each feature of a head. A head compares its slice, and no more.`,
    wrong: {
      whole: () => "Each head compares only its own slice of the width.",
      heads: () => "Heads do not meet here; each has a score of its own.",
      tokens: () => "That is how many scores stand in a row.",
    },
  },
  even_entropy: {
    ask: ({ keys }) => `A row spreads its weight evenly over ${keys} keys. What is its entropy, in nats?`,
    why: ({ keys, answer }) =>
      `ln ${keys} = ${answer}: the most that ${keys} keys can have. 0 is all on one key.`,
    wrong: {
      none: () => "0 is the entropy of a row that looks at one key alone.",
      count: () => "That is e to the entropy: how many keys it looks at.",
      bits: () => "That is in bits: log₂, not ln.",
      share: () => "That is one key's weight.",
    },
  },
  saturates: {
    ask: ({ width, narrow, before }) =>
      `In heads ${narrow} features wide, rows have an entropy of ${before[0]} nats with ÷ √d_k, and of ${before[1]} without. And in heads ${width} wide?`,
    why: ({ answer }) =>
      `${answer}. A sum of more products spreads wider, the softmax gives nearly all to one key, and a row that has decided is hard to teach.`,
    wrong: {
      no_matter: () => "Without the scale the spread grows like √d_k: a wide head differs from a narrow one.",
      other_way: () => "The unscaled scores grow, and the scaled ones do not.",
      both: () => "Divided by √d_k, the scores keep their spread at every width.",
    },
    choice: ([scaled, unscaled]) => `${scaled} with, ${unscaled} without`,
  },
  columns_sum: {
    ask: () => "The softmax runs over the queries by mistake. Which sums are 1 now, in every head?",
    why: ({ keys }) =>
      `Those of the columns: a sum is 1 only along the axis of the softmax. All ${keys} columns of a head add up to ${keys}, as the rows should; but a row may get more or less than 1 of that.`,
    wrong: {
      rows: () => "Rows are what each query takes. The softmax did not run along them.",
      both: () => "A softmax makes one axis sum to 1; the other sums to 1 only by chance.",
      neither: () => "Every softmax makes the axis that it runs along sum to 1.",
    },
    choice: saying({
      columns: "those of the columns",
      rows: "those of the rows",
      both: "both",
      neither: "neither",
    }),
  },
  blend_of: {
    ask: ({ word, token }) =>
      `Under a causal mask, of how many value rows is the context of “${word}” (token ${token}) a blend?`,
    why: ({ token, answer }) => `${answer}: tokens 0 to ${token}. It sees itself, too.`,
    wrong: {
      all: () => "It would be all of them without the mask.",
      before: () => "A token may see itself.",
      alone: () => "It may see those before it as well.",
    },
  },
  two_looks: {
    ask: ({ word, key, second }) =>
      `“${word}” attends to “${key}” and to “${second}”, most of the weight each time. How can that be?`,
    why: ({ head, other, key, second }) =>
      `In two heads: ${head} gives it to ${key}, ${other} to ${second}. A row is a budget of 1; a second head is a second budget.`,
    wrong: {
      one_row: () => "In one row the weights sum to 1: two cannot both get more than half.",
      sum: () => "Weights of different heads are not added; the heads' contexts stand side by side.",
    },
    choice: saying({
      two_heads: "in two different heads",
      one_row: "in one row of one head",
      sum: "heads add up their weights",
    }),
  },
};

/** Roles of heads, and heads that repeat others. @type {Words} */
export const FOUND = {
  positional: {
    ask: ({ heads }) =>
      `How many of these ${heads} heads have their largest weight on the word before, or on the word after, in at least 90 % of the rows that have one?`,
    why: ({ found, answer }) =>
      `${answer}${found.length ? `: ${found.length === 1 ? "head" : "heads"} ${listed(found)}. A head that looks at the first word or at itself is none of them` : ""}.`,
    wrong: {
      none: () => "Look for a line of dark cells beside the diagonal.",
      all: () => "Some look elsewhere.",
    },
  },
  twin_heads: {
    ask: ({ one, other }) =>
      `Head ${other} has the same W_Q, W_K and W_V as head ${one}. Someone adds its rows of W_O to head ${one}'s and zeroes them. What becomes of the output?`,
    why: () =>
      "It stays: both contexts are equal, so c W + c W′ = c (W + W′). A head that only repeats another is not needed.",
    wrong: {
      half: () => "The rows were added, so that nothing is lost.",
      lost: () => "A head adds to the output through its rows of W_O, and they were kept in the sum.",
    },
    choice: saying({
      same: "it stays the same",
      other: "it changes",
      half: "it is halved",
      lost: "it loses what that head found",
    }),
  },
};

/** What heads write. @type {Words} */
export const WRITING = {
  same_map: {
    ask: ({ one, other }) =>
      `Head ${other} has the same W_Q and W_K as head ${one}, and so the same map. W_V and W_O stay as they were drawn. What do the two heads add to the output?`,
    why: () =>
      "Each adds something else. Equal maps mix the same words in the same shares, but values and rows of W_O differ, and they say what is handed on.",
    wrong: {
      same: () => "W_Q and W_K make the map. What the head adds is made by W_V and W_O, which differ.",
      half: () => "Heads do not share a map: each has its own row, which sums to 1.",
    },
    choice: saying({ same: "the same", other: "each something else", half: "half of it each" }),
  },
  circuit_rank: {
    ask: ({ width, heads, dV }) =>
      `d_model is ${width}, and there are ${heads} heads. For one head W_V is (${width}, ${dV}) and W_O is (${dV}, ${width}), so W_V W_O is (${width}, ${width}). What is the largest rank that it can have?`,
    why: ({ width, answer }) =>
      `${answer}: a product has no more rank than the narrower side of its factors. A head reads and writes in ${answer} of ${width} dimensions.`,
    wrong: {
      full: () => "The matrix is that large. But it is a product through a narrow middle.",
      heads: () => "The number of heads says how narrow one is. Its width is d_model divided by it.",
      numbers: () => "So many numbers the two factors have.",
    },
  },
  added_logit: {
    ask: ({ value }) =>
      `A head adds ${value} to the logit of one piece, and 0 to those of all others. How many times as large does it make the ratio of this piece's probability to any other's?`,
    why: ({ value, answer }) =>
      `${answer} = e^${value}: a softmax turns what is added to a score into a factor of the ratio.`,
    wrong: {
      sum: ({ value }) => `${value} is added before the softmax. After it, a sum has become a product.`,
      two: () => "The base is e, not 2.",
      one: () => "The ratio would stay if all logits grew alike.",
    },
  },
};
