/**
 * The wrong paths, as they are offered; what is told of them once they are taken is in fault-words.
 *
 * @typedef {import("../core/types.js").Fault} Fault
 * @typedef {Readonly<Record<string, number>>} Sizes
 *
 * @typedef {object} FaultOffer
 * @property {(sizes: Sizes) => string} chip    what is written in place of the right code
 * @property {readonly string[]} at             steps that offer it
 * @property {readonly string[]} shows          steps set side by side, the first is where it goes wrong
 * @property {string} [needs]                a step without which nothing could go wrong so
 */

/** @type {Readonly<Partial<Record<Fault, FaultOffer>>>} */
export const FAULTS = {
  view_without_transpose: {
    chip: ({ B, T, heads, dK }) => `.view(${B}, ${heads}, ${T}, ${dK})`,
    at: ["q_split", "k_split", "v_split", "q_heads", "k_heads", "v_heads"],
    shows: ["q_heads", "weights"],
  },
  merge_without_transpose: {
    chip: ({ B, T, concat }) => `.view(${B}, ${T}, ${concat})`,
    at: ["context", "context_t", "context_c", "concat"],
    shows: ["concat", "output"],
  },
  view_without_contiguous: {
    chip: () => ".view without .contiguous()",
    at: ["context_t", "context_c", "concat"],
    shows: ["concat"],
  },
  no_scale: { chip: () => "no ÷ √d_k", at: ["scores", "scaled", "weights"], shows: ["weights"] },
  raw_inputs: { chip: () => "raw x for Q, K, V", at: ["q", "k", "v"], shows: ["q_heads", "weights"] },
  softmax_axis: {
    chip: () => "softmax over queries",
    at: ["scaled", "masked", "weights"],
    shows: ["weights"],
  },
  mask_reversed: {
    chip: () => "mask: true = may see",
    at: ["masked", "weights"],
    shows: ["weights"],
    needs: "masked",
  },
  mask_repeat_order: { chip: () => "mask.repeat(H, 1, 1)", at: ["masked", "weights"], shows: ["weights"] },
};

/** Those offered at a step. @param {string} id @returns {[Fault, FaultOffer][]} */
export function faultsAt(id) {
  return /** @type {[Fault, FaultOffer][]} */ (Object.entries(FAULTS)).filter(([, { at }]) =>
    at.includes(id),
  );
}

/** What the core says of a wrong path: here it has no name. @param {Fault} fault @param {string} message */
export const saidOf = (fault, message) => message.replace(fault, "This");
