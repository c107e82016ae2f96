import { saying } from "./phrases.js";

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
  opposed_heads: {
    ask: ({ one, other }) =>
      `Suppose that heads ${one} and ${other} add the same numbers to every word, with opposite signs. Without either of the two the output moves far. And without both?`,
    why: () =>
      "It stays: what the two add cancels out. The effects of single heads do not tell the effect of several.",
    wrong: {
      twice: () => "That holds for heads that push the same way. These two push against each other.",
      once: () => "Without one head, the numbers of the other are left over. Without both, none are.",
    },
    choice: saying({
      none: "it does not move",
      twice: "it moves twice as far",
      once: "it moves as far as without one",
    }),
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
  silent_feature: {
    ask: ({ feature }) => `Suppose that feature ${feature} of x is 0 in every word. Where is ∂L/∂W_Q 0 then?`,
    why: ({ feature }) =>
      `In row ${feature}: its numbers are sums of products with that feature. No loss trains the weights of a feature that never occurs.`,
    wrong: {
      column: () => "A column belongs to a feature of q, which all other features of x still reach.",
      all: () => "The other features of x are not 0, and their rows get a gradient.",
      none: ({ feature }) => `In the formula, a = ${feature} multiplies every term of the sum by 0.`,
    },
    choice: (where, { feature }) =>
      saying({
        row: `in row ${feature}`,
        column: `in column ${feature}`,
        all: "everywhere",
        none: "nowhere",
      })(where),
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
