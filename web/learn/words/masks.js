import { saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** Hidden keys, and queries without visible keys. @type {Words} */
export const MASKS = {
  weights_left: {
    ask: ({ heads, tokens }) =>
      `A causal mask, ${tokens} tokens, ${heads} heads. How many pairs may still be seen, in all heads?`,
    why: ({ heads, tokens, answer }) =>
      `${heads} · ${tokens} · ${tokens + 1} / 2 = ${answer}: 1 in the first row, 2 in the second, and so on.`,
    wrong: {
      all: () => "There are that many without a mask.",
      strictly: () => "The diagonal stays: each token sees itself.",
      one_head: () => "That many in each head.",
      half: () => "A little more than half: the diagonal stays.",
    },
  },
  even_row: {
    ask: ({ row }) =>
      `A head's queries are all zero, and there is a causal mask. What is each weight in row ${row} that is not 0?`,
    why: ({ row, answer }) =>
      `1/${row + 1} = ${answer}: all scores are equal, so the visible keys share the weight evenly.`,
    wrong: {
      of_all: () => "Masked keys get nothing; the others share the weight.",
      of_those_before: () => "Rows count from 0, and a token sees itself.",
    },
  },
  blind_rows: {
    ask: ({ queries, keys }) =>
      `${queries} queries, ${keys} keys, a causal mask. How many rows see nothing at all?`,
    why: ({ queries, keys, answer }) =>
      `${answer}: the mask is aligned at the end, so that the last query sees all ${keys} keys, and the first ${queries - keys} none.`,
    wrong: {
      none: () =>
        "The mask is aligned at the end, and there are more queries than keys: the first queries come before the first key.",
      keys: () => "That many see something.",
      one: () => "Count from the last query up: each row sees one key fewer.",
    },
  },
  keys_seen: {
    ask: ({ queries, keys }) =>
      `A causal mask, ${keys} keys, and queries for the last ${queries} tokens only. How many keys does each row see? Write a number for each.`,
    why: ({ answer }) =>
      `${answer}: the last query stands at the last key, as when earlier keys were kept from before.`,
    wrong: {
      from_the_left: () => "That aligns the first query with the first key; the mask is aligned at the end.",
      all: () => "The last row sees them all, the others one fewer each.",
    },
  },
  all_blocked: {
    ask: ({ fill }) =>
      `Every key of a row is blocked, and blocked scores are set to ${fill === "-inf" ? "−∞" : "−1e9"}. What does a plain softmax make of the row?`,
    why: ({ fill, answer }) =>
      fill === "-inf"
        ? `${answer}: 0 is divided by 0. Here such a row is set to 0 instead, and a note says so.`
        : `${answer}: −1e9 everywhere is the same score everywhere, so the row averages keys that it must not see.`,
    wrong: {
      nan: () => "−1e9 is a number like any other; only −∞ makes 0 / 0.",
      average: () => "That is what −1e9 makes of it: all scores equal.",
      zero: () => "A softmax divides by the row's sum, and that is 0 as well.",
      error: () => "Nothing is raised: NaN is a number to the program, and goes on to the loss.",
    },
    choice: saying({
      nan: "NaN",
      average: "an even average of everything",
      zero: "0",
      error: "an error is raised",
    }),
  },
  last_word: {
    ask: ({ word }) =>
      `A causal mask. The last token, “${word}”, is replaced by another word. Which rows of the output change?`,
    why: () => "Its own, and no other: no token before it may see it. If other rows change, something leaks.",
    wrong: {
      all: () => "Without the mask all would.",
      none: () => "It still asks, and it sees its own value.",
      after_it: () => "Earlier tokens cannot see what comes later.",
    },
    choice: saying({ last: "only the last", all: "all", none: "none", all_but_first: "all but the first" }),
  },
};
