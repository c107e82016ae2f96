import { words } from "./words.js";

/** Labels for views that show numbers of a wrong path without the right path. */
export const WRONG = words("wrong", {
  /** @param {string} chip */
  path: (chip) => `Wrong path: ${chip}`,
  pair: "The wrong path needs two sentences; the walk shows both",
  /** @param {string} id */
  without: (id) => `The wrong path has no step ${id}`,
  sums: "Rows do not sum to 1",
});
