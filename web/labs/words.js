import { words } from "../kit/text/words.js";

/** Words around the labs. */
export const LABS_SAY = words("labs", {
  heading: "Labs",
  about: "Turn one thing, and see what it does.",
  /** @param {number} n */
  all: (n) => `All ${n} labs`,
  fewer: "Fewer labs",
  loading: "Loading the core…",
});

/** Names of cost bars. */
export const MEASURES = words("labMeasures", {
  parts: { projections: "projections", scores: "QKᵀ", softmax: "scale, softmax", values: "A V, concat" },
  measures: {
    parameters: { name: "Parameters", unit: "" },
    flops: { name: "Arithmetic", unit: "FLOP" },
    moved: { name: "Memory traffic", unit: "B" },
    held: { name: "Memory held", unit: "B" },
  },
  /** @param {string} ratio */
  ratio: (ratio) => `× ${ratio}`,
  /** @param {string} bar @param {string} part @param {string} value @param {string} share */
  cell: (bar, part, value, share) => `${bar}: ${part} ${value}, ${share} of the bar`,
});
