import { words } from "./words.js";

/** What is said of the cost of a forward pass. */
export const COST = words("cost", {
  sizes: "Sizes",
  totals: "Totals",
  stepwise: "Step by step",
  here: "this layer",
  /** @param {string} name of a model's size */
  shapes: (name) => `${name} by its shapes alone: nothing of that size is run here.`,
  /** @param {{ copies: number, steps: number }} counts */
  writes: ({ copies, steps }) =>
    `${copies} of ${steps} steps write memory, the others only look at it. Parameters do not depend on the number of heads: each gets its share of the same matrices.`,
  parameters: "parameters",
  FLOPs: "FLOPs",
  moved: "bytes moved",
  held: "bytes held",
  configured: "as configured",
  oneFull: "one full-size head",
  allFull: "as many full-size heads",
  step: "step",
  shape: "shape",
  storage: "storage",
  bytes: "bytes",
  view: "view",
  copy: "copy",
});
