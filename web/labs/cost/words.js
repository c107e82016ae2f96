import { words } from "../../kit/text/words.js";

/** Words of the lab of costs. */
export const COST = words("labCost", {
  length: "tokens T",
  heads: "heads",
  width: "d_model",
  beside: "beside",
  /** @type {readonly ["one" | "full", string][]} */
  besides: [
    ["one", "one head"],
    ["full", "full-size heads"],
  ],
  sizes: "Known sizes",
  /** @param {number} heads */
  layer: (heads) => (heads === 1 ? "1 head" : `${heads} heads`),
  one: "1 head",
  /** @param {number} heads */
  full: (heads) => `${heads} full-size`,
  /** @param {string} at @param {boolean} shown */
  crossing: (at, shown) =>
    shown
      ? `T = ${at}: attention overtakes the projections`
      : `attention overtakes the projections at T = ${at} →`,
  /** @param {string} now */
  now: (now) => `T = ${now}`,
  /** @param {number} heads @param {string} dK @param {"one" | "full"} beside */
  about: (heads, dK, beside) =>
    beside === "one"
      ? `${heads} heads of ${dK} features against one head as wide as all of them: the same matrices, cut otherwise.`
      : `${heads} heads of ${dK} features against ${heads} heads, each as wide as the model.`,
  /** @param {{ T: string, heads: number, beside: string, parameters: string, flops: string, moved: string, held: string }} said */
  said: ({ T, heads, beside, parameters, flops, moved, held }) =>
    `At ${T} tokens ${heads === 1 ? "1 head takes" : `${heads} heads take`}, compared with ${beside}, ${parameters} times the parameters, ${flops} times the arithmetic, ${moved} times the memory traffic and ${held} times the memory.`,
  /** @param {string} at @param {string} dModel @param {boolean} isTwice whether d_model is doubled */
  meets: (at, dModel, isTwice) =>
    `QKᵀ and A V together take as much arithmetic as the four projections from T = ${at} on. With a d_model of ${dModel}, that is ${isTwice ? "2 · d_model" : "where the core finds it"}, whatever the number of heads.`,
  lesson:
    "“Multi-head is free” is true of the parameters and nearly true of the arithmetic. It is not true of memory: every head writes, scales and reads a T × T map of its own, unless one fused kernel does all of it and keeps no map, as FlashAttention does.",
  hint: "Point at a bar to read its parts; Enter, then the arrow keys, walks them.",
  figure: "What the layer costs, by its parts",
  corner: "cost",
  total: "all",
});
