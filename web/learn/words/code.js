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
    "splits x itself. The projections are left out, so W_Q, W_K and W_V get no gradient.",
  ],
  line_axis: [
    "Some rows of attention sum to far more than 1, others to far less. Which line is wrong?",
    "normalises over the queries. Keys are the last axis: softmax(-1).",
  ],
  line_mask: [
    "The loss is suspiciously good: every word sees the words after it, and none before. Which line is wrong?",
    "marks what may be seen, and masked_fill blocks what is marked. It takes triu(1), not tril().",
  ],
};

/** The answer is one line of a program. @type {import("./phrases.js").Words} */
export const CODE = Object.fromEntries(
  Object.entries(BUGS).map(([id, [asks, why]]) => [
    id,
    { ask: () => asks, why: ({ line }) => `${line} ${why}`, wrong: {} },
  ]),
);
