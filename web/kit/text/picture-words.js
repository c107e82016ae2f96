import { words } from "./words.js";

/** Words in pictures. */
export const DRAWN = words("drawn", {
  before: "Before",
  after: "After",
  head: "head",
  kvHead: "kv-head",
  each: "each head up to its own largest, of which this is the most",
  all: "one scale for all heads",
});
