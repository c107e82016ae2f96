import { words } from "./words.js";

/** What is said of where a number came from. */
export const ORIGIN = words("origin", {
  title: "Where this number came from",
  close: "✕ close",
  what: "What it was computed from stays outlined at every step before it. Of many numbers one is followed on: of a sum that of its largest product.",
  /** @param {string} n how many there are; the index of the one that is followed comes after */
  among: (n) => `${n} numbers, of them `,
});
