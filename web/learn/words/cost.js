import { groupDigits } from "../../kit/text/grouped.js";
import { listed, saying, tuple } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** Parameters, arithmetic, memory, and sharing. @type {Words} */
export const COST = {
  more_arithmetic: {
    ask: ({ dModel, heads, tokens, percent }) =>
      `d_model ${dModel}, ${tokens} tokens: from ${heads} heads to ${2 * heads}, arithmetic grows by ${percent.toFixed(1)} %. Which steps do more?`,
    why: () =>
      "The scale and the softmax: they work on every number of every map, and there are twice as many maps.",
    wrong: {
      projections: () => "The four matrices keep their sizes, however they are cut.",
      products: () => "There are twice as many maps, but each product of a query and a key is half as long.",
      all: () => "Projections stay as they are, and products get shorter as maps get more.",
    },
    choice: saying({
      projections: "the four projections",
      products: "queries times keys, and weights times values",
      numbers: "the scale and the softmax",
      all: "all of them, a little",
    }),
  },
  dearest: {
    ask: ({ dModel, heads }) =>
      `d_model ${dModel}, 4096 tokens. From one head to ${heads}: which of these grows most?`,
    why: ({ grown }) =>
      `Memory traffic, ${grown.bytes.toFixed(1)} times: every head has a map of its own. FLOPs grow ${grown.flops.toFixed(3)} times, parameters not at all.`,
    wrong: {
      parameters: () => "They stay the same, whatever the number of heads.",
      flops: () => "Nearly the same: narrower products, but more of them.",
    },
    choice: saying({ parameters: "parameters", flops: "arithmetic", bytes: "bytes moved" }),
  },
  equal_bills: {
    ask: ({ dModel }) =>
      `d_model is ${dModel}. At how many tokens do QKᵀ and A V cost as much arithmetic as the four projections?`,
    why: ({ dModel, answer }) =>
      `${groupDigits(Number(answer))} = 2 · ${dModel}. Below it the projections are the larger bill, above it attention.`,
    wrong: {
      width: () => "Attention has two products, the projections four: it takes twice that.",
      head: () => "The heads' width cancels out: all heads together are as wide as the model.",
      square: () => "One bill grows with T, the other with its square: they meet much earlier.",
    },
  },
  grouped_shape: {
    ask: ({ dModel, heads, shared, T }) =>
      `d_model ${dModel}, ${heads} heads, ${shared} key/value heads, ${T} tokens. What shape has k as W_K makes it?`,
    why: ({ shared, answer }) => `${answer}: W_K makes features for ${shared} heads only.`,
    wrong: {
      as_queries: () => "Queries are as wide. Keys are made for the shared heads alone.",
      by_head: () => "It is not split yet: one row for each token.",
      one: () => "It would be so with one key/value head (multi-query).",
    },
  },
  grouped_stride: {
    ask: ({ shared, times }) =>
      `Each of ${shared} key heads is read by ${times} query heads: k is expanded along an axis of ${times}. What stride has that axis?`,
    why: () => "0: a step along it stays where it is. The keys are repeated without being copied.",
    wrong: {
      one: () => "Then each repetition would be the next feature.",
      head: () => "That would be another head's keys; these are the same ones.",
      times: () => "That is its size, not its stride.",
    },
  },
  grouped_parameters: {
    ask: ({ heads, shared, dModel, full }) =>
      `With ${heads} heads a layer of d_model ${dModel} has ${groupDigits(full)} parameters. How many with ${shared} key/value heads?`,
    why: ({ heads, shared, answer }) =>
      `${groupDigits(Number(answer))}: W_K and W_V shrink to ${shared}/${heads}, W_Q and W_O stay.`,
    wrong: {
      unchanged: () => "W_K and W_V make fewer features now.",
      all_shared: () => "Only two of the four matrices shrink.",
      half: () => "Two of four matrices shrink, but they do not vanish.",
    },
  },
  whose_keys: {
    ask: ({ heads, shared, head }) =>
      `${heads} heads, ${shared} key/value heads. Whose keys does head ${head} read?`,
    why: ({ heads, shared, head, answer }) =>
      `${answer}: neighbours share. Groups have ${heads / shared} heads, and ⌊${head} / ${heads / shared}⌋ = ${answer}.`,
    wrong: {
      in_turn: () => "Heads are not dealt out in turn: neighbours share one.",
      own: () => "There is no such key/value head: they are fewer.",
    },
  },
  unwritten_maps: {
    ask: ({ heads, T }) =>
      `${heads} heads, ${groupDigits(T)} tokens, 2 bytes a number. How many MiB (2²⁰ bytes) have the weights of one layer, which FlashAttention never writes?`,
    why: ({ heads, T, answer }) =>
      `${answer}: ${heads} maps of ${groupDigits(T)} · ${groupDigits(T)} numbers of 2 bytes.`,
    wrong: {
      one_head: () => "That is the map of one head.",
      numbers: () => "So many numbers, in units of 2²⁰. Each has 2 bytes.",
      line: () => "That is one row of each map.",
    },
  },
  cache_bytes: {
    ask: ({ layers, shared, dK }) =>
      `A model has ${layers} layers, each with ${shared} key/value heads of ${dK} features, and keeps numbers of 2 bytes. How many bytes does its cache hold for one token?`,
    why: ({ layers, shared, dK, answer }) =>
      `${groupDigits(Number(answer))} = 2 · ${layers} · ${shared} · ${dK} · 2: keys and values, of each layer and each key/value head.`,
    wrong: {
      keys: () => "Those are the keys. Values are kept, too.",
      one_layer: () => "That is one layer. Each layer has keys and values of its own.",
      numbers: () => "So many numbers are kept. Each has 2 bytes.",
    },
  },
};

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
  silent_block: {
    ask: () => "All numbers of W_O are 0. What does output = x + attention(x) hand on?",
    why: () =>
      "x itself: attention adds nothing, and the stream passes by it. So a block that has nothing to add does no harm.",
    wrong: {
      zeros: () => "Attention gives zeros, but they are added to x.",
      mean: () => "The mean of the values goes into W_O and is multiplied by 0.",
      double: () => "x is added once. What attention adds is 0.",
    },
    choice: saying({
      x: "x, unchanged",
      zeros: "zeros",
      mean: "the mean of all words",
      double: "2 x",
    }),
  },
  kept_weight: {
    ask: ({ weight, p }) =>
      `Dropout sets each weight to 0 with a probability of ${p}, and divides those that stay by 1 − ${p}. A weight of ${weight} stays. How large is it then?`,
    why: ({ weight, p, answer }) =>
      `${weight} / (1 − ${p}) = ${answer}: on average each weight is as large as without dropout. A single row no longer sums to 1.`,
    wrong: {
      same: () => "Then the weights would be too small on average: some were set to 0.",
      smaller: () => "It is divided, not multiplied: what stays makes up for what goes.",
      share: () => "That is the probability of being dropped.",
    },
  },
  needed_words: {
    ask: ({ sentence, word }) =>
      `“${sentence}” is translated to French, and the first word is ${word}. Which English words does ${word} need?`,
    why: ({ determiner, noun }) =>
      `${determiner} says which determiner it is; ${noun}, in French, chooses the form: by its gender, its number, and whether it begins with a vowel.`,
    wrong: {
      alone: ({ determiner }) => `${determiner} has several forms in French. What chooses one?`,
      noun: ({ noun, determiner }) =>
        `${noun} chooses the form. But a form of what? Only ${determiner} says.`,
      neighbour: () => "The word between does not choose the form: it has to agree, too.",
    },
    choice: (/** @type {readonly number[]} */ at, { words }) => listed(at.map((i) => words[i])),
  },
  crossings: {
    ask: ({ sentence, french }) =>
      `“${sentence}” above, “${french}” below, and a line from each French word to the English word that it translates. How many pairs of lines cross?`,
    why: ({ answer }) =>
      `${answer}: ${answer === "1" ? "two words have" : "that many times two words have"} changed places. French puts most adjectives, among them colours, behind the noun, and a pronoun before the verb.`,
    wrong: {
      none: () => "Then the words would have the same order.",
      moved: () => "That many words have moved. A crossing is a pair of lines.",
    },
  },
};
