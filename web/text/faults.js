/**
 * The wrong paths, as they are told: where each is offered, what it shows, and how it would show up, or hide, in training.
 *
 * @typedef {import("../core/types.js").Fault} Fault
 * @typedef {Readonly<Record<string, number>>} Sizes
 *
 * @typedef {object} FaultWords
 * @property {(sizes: Sizes) => string} chip    what is written in place of the right code
 * @property {(sizes: Sizes) => string} right   the right code
 * @property {readonly string[]} at             steps that offer it
 * @property {string} [needs]                a step without which nothing could go wrong so
 * @property {readonly string[]} shows          steps set side by side, the first is where it goes wrong
 * @property {boolean} [chart]                 entropy against d_k is shown too
 * @property {string} title
 * @property {string} why
 * @property {string} training
 */

/** @type {Readonly<Partial<Record<Fault, FaultWords>>>} */
export const FAULTS = {
  view_without_transpose: {
    chip: ({ B, T, heads, dK }) => `.view(${B}, ${heads}, ${T}, ${dK})`,
    right: ({ B, T, heads, dK }) => `.view(${B}, ${T}, ${heads}, ${dK}).transpose(1, 2)`,
    at: ["q_split", "k_split", "v_split", "q_heads", "k_heads", "v_heads"],
    shows: ["q_heads", "weights"],
    title: "Same shape, wrong numbers",
    why: "Cells are coloured by {T|token}. Rightly each {H|head} sees every token; wrongly the rows of one token are cut up and handed out as if they were tokens of their own.",
    training: "Shapes agree, so nothing fails; a model can even train. Only the heads are no longer heads.",
  },
  merge_without_transpose: {
    chip: ({ B, T, concat }) => `.view(${B}, ${T}, ${concat})`,
    right: ({ B, T, concat }) => `.transpose(1, 2).contiguous().view(${B}, ${T}, ${concat})`,
    at: ["context", "context_t", "context_c", "concat"],
    shows: ["concat", "output"],
    title: "Heads become tokens",
    why: "Cells are coloured by {T|token}. Without the transpose back a row is filled with several tokens of one {H|head} instead of one token of all heads.",
    training:
      "The loss still falls, since W_O learns around it; every position leaks into its neighbours, even through a causal mask.",
  },
  view_without_contiguous: {
    chip: () => ".view without .contiguous()",
    right: ({ B, T, concat }) => `.contiguous().view(${B}, ${T}, ${concat})`,
    at: ["context_t", "context_c", "concat"],
    shows: ["concat"],
    title: "The view that is refused",
    why: "{H|Heads} and {d_v|features} of one token do not lie next to each other in memory here, so no single stride can walk through both as one axis.",
    training:
      "It never gets there: this one fails loudly on the first run, which makes it the kindest of them all.",
  },
  no_scale: {
    chip: () => "no ÷ √d_k",
    right: ({ dK }) => `scores / math.sqrt(${dK})`,
    at: ["scores", "scaled", "weights"],
    shows: ["weights"],
    chart: true,
    title: "The softmax saturates",
    why: "A dot product of {d_k|d_k} terms spreads like √d_k. Left unscaled, the largest score takes all the weight, the more so the wider the head.",
    training:
      "Gradients through a saturated softmax are almost 0: training starts slowly, or stalls, and only for wide heads.",
  },
  raw_inputs: {
    chip: () => "raw x for Q, K, V",
    right: () => "x @ w_q, x @ w_k, x @ w_v",
    at: ["q", "k", "v"],
    shows: ["q_heads", "weights"],
    title: "Projections left out",
    why: "The inputs themselves are split into {H|heads}. Each head then compares a slice of the words with the same slice of other words; nothing was learned about what to look for. It needs inputs as wide as their projections.",
    training:
      "It trains, a little worse: W_O and the layers after it still learn, while W_Q, W_K and W_V never change.",
  },
  softmax_axis: {
    chip: () => "softmax over queries",
    right: () => "scores.softmax(-1)",
    at: ["scaled", "masked", "weights"],
    shows: ["weights"],
    title: "Columns sum to 1, rows do not",
    why: "Normalised down the columns, the keys share out their weight among the queries. A {T|token}'s row can sum to almost nothing, or to many.",
    training:
      "Nothing fails. With a causal mask it also leaks: a weight then depends on queries that come later.",
  },
  mask_reversed: {
    chip: () => "mask: true = may see",
    right: () => "scores.masked_fill(blocked, -torch.inf)",
    at: ["masked", "weights"],
    shows: ["weights"],
    needs: "masked",
    title: "Only the future is seen",
    why: "Libraries disagree on what true means. Read the other way round, each {T|token} sees exactly what it must not, and the last sees nothing at all.",
    training:
      "The loss is suspiciously good at once, for the answer is in view; then generation produces nonsense.",
  },
  mask_repeat_order: {
    chip: () => "mask.repeat(H, 1, 1)",
    right: () => "mask.repeat_interleave(H, 0)",
    at: ["masked", "weights"],
    shows: ["weights"],
    title: "The other sentence's mask",
    why: "Two sentences, the second half padding. {H|Heads} lie in memory within their sentence, but the mask was repeated the other way round, so heads get the padding of the wrong {B|sentence}. 1:3 is head 3 of the second.",
    training:
      "With sentences of one length it is invisible. With padding, some heads read padding and others miss words.",
  },
};

/** Those offered at a step. @param {string} id @returns {[Fault, FaultWords][]} */
export function faultsAt(id) {
  return /** @type {[Fault, FaultWords][]} */ (Object.entries(FAULTS)).filter(([, words]) =>
    words.at.includes(id),
  );
}

/** What the core says of a wrong path: here it has no name. @param {Fault} fault @param {string} message */
export const saidOf = (fault, message) => message.replace(fault, "This");
