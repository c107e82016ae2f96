import { listed, wordsAt, saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** Wrong paths: their effects, and where these show. @type {Words} */
export const PATHS = {
  view_words: {
    ask: ({ head, chip }) =>
      `Someone writes q.view(${chip.join(", ")}) and leaves the transpose out. Which words does head ${head} hold?`,
    why: ({ answer }) =>
      `${answer}: a view only counts along the memory, and memory goes token by token. The head got one stretch of it, cut into rows.`,
    wrong: {
      all: () => "A correct head holds a piece of every word. This one holds one stretch of memory.",
      next: () => "Close. Count the memory in heads, T · d_k numbers each.",
      own: () => "A head takes as much memory as T pieces, which is more than one word.",
    },
    choice: wordsAt,
  },
  revealing_test: {
    ask: () => "The heads are cut by .view alone. Which of these tests fails?",
    why: () =>
      "The swap: without mask and positions, output rows go with their words. Here the rows of a head are pieces of a few words, and row i need not be a piece of word i.",
    wrong: {
      shape: () => "The view has the right shape, and so has all that follows.",
      sums: () => "The softmax makes every row sum to 1, whatever the rows hold.",
      one_head: () => "With one head there is nothing to cut, and the view is right.",
    },
    choice: saying({
      swap: "swap two rows of x: in the output, the same two rows swap",
      shape: "the output has the shape of x",
      sums: "each row of weights sums to 1",
      one_head: "with one head, the output is that of a correct layer",
    }),
  },
  leak_merge: {
    ask: ({ word, other, last }) =>
      `A causal mask, but the heads are merged without the transpose back. “${word}” becomes “${other}”. Which output rows before row ${last} change?`,
    why: ({ answer }) =>
      `${answer}. Rows are filled head by head then, so pieces of the last word's context land in rows of earlier words.`,
    wrong: {
      none: () => "The mask held, but the merge put later context into earlier rows.",
      all: () => "Some rows hold pieces of earlier words alone.",
      next_to_last: () => "The last word has a piece in every head, and these end up all over the rows.",
    },
    choice: (rows) => (rows.length ? listed(rows) : "none"),
  },
  leak_view: {
    ask: ({ word, other, last }) =>
      `A causal mask, but the heads were cut without a transpose. “${word}” becomes “${other}”. Which output rows before row ${last} change?`,
    why: ({ answer }) =>
      `${answer}. A head holds several rows of the last word, and some of them stand where the mask expects early tokens.`,
    wrong: {
      none: () => "The mask goes by rows, and a row is no longer a token.",
      all: () => "The first rows of the output are made of heads that hold nothing of the last word.",
      next_to_last: () => "The last word is cut into as many rows as there are heads.",
    },
    choice: (rows) => (rows.length ? listed(rows) : "none"),
  },
  symmetric: {
    ask: () =>
      "Someone leaves the projections out: queries, keys and values are all x. What does that do to the scores of every head?",
    why: () =>
      "They are symmetric: a word's query and key are equal, so scores (i, j) and (j, i) are equal. W_Q, W_K and W_V never learn.",
    wrong: {
      as_before: () => "With W_Q and W_K a token asks for one thing and is found by another.",
      identity: () => "A token scores with itself, but with others, too.",
      zero: () => "A dot product of a vector with itself is not 0.",
    },
    choice: saying({
      symmetric: "S equals its transpose",
      as_before: "nothing, they are as before",
      identity: "only the diagonal is left",
      zero: "they are all 0",
    }),
  },
  fails_loudly: {
    ask: () => "One of these four bugs raises an error on its first run. Which?",
    why: () =>
      "The view without .contiguous(): no single stride walks through both axes. The others run, and train.",
    wrong: {
      view_without_transpose: () => "The shape is what was asked for, so nothing complains.",
      merge_without_transpose: () => "Right shape, wrong order: it runs.",
      softmax_axis: () => "Either axis can be normalised.",
    },
    choice: saying({
      view_without_contiguous: ".view without .contiguous()",
      view_without_transpose: "cutting heads by .view alone",
      merge_without_transpose: "merging heads without transposing back",
      softmax_axis: "softmax over the queries",
    }),
  },
};

/** Common bugs of tutorials, each in a program: symptoms and reasons. @type {Readonly<Record<string, readonly [string, string]>>} */
const BUGS = {
  line_view: [
    "It runs, and it trains a little. But heads are not heads. Which line is wrong?",
    "is a view alone. It has the right shape and the wrong order: split first, .view(B, T, H, d_k), then .transpose(1, 2).",
  ],
  line_merge: [
    "Shapes agree, but positions leak into one another. Which line is wrong?",
    "reads the heads in the order of memory. The transpose back, and .contiguous(), belong before it.",
  ],
  line_contiguous: [
    "It raises an error on its first run. Which line is it?",
    "asks for a view across axes that do not lie next to each other. .contiguous() belongs before it.",
  ],
  line_scale: [
    "With narrow heads it learns, with wide ones hardly. Before which line is something missing?",
    "takes scores as they are. Before it they are divided by √d_k, so that their spread does not grow with the width.",
  ],
  line_raw: [
    "It trains, a little worse, and three matrices never change. Which line is wrong?",
    "splits x itself. The projections are left out, so that W_Q, W_K and W_V never change.",
  ],
  line_axis: [
    "Some rows of attention sum to far more than 1, others to far less. Which line is wrong?",
    "makes the sums over the queries 1. Keys are the last axis: softmax(-1).",
  ],
  line_mask: [
    "The loss is suspiciously good: every word sees the words after it, and none before. Which line is wrong?",
    "marks what may be seen, but the next line blocks what is marked. It takes triu(1), not tril().",
  ],
};

/** The answer is one line of a program. @type {import("./phrases.js").Words} */
export const CODE = Object.fromEntries(
  Object.entries(BUGS).map(([id, [asks, why]]) => [
    id,
    { ask: () => asks, why: ({ line }) => `${line} ${why}`, wrong: {} },
  ]),
);
