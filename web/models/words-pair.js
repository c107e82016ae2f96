import { words } from "../kit/text/words.js";

/** Words of two sentences beside each other, on the page Models. */
export const MODEL_PAIR = words("modelPair", {
  title: "Two sentences beside each other",
  what: "Change one word, and see which heads look elsewhere.",
  second: "Second sentence",
  compare: "Compare",
  end: "Remove the second sentence",
  comparing: "Reading the second sentence",
  stale: "Still showing the previous sentences",
  pieces: "Pieces of both sentences; those that differ are marked",
  /** @param {string} piece */
  quoted: (piece) => `“${piece}”`,
  /** @param {string} pieces */
  aloneFirst: (pieces) => `Without a partner in the second sentence: ${pieces}`,
  /** @param {string} pieces */
  aloneSecond: (pieces) => `Without a partner in the first sentence: ${pieces}`,
  caption: "Second minus first: the core computes every weight for both sentences and subtracts them.",
  masked: "Grey cells are masked.",
  /** @param {{ layers: number, heads: number, tokens: number }} of */
  summary: ({ layers, heads, tokens }) =>
    `Difference of the maps of ${layers} layers of ${heads} heads over ${tokens} aligned pieces. Press Enter, then walk with the arrow keys.`,
  ranking: "Heads that move most",
  /** @param {number} queries */
  measure: (queries) =>
    `The share of a query’s weight that lies on other keys in the second sentence, mean over ${queries} ${queries === 1 ? "query" : "queries"}.`,
  causal: "Queries before the first changed piece read the same pieces and are left out.",
  /** @param {string} head */
  one: (head) => `${head}: second minus first`,
  /** @param {string} head @param {string} figure */
  oneSummary: (head, figure) =>
    `Difference of the attention weights of ${head}, a row a query. ${figure} of its weight moves.`,
  corner: "head",
  columns: ["share of weight that moves"],
  query: "query",
});
