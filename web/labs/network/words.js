import { words } from "../../kit/text/words.js";

/** Words of the lab of the tensor network. */
export const NETWORK = words("labNetwork", {
  ready: "Work out:",
  back: "One back",
  again: "Start over",
  /** @param {number} nodes */
  figure: (nodes) =>
    `The layer as a tensor network of ${nodes} nodes. Enter, then the arrow keys, goes from node to node; Enter again computes the node, if all its inputs are ready.`,
  legend:
    "A box is a tensor, each leg one of its indices, in its axis's colour. Click a node with long dashes, or one of its thick legs, to contract its inputs: the thick legs are summed over and disappear. Round nodes join no legs. A view is no node: the index n of q is split into two, h and d.",
  shared:
    "An index in dashes counts the same memory again and again: a group of query heads reads one key head.",
  /** @param {{ name: string, shape: string }} tensor */
  given: ({ name, shape }) => `${name} ${shape} is given.`,
  /** @param {{ name: string, from: string, over: string, size: string, shape: string, flops: string }} product */
  joined: ({ name, from, over, size, shape, flops }) =>
    `${name} joins ${from} along ${over}: each number is a sum of ${size} products. Left is ${shape}, for ${flops} FLOPs.`,
  /** @param {string} bias */
  bias: (bias) => `${bias} is added.`,
  /** @param {{ name: string, from: string, op: string, shape: string, flops: string }} result */
  taken: ({ name, from, op, shape, flops }) =>
    `${name} is ${from} after ${op}, number by number or row by row: no legs are joined. Left is ${shape}, for ${flops} FLOPs.`,
  /** @param {string} names */
  waits: (names) => `It waits for ${names}.`,
  whole: "The layer is one node now: only the output's own indices are left.",
  notation: "Index notation and einsum",
  columns: ["index", "axis", "size", "here"],
  here: { summed: "summed", stays: "stays" },
  /** For the table of all nodes. */
  corner: "node",
  all: ["einsum", "reads", "sums over", "shape", "FLOPs"],
});
