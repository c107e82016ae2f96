import { say, messageText, words } from "./words.js";

/**
 * The wrong paths that steps offer; fault-words.js explains them.
 *
 * @typedef {import("./refusals.js").Message} Message
 * @typedef {import("../../core/types.js").Fault} Fault
 * @typedef {Readonly<Record<string, number>>} Sizes
 *
 * @typedef {object} FaultOffer
 * @property {readonly string[]} at             steps that offer it
 * @property {readonly string[]} shows          steps to compare, first the one at which the paths diverge
 * @property {(picture: Pick<import("../state/picture.js").Picture, "step" | "config">) => unknown} [needs]  whether a layer has what the fault gets
 *   wrong
 */

/** @type {Readonly<Partial<Record<Fault, FaultOffer>>>} */
export const FAULTS = {
  view_without_transpose: {
    at: ["q_split", "k_split", "v_split", "q_heads", "k_heads", "v_heads"],
    shows: ["q_heads", "weights"],
  },
  merge_without_transpose: {
    at: ["context", "context_t", "context_c", "concat"],
    shows: ["concat", "output"],
  },
  view_without_contiguous: {
    at: ["context_t", "context_c", "concat"],
    shows: ["concat"],
  },
  no_scale: { at: ["scores", "scaled", "weights"], shows: ["weights"] },
  raw_inputs: {
    at: ["q", "k", "v"],
    shows: ["q_heads", "weights"],
    needs: ({ config }) => !config.latent, // whose projections have other widths than x
  },
  softmax_axis: {
    at: ["scaled", "masked", "weights"],
    shows: ["weights"],
  },
  mask_reversed: {
    at: ["masked", "weights"],
    shows: ["weights"],
    needs: ({ step }) => step("masked"),
  },
  mask_repeat_order: { at: ["masked", "weights"], shows: ["weights"] },
  rope_style: { at: ["q_rope", "k_rope"], shows: ["q_rope", "weights"] },
  positions_restart: {
    at: ["q_rope", "k_rope"],
    shows: ["q_rope", "weights"],
    needs: ({ step }) => step("k_past"),
  },
  alibi_sign: { at: ["biased"], shows: ["biased", "weights"] },
  window_off_by_one: {
    at: ["masked", "weights"],
    shows: ["weights"],
    needs: ({ config }) => config.window,
  },
};

/** The wrong code, which replaces the right code. */
export const CHIPS = words("chips", {
  /** @param {Sizes} sizes */
  view_without_transpose: ({ B, T, heads, dK }) => `.view(${B}, ${heads}, ${T}, ${dK})`,
  /** @param {Sizes} sizes */
  merge_without_transpose: ({ B, T, concat }) => `.view(${B}, ${T}, ${concat})`,
  view_without_contiguous: () => ".view without .contiguous()",
  no_scale: () => "no ÷ √d_k",
  raw_inputs: () => "raw x for Q, K, V",
  softmax_axis: () => "softmax over queries",
  mask_reversed: () => "mask: true = may see",
  mask_repeat_order: () => "mask.repeat(H, 1, 1)",
  rope_style: () => "the other pairs turned",
  positions_restart: () => "positions from 0 again",
  alibi_sign: () => "+ slope · distance",
  window_off_by_one: () => "one key too many",
});

/** @param {Fault} fault @param {Sizes} sizes @param {import("./words.js").Localized} [speaker] */
export const chipOf = (fault, sizes, speaker) =>
  /** @type {Partial<Record<Fault, (sizes: Sizes) => string>>} */ (say(CHIPS, speaker))[fault]?.(sizes) ??
  fault;

/** The wrong paths that a step offers. @param {string} id @returns {[Fault, FaultOffer][]} */
export function faultsAt(id) {
  return /** @type {[Fault, FaultOffer][]} */ (Object.entries(FAULTS)).filter(([, { at }]) =>
    at.includes(id),
  );
}

/** A message about a wrong path, without the path's name. @param {Fault} fault @param {Message} said @returns {Message} */
export const unnamed = (fault, { id, parameters, message }) => ({
  ...{ id, parameters },
  message: message.replace(fault, "This"),
});

/** Text of the message. @param {Fault} fault @param {Message} said @param {import("./words.js").Localized} [speaker] */
export const saidOf = (fault, said, speaker) => messageText(unnamed(fault, said), speaker);

/** Labels for views that show numbers of a wrong path without the right path. */
export const WRONG = words("wrong", {
  /** @param {string} chip */
  path: (chip) => `Wrong path: ${chip}`,
  pair: "The wrong path needs two sentences; the walk shows both",
  /** @param {string} id */
  without: (id) => `The wrong path has no step ${id}`,
  sums: "Rows do not sum to 1",
});
