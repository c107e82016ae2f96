import { tuple, saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** Columns of a head, or every n-th column. @param {number[]} span @param {import("./phrases.js").Given} given */
const columns = ([from, to], { width }) =>
  to - from === width - 1 ? `columns ${from} to ${to}` : `every H-th, from ${from} to ${to}`;

/** Shapes of tensors, and the owners of features. @type {Words} */
export const SHAPES = {
  head_width: {
    ask: ({ dModel, heads }) =>
      `d_model is ${dModel}, and there are ${heads} heads. How many features has a head's query?`,
    why: ({ dModel, heads, answer }) =>
      `The heads share the width out: ${dModel} / ${heads} = ${answer}. More heads make narrower heads, not more numbers.`,
    wrong: {
      whole: () =>
        "That would be a full-size copy for each head. All heads together are as wide as the model.",
      count: () => "That is how many heads there are, not how wide one is.",
    },
  },
  cross_shape: {
    ask: ({ heads, queries, keys }) =>
      `A sentence of ${queries} tokens asks one of ${keys}; there are ${heads} heads. What shape have the attention weights?`,
    why: ({ answer }) =>
      `${answer}: (B, H, T_q, T_k). A row for each query, a column for each key, in every head.`,
    wrong: {
      swapped: () => "Rows are queries, columns are keys: who looks comes first.",
      square: () => "Only self-attention is square. Here keys come from the other sentence.",
      no_heads: () => "Each head has a map of its own, so H is an axis.",
      no_batch: () => "B comes first, even for a batch of one sentence.",
    },
  },
  cross_output: {
    ask: ({ queries, keys }) => `${queries} tokens attend to ${keys}. How many rows has the output?`,
    why: ({ answer }) =>
      `${answer}: one for each token that asked. The tokens that are asked give their values, and get no rows.`,
    wrong: {
      keys: () => "That many are asked. Each token that asks gets a row.",
      both: () => "The sentences are not joined: one asks the other.",
      pairs: () => "That many pairs have a score, but each row of weights makes one row of the output.",
    },
  },
  rows_of_attention: {
    ask: ({ word }) => `How many rows of attention weights does the word “${word}” have?`,
    why: ({ answer }) =>
      `${answer}, one in each head. A row is one answer to “who matters to me?”; heads give a word several.`,
    wrong: {
      one: () => "With one head it would be one. Each head has a row for it.",
      each_token: () => "That is how many weights stand in one row.",
      all: () => "That is how many rows all words have together.",
    },
  },
  head_columns: {
    ask: ({ head, heads, row }) =>
      `q has ${row} columns for ${heads} heads. Which of them are head ${head}'s?`,
    why: ({ head, width, answer }) =>
      `${answer}: heads are cut from the row side by side, ${width} columns each, and head ${head} begins at ${head} · ${width}.`,
    wrong: {
      from_one: () => "Heads are counted from 0, so it begins one head further on.",
      every: () => "That would give a head every H-th column. .view(T, H, d_k) cuts blocks of neighbours.",
      by_count: () => "The head begins at head · d_k, not at head · H.",
    },
    choice: columns,
  },
  context_columns: {
    ask: ({ head, row }) =>
      `A row of concat has ${row} columns. Where does head ${head}'s context stand in it?`,
    why: ({ head, width, answer }) =>
      `${answer}: at head ${head} · ${width}, where its queries were cut out. The heads go back in the same order.`,
    wrong: {
      from_one: () => "Heads are counted from 0, so it stands one head further on.",
      every: () => "Heads stand one after the other in a row, not interleaved.",
      by_count: () => "It stands at head · d_v; that one is at head · H.",
    },
    choice: columns,
  },
  keys_turned: {
    ask: ({ shape }) => `The keys have shape ${tuple(shape)}. What shape has k.transpose(-2, -1)?`,
    why: ({ answer }) =>
      `${answer}: the last two axes change places, so that a query's features meet a key's.`,
    wrong: {
      unchanged: () => "Then a row of Q would meet a row of K; a product needs a column.",
      first_two: () => "−2 and −1 count from the end: the last two axes.",
      all: () => "That is .T of everything; B and H stay where they are.",
    },
  },
  same_shape: {
    ask: ({ shape }) => `x has shape ${tuple(shape)}. What shape has the layer's output?`,
    why: () => "The same: the output can be added to the input, and go into the next layer.",
    wrong: {
      by_heads: () => "The heads were put side by side again before W_O.",
      one_head: () => "W_O brings the row back to d_model features, whatever the heads' width.",
    },
    choice: saying({
      same: "the same",
      by_heads: "(B, H, T, d_k)",
      one_head: "(B, T, d_k)",
      other: "another",
    }),
  },
};
