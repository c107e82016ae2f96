import { words } from "./words.js";

/**
 * Explanations of how a layer's weights are drawn or constructed. Constructed heads have the core's names; i is the query's position, j the
 * key's.
 *
 * @typedef {object} KindWords
 * @property {string} name
 * @property {string} score   the scaled score of query i and key j
 * @property {string} made    how W_Q and W_K produce the score
 */

const COPIED = "W_K copies the sines and cosines of the key's position, W_Q those of the query's";

export const KINDS = words(
  "kinds",
  /** @type {Readonly<Record<string, KindWords>>} */ ({
    previous_token: {
      name: "previous",
      score: "g Σ cos ω(i − 1 − j)",
      made: `${COPIED}, each pair turned back by one position: they agree where j is one before i.`,
    },
    next_token: {
      name: "next",
      score: "g Σ cos ω(i + 1 − j)",
      made: `${COPIED}, each pair turned forward by one position: they agree where j is one after i.`,
    },
    first_token: {
      name: "first",
      score: "g Σ cos ωj",
      made: "W_K copies the sines and cosines of the key's position. W_Q reads the slowest cosine alone, close to 1 at every token, so that every query looks for position 0.",
    },
    self: { name: "itself", score: "g Σ cos ω(i − j)", made: `${COPIED}: they agree where j is i.` },
    near_tokens: {
      name: "near",
      score: "g Σ cos ω(i − j), g small",
      made: `${COPIED}, with a gain so small that neighbours get their share too.`,
    },
    same_word: {
      name: "same word",
      score: "g Σ cos(a(i) − a(j))",
      made: "W_Q and W_K copy the words' own features: they agree most where the words are the same.",
    },
    broad: { name: "broad", score: "0", made: "W_Q is 0, so every key gets the same weight." },
    random: {
      name: "random",
      score: "drawn",
      made: "W_Q is drawn from a normal distribution, and W_K too unless other heads share it, scaled for scores with a standard deviation of 2.",
    },
  }),
);

/** Words about the weights, by the value of the setting `weights`. */
export const WEIGHTS = words(
  "weights",
  /** @type {Readonly<Record<string, { title: string, what: string, more: string, drawn: string }>>} */ ({
    constructed: {
      title: "Constructed.",
      what: "These weights are not learned. Formulas give them, so that each head does one known thing. A token's vector holds its word in the first half and its position, as pairs of sine and cosine, in the second; W_K copies such pairs, W_Q copies or turns them. The scaled score of query i and key j becomes",
      more: "ω is a pair's frequency, a(i) its angle for the word at i; the sum runs over the pairs that a head has room for. The gain g, in W_Q, makes the best key stand out. W_V and W_O are drawn with orthonormal rows or columns: what a head passes on is turned, not learned.",
      drawn: "",
    },
    random: {
      title: "Random.",
      what: "These weights are not learned: training begins with such weights. They are drawn by Xavier's rule, so that numbers neither grow nor shrink on their way:",
      more: "Scores stay small, so every head spreads its weight over nearly all keys.",
      drawn: "W_Q, W_K and W_V evenly between ±√(6 / (rows + columns)), W_O between ±1/√rows.",
    },
    small: {
      title: "Small.",
      what: "These weights are not learned. They are drawn as most of GPT-2's were before it was trained:",
      more: "Scores stay near 0, so every head spreads its weight over all keys.",
      drawn: "from a normal distribution with a standard deviation of 0.02.",
    },
    trained: {
      title: "Trained.",
      what: "Nobody wrote these weights: a small model learned them, to fill in the words of one grammar. This is one layer of the model, with its input for the sentence.",
      more: "The page Train shows how they came about, and what each head was found to do.",
      drawn: "",
    },
    language: {
      title: "Language model.",
      what: "Nobody wrote these weights: a small model learned them, to tell the next piece of a text, from the World English Bible and WordNet's definitions and examples. This is one of its four layers, and the layer's real input for the sentence: after its LayerNorm, with queries and keys rotated by position.",
      more: "It knows 4,096 pieces of words, in lower case. It cuts other words, as tired into t and ##ired, and begins every text with [BOS]. The page Models shows all its heads.",
      drawn: "",
    },
    translation: {
      title: "Translation.",
      what: "Nobody wrote these weights: a small model of one encoder and one decoder layer learned them, to translate the sentences of a small grammar from English to French. This is one of its three attentions, with its input for the sentence.",
      more: "In cross-attention each query is named by the French word that the model writes there: it has read the words before. The decoder's words begin with <start> and are one behind.",
      drawn: "",
    },
    vision: {
      title: "Pictures.",
      what: "Nobody wrote these weights: a small model learned them, to name the clothes of 60,000 grey pictures of 28 × 28 pixels (Fashion-MNIST). This is one of its four layers, and the layer's real input for the picture, after its LayerNorm.",
      more: "A token is a patch of 4 × 4 pixels, in reading order. Before them stands [CLS], a token of no patch: from its row in the last layer, the model tells the class.",
      drawn: "",
    },
  }),
);

/** Explanations of a head's weights. */
export const HEAD_WEIGHTS = words("headWeights", {
  /** Text for a layer that is too narrow for the head's pattern. */
  narrow: "This layer has no features for that: the head's W_Q is 0, so every key gets the same weight.",
  /** Text for weights that an author gave. */
  own: "These weights were given to the element; the page does not know how they were made.",
  /** Says that the patterns repeat. @param {number} kinds */
  again: (kinds) => `Head ${kinds} and on do the same again, with other pairs.`,
  /** @param {{ head: number, name: string }} which */
  item: ({ head, name }) => `head ${head}, ${name}`,
  /** @param {{ head: string, name: string }} which  head: its name; name: name of the pattern, or "" */
  head: ({ head, name }) => `${head}${name && `, ${name}`}.`,
  score: "Score",
  nobody: "This is not learned.",
  /** @param {string} habit */
  measured: (habit) => `Measured here, over all tokens: ${habit}.`,
  /** Says the role of a trained model's head. @param {string} role @param {number} sentences */
  tested: (role, sentences) => `Measured on ${sentences} sentences that it was not trained on: ${role}.`,
  /** @param {string} how */
  drawn: (how) => `Its weights are drawn like all others: ${how}`,
});
