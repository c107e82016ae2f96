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
    "The rows follow the words. After they are put back, only rounding differs: a sum in another order has other last digits. To this layer a sentence is a bag of words.",
  stays:
    "The rows do not follow the words. Each word's vector holds its position, so at another place the word has another query and another key.",
  masked:
    "The rows do not follow the words, though no vector holds a position. The cause is the causal mask: a word sees the words before it, and at another place these differ.",
  lesson:
    "Nothing in a dot product or a softmax knows of order. Order has to be added: to the vectors, as here; to the scores; or by a mask.",
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
