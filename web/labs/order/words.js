import { words } from "../../kit/text/words.js";

/** Words of the lab of the order of words. */
export const ORDER = words("labOrder", {
  positions: "positions",
  /** @type {readonly [boolean, string][]} */
  ways: [
    [false, "off"],
    [true, "on"],
  ],
  again: "Shuffle again",
  straight: "Output, as the words stand",
  shuffled: "Output, words shuffled",
  apart: "difference, put back",
  apartShort: "off by",
  largest: "Largest difference, once every row is put back",
  follows:
    "The rows follow the words. Put back, nothing is left but rounding: a sum in another order ends in other last digits. To this layer a sentence is a bag of words.",
  stays:
    "The rows do not follow the words. Each word's vector says where it stands, so at another place it asks otherwise and is found otherwise.",
  masked:
    "The rows do not follow the words, though no vector says where its word stands. The causal mask does: a word sees those before it, and at another place these are others.",
  lesson:
    "Nothing in a dot product or a softmax knows of order. Who wants it has to add it: to the vectors, as here; to the scores; or by a mask.",
  one: "One word has no other order. Type a few more.",
  given: "The vectors of this layer were given to it, so that its words cannot be embedded at other places.",
  /** @param {string} word @param {number} from @param {number} to @param {string} apart */
  row: (word, from, to, apart) =>
    `“${word}” moved from place ${from} to ${to}; its row, put back, is up to ${apart} away.`,
  /** @param {number} tokens */
  figure: (tokens) =>
    `The output's ${tokens} rows as the words stand, and shuffled; lines join the rows of a word. Enter, then up and down, walks the words.`,
  table: "word",
  columns: ["place", "shuffled to", "difference, put back"],
});
