import { words } from "../kit/text/words.js";

/** Words of a step's animated arithmetic. */
export const ARITHMETIC = words("arithmetic", {
  again: "Again",
  products: "products",
  productsAndBias: "products, and the bias",
  powers: "exp(score − max)",
  sum: "sum",
  /** @param {string} sum */
  divided: (sum) => `each divided by ${sum}`,
  /** Descriptions of the picture, for screen readers. */
  shows: {
    product: "A row meets a column: each pair of numbers is multiplied, and the products add up.",
    softmax: "A row of scores becomes exponentials, their sum, and each one's share of it.",
    mix: "Rows of values fade to their weights, and add up to one row.",
    join: "The pieces of all heads slide together to one row.",
  },
});
