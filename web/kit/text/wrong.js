import { words } from "./words.js";

/** What is said of a wrong path where its numbers stand alone, in place of the right one's. */
export const WRONG = words("wrong", {
  /** @param {string} chip */
  path: (chip) => `Wrong path: ${chip}`,
  pair: "It takes two sentences, which the walk sets side by side",
  /** @param {string} id */
  without: (id) => `It has no step ${id}`,
  sums: "Its rows do not sum to 1",
});
