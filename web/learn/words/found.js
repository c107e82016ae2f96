import { listed, saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

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
