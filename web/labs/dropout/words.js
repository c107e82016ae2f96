import { words } from "../../kit/text/words.js";

/** Words of the lab of dropout. */
export const DROPOUT = words("labDropout", {
  p: "p",
  roll: "Roll",
  /** @param {number} rolls */
  average: (rolls) => `Average ${rolls} rolls`,
  head: "head",
  picture: {
    weights: "weights, as returned",
    /** @param {number} seed */
    dropped: (seed) => `roll ${seed}`,
    /** @param {number} rolls */
    mean: (rolls) => (rolls === 1 ? "mean of 1 roll" : `mean of ${rolls} rolls`),
    none: "mean of many rolls",
    sums: "row sums",
  },
  /** @param {{ gone: number, of: number, p: string, factor: string }} roll */
  said: ({ gone, of, p, factor }) =>
    `This roll drops ${gone} of ${of} weights, each with the chance ${p}; those that stay are multiplied by 1 ÷ (1 − p) = ${factor}, so that the mean over rolls stays what it was.`,
  /** @param {string} least @param {string} most */
  sums: (least, most) =>
    `After dropout, the rows of this head sum to values from ${least} to ${most}, not to 1: they are no longer distributions.`,
  off: "With p = 0 nothing is dropped: the weights are as they were.",
  returned:
    "What the layer returns as its attention is the map at the left, before dropout. Code that returns the map in the middle has the same output, so nothing fails; but the rows of its maps do not sum to 1, and the maps change at every call.",
  /** @param {number} rolls */
  averaged: (rolls) =>
    `After ${rolls} rolls the mean is near the weights again: single rolls are noise, and they are right in the mean. At test time dropout is off.`,
  how: "A stroke marks a weight that was dropped.",
  figure: "The weights, one roll of dropout with the sums of its rows, and the mean of many rolls",
  corner: "query",
});
