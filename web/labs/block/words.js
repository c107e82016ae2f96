import { words } from "../../kit/text/words.js";

/** Words of the lab of the block around a layer. */
export const BLOCK = words("labBlock", {
  ending: "the last word",
  layer: "layer",
  word: "row of",
  /** Names of the stations. */
  names: {
    before: "stream",
    normed: "norm",
    attention: "attention",
    middle: "stream",
    mlpNormed: "norm",
    up: "W_up",
    relu: "ReLU",
    down: "W_down",
    after: "stream",
  },
  /** Names of the colour scales. */
  scales: { stream: "stream", norm: "norm", mlp: "MLP" },
  lesson:
    "The layer of the walk is the part called attention. It replaces nothing: its output is added to the stream, a row of d_model numbers for each word that runs from x to the logits. An MLP adds to the same row.",
  /** @param {{ feature: number, layer: number, before: string, attention: string, middle: string }} what */
  adds: ({ feature, layer, before, attention, middle }) =>
    `Layer ${layer}, feature ${feature}: ${before}, to which attention adds ${attention}, is ${middle}.`,
  /** @param {{ middle: string, down: string, after: string }} what */
  addsMlp: ({ middle, down, after }) => `To ${middle} the MLP adds ${down}, which is ${after}.`,
  parts:
    "A norm (LayerNorm) gives each row mean 0 and variance 1, then a learned gain and shift. Attention alone moves numbers between words; keys and values are read from the words themselves, x. The MLP reads one row at a time: W_up makes it four times as wide, ReLU sets what is negative to 0, W_down brings it back.",
  /** @param {{ steps: number, share: string, blanks: number }} what */
  learned: ({ steps, share, blanks }) =>
    `This model learned just now, in ${steps} steps: two such blocks, and Train's sentences. What “it” stands for in ${blanks} sentences that it has not read: ${share} of its answers are correct.`,
  /** @param {{ head: string, weight: string }} what */
  finder: ({ head, weight }) => `${head} gives the right noun ${weight} of its weight, at least.`,
  /** @param {string} word @param {number} layer */
  logits: (word, layer) =>
    `After layer ${layer} the unembedding makes of the row of “${word}” one number a word of the vocabulary, its logits; a softmax makes them probabilities:`,
  /** @param {{ layer: number, word: string, features: number }} what */
  figure: ({ layer, word, features }) =>
    `The block of layer ${layer}: the row of “${word}” in the stream, what attention adds and what the MLP adds, ${features} numbers each. Enter, then the arrows, walk the features.`,
  table: "feature",
  columns: ["stream", "norm", "attention adds", "stream", "norm", "MLP adds", "stream"],
});
