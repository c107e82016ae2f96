import { signed, saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** Removing weights, and the flow of gradients. @type {Words} */
export const LEARNING = {
  even_loss: {
    ask: ({ words }) =>
      `Before it has learned, a model gives each of ${words} words that may fill a blank the same probability. How large is its loss?`,
    why: ({ words, answer }) =>
      `ln ${words} = ${answer}: the probability is 1/${words}, and −ln of it is ln ${words}. Guesses that are no better keep it there.`,
    wrong: {
      share: () => "That is the probability of the right word. The loss is −ln of it.",
      count: () => "That is how many words there are. The loss grows with its logarithm.",
      zero: () => "Only a model that is sure and right has a loss of 0.",
    },
  },
  what_followed: {
    ask: ({ words }) =>
      `“${words}”: an induction head looks for what followed the same word earlier. Words count from 0. To which one does the last word look?`,
    why: ({ word, followed, answer }) =>
      `${answer}, “${followed}”: it followed the first “${word}”, and so it may follow again.`,
    wrong: {
      same: () => "That is the same word. The head looks at the word after it.",
      itself: () => "That is the word that looks.",
      before: () => "That is a head that looks at the word before.",
    },
  },
  remove_head: {
    ask: ({ head, from, to }) =>
      `To take head ${head} out: zero rows ${from} to ${to} of W_O, or columns ${from} to ${to} of W_Q and W_K?`,
    why: ({ head }) =>
      `The rows of W_O: the context of head ${head} is then multiplied by 0. Without queries the head still hands on the average of the values.`,
    wrong: {
      columns: () =>
        "Its scores are 0 then, all weights alike, and the average of all values goes on to W_O.",
      both: () => "Without those columns the head still adds an average to the output.",
    },
    choice: saying({ rows: "rows of W_O", columns: "columns of W_Q and W_K", both: "either does" }),
  },
  pruned_queries: {
    ask: ({ head, from, to, tokens }) =>
      `Someone prunes head ${head} by zeroing columns ${from} to ${to} of W_Q and W_K. ${tokens} tokens, no mask: what is each of its weights now?`,
    why: ({ tokens, answer }) =>
      `1/${tokens} = ${answer}: all its scores are 0, and a softmax of equal scores is even. The head still adds to the output.`,
    wrong: {
      zero: () => "A score of 0 is not a weight of 0: each row still sums to 1.",
      one: () => "A row sums to 1, shared by all keys.",
      heads: () => "The keys share it, not the heads.",
    },
  },
  zero_queries: {
    ask: () => "A head's columns of W_Q are 0, those of W_K are not. Which of its gradients are 0 then?",
    why: ({ largest }) =>
      `Only dW_K: it is computed from the queries, which are 0. dW_Q is computed from the keys, which are not 0, so dW_Q is up to ${largest.toPrecision(2)}: the head can still learn.`,
    wrong: {
      queries: () => "The gradient of W_Q is made of the keys, and these are not 0.",
      both: () => "Then the head could never learn; but the gradient of W_Q is made of the keys.",
      neither: () => "One of the two is multiplied by queries that are 0.",
    },
    choice: saying({ keys: "dW_K", queries: "dW_Q", both: "both", neither: "neither" }),
  },
  nudge: {
    ask: ({ by, row, column, gradient }) =>
      `The loss L is the sum of all output numbers, and ∂L/∂W_Q[${row}, ${column}] is ${signed(gradient)}. That weight is raised by ${by}. By how much does L move?`,
    why: ({ gradient, by, moved, answer }) =>
      `By ${signed(gradient)} · ${by} = ${answer}. Run again with the weight raised, it moves by ${signed(moved)}.`,
    wrong: {
      whole: () => "That is how much it would move for a whole 1.",
      opposite: () => "The gradient points to where the loss grows.",
      none: () => "This weight has the largest gradient of all.",
    },
  },
  silenced_head: {
    ask: ({ head }) =>
      `Head ${head} is scaled by 0. For how many of its four blocks (W_Q, W_K, W_V, W_O) is the gradient 0?`,
    why: ({ answer }) =>
      `${answer}: its context is multiplied by 0 on the way out, and its gradient on the way back. A head that is off does not learn.`,
    wrong: {
      none: () => "Everything that comes back to it passes the factor 0.",
      output_alone: () => "W_O's rows see a context of 0, and the gradient further back is 0 as well.",
      two: () => "All four blocks lie behind that factor.",
    },
  },
};
