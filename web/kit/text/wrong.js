import { words } from "./words.js";

/** Labels for numbers of a wrong path that are shown instead of the right ones. */
export const WRONG = words("wrong", {
  /** @param {string} chip */
  path: (chip) => `Wrong path: ${chip}`,
  pair: "It takes two sentences, which the walk sets side by side",
  /** @param {string} id */
  without: (id) => `It has no step ${id}`,
  sums: "Its rows do not sum to 1",
});
