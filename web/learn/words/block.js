import { tuple } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

const millions = (/** @type {number} */ value) => `${(value / 1e6).toFixed(1)} million`;

/** The block around attention: parameters, encoder and decoder. @type {Words} */
export const BLOCK = {
  attention_parameters: {
    ask: ({ name, layers, dModel, heads }) =>
      `${name} has ${layers} blocks of d_model ${dModel} with ${heads} heads. How many parameters has all its attention?`,
    why: ({ layers, dModel, answer }) =>
      `${answer}: in each of ${layers} blocks, four matrices of ${dModel} · ${dModel} and their four biases.`,
    wrong: {
      one: () => "That is one block.",
      feed_forward: () => "That many are in the feed-forward networks.",
      each: () => "Heads share the matrices: each has its own columns, not its own copy.",
    },
    choice: millions,
  },
  cross_batch: {
    ask: ({ B, queries, keys, dModel, heads }) =>
      `A batch of ${B}: decoders of ${queries} tokens ask encoders of ${keys}; d_model ${dModel}, ${heads} heads. What shape have the weights?`,
    why: ({ B, queries, dModel, answer }) =>
      `${answer}: (B, H, T_q, T_k). The output is ${tuple([B, queries, dModel])}: one row per query.`,
    wrong: {
      swapped: () => "Rows are queries: the decoder's length comes first.",
      output: () => "That is the output's shape.",
      no_heads: () => "That is what PyTorch returns by default: the mean over heads.",
      no_batch: () => "B is an axis, too.",
    },
  },
};
