import { words } from "./words.js";

/** Words in pictures. */
export const DRAWN = words("drawn", {
  before: "Before",
  after: "After",
  head: "head",
  kvHead: "kv-head",
  sink: "sink",
  each: "each head scaled to its own maximum",
  all: "one scale for all heads",
  query: "who looks ↑",
  key: "at whom →",
});
