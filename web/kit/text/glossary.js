import { say, words } from "./words.js";

/**
 * Terms of the field, by their key in marked sentences: the name, and one or two sentences. Loads on first use.
 */
export const TERMS = words("glossary", {
  B: "B, batch: how many sentences go through the layer at once. They never see each other.",
  T: "T, tokens: the words and punctuation marks of the sentence, one row each.",
  T_q: "T_q, queries: the tokens that ask, one row of attention each.",
  T_k: "T_k, keys: the tokens that are asked, one column of attention each.",
  H: "H, heads: attention is done several times side by side, by heads that each look for something of their own.",
  H_kv: "H_kv, key/value heads: fewer than the query heads, each shared by a group of them, which saves memory.",
  G: "G, group: how many query heads share one head of keys and values (grouped-query attention).",
  d_k: "d_k: how many features a head's queries and keys have. A score is a sum of that many products.",
  d_v: "d_v: how many features a head's values have, and so a head's result for a token.",
  d_model: "d_model: how many features a token's vector has between layers; the heads share them out.",
  qkv: "qkv: the columns of queries, keys and values side by side, as one product makes them.",
  query: "Query: what a token looks for. It is compared with every key.",
  key: "Key: what a token can be found by.",
  value: "Value: what a token gives to the tokens that attend to it.",
  score:
    "Score: how well a query matches a key, the sum of products of their features. Before the softmax it is also called a logit.",
  logit:
    "Logit: a number of any size, which the softmax turns into a weight. Here the scores are the logits.",
  softmax:
    "Softmax: replaces each number x of a row by e^x divided by the sum of all e^x. The row becomes weights above 0 that sum to 1. Larger differences give the largest number more.",
  entropy:
    "Entropy: how widely a row of weights is spread: 0 where all lies on one key, ln T where all T keys get the same.",
  nat: "Nat: the unit of entropy with natural logarithms. A choice between two equal keys has ln 2 of them, which is one bit.",
  mask: "Mask: says which pairs must not meet. A causal mask hides what comes later, a padding mask the filler at a sentence's end.",
  dropout: "Dropout: sets weights to 0 at random while training, so that no pair is relied on alone.",
  stride:
    "Stride: how many elements further in memory the next index along an axis lies. A view gets new strides; the numbers stay where they are.",
  offset: "Offset: where in its memory a tensor begins, in elements.",
  view: "View: another shape or order over the same memory. It costs nothing, and what is written to one is seen in the other.",
  copy: "Copy: numbers written to memory of their own.",
  contiguous:
    "Contiguous: the elements lie in memory in the order of their indices, without gaps, so that neighbouring axes can be read as one.",
  FLOP: "FLOP: one addition or multiplication of numbers with a decimal point; a product that is added on counts as two.",
  /** Explanation of a product of axes by its factors. @type {any} */
  product: (/** @type {string} */ outer, /** @type {string} */ inner) =>
    `${outer} · ${inner}: ${inner} features of each of ${outer} heads, side by side in one row.`,
});

/**
 * @param {string} term  a product of axes is explained by its factors
 * @param {import("./words.js").Localized} [speaker]
 * @returns {{ name: string, meaning: string } | null}
 */
export function explain(term, speaker) {
  const terms = /** @type {Readonly<Record<string, any>>} */ (say(TERMS, speaker));
  const [outer, inner] = term.split("*");
  const said = inner && terms[outer] && terms[inner] ? terms.product(outer, inner) : terms[term];
  const [, name, meaning] = /^(.*?[:：]) ?(.*)$/.exec(said ?? "") ?? [];
  return name && meaning ? { name, meaning } : null;
}
