import { FAULTS } from "./faults.js";
import { say, words } from "./words.js";

/**
 * Explanations of a wrong path: its effect at the current sizes, whether training reveals it, and the sizes at which it makes a difference.
 *
 * @typedef {import("../../core/types.js").Fault} Fault
 * @typedef {import("./faults.js").Sizes} Sizes
 *
 * @typedef {object} FaultWords
 * @property {(sizes: Sizes) => string} right   the right code
 * @property {boolean} [chart]                 whether a chart by width of a head is also shown
 * @property {(sizes: Sizes) => string} title
 * @property {(sizes: Sizes) => string} why
 * @property {string} training
 * @property {string} elsewhere   sizes at which the mistake makes a difference
 *
 * @typedef {import("./faults.js").FaultOffer & FaultWords} Told
 */

const TWO_BY_TWO = "It goes wrong from two heads and two tokens on.";

export const WORDS = words("faults", {
  none: "No difference at these sizes",

  view_without_transpose: {
    right: (/** @type {Sizes} */ { B, T, heads, dK }) => `.view(${B}, ${T}, ${heads}, ${dK}).transpose(1, 2)`,
    title: () => "Same shape, wrong numbers",
    why: () =>
      "Cells are coloured by {T|token}. Correct: each {H|head} sees every token. Wrong: the row of one token is cut up and handed out as if each piece were a token.",
    training: "Shapes agree, so nothing fails; a model can even train. Only the heads are no longer heads.",
    elsewhere: TWO_BY_TWO,
  },
  merge_without_transpose: {
    right: (/** @type {Sizes} */ { B, T, concat }) =>
      `.transpose(1, 2).contiguous().view(${B}, ${T}, ${concat})`,
    title: () => "Heads become tokens",
    why: () =>
      "Cells are coloured by {T|token}. Without the transpose back, rows are filled {H|head} by head: first all tokens of head 0, not all heads of one token.",
    training:
      "The loss still falls, since W_O learns around it; positions leak into one another, even through a causal mask.",
    elsewhere: TWO_BY_TWO,
  },
  view_without_contiguous: {
    right: (/** @type {Sizes} */ { B, T, concat }) => `.contiguous().view(${B}, ${T}, ${concat})`,
    title: () => "The view that is refused",
    why: () =>
      "{H|Heads} and {d_v|features} of one token do not lie next to each other in memory here, so no single {stride|stride} can walk through both as one axis.",
    training: "Training never starts: the first run raises an error, so this mistake is the easiest to find.",
    elsewhere:
      "It fails only with at least two heads, two tokens and two features per head: tiny tests miss it.",
  },
  no_scale: {
    right: (/** @type {Sizes} */ { dK }) => `scores / math.sqrt(${dK})`,
    chart: true,
    title: () => "The wider the head, the sharper",
    why: () =>
      "A dot product of {d_k|d_k} terms spreads like √d_k. Without the scale, the largest score takes more of the weight in wider heads: the {softmax|softmax} saturates.",
    training:
      "The more weight one key takes, the less gradient its row passes on. The median row passes on less than the mean, which a few undecided rows raise. Training starts slowly or stalls, only for wide heads.",
    elsewhere: "It shows from two keys and two features a head on.",
  },
  raw_inputs: {
    right: () => "x @ w_q, x @ w_k, x @ w_v",
    title: () => "Projections left out",
    why: () =>
      "The inputs themselves are split into {H|heads}. Each head compares a slice of one word with the same slice of another; nothing was learned of what to look for. It needs inputs as wide as their projections.",
    training:
      "It trains, a little worse: W_O and the layers after it still learn, while W_Q, W_K and W_V never change.",
    elsewhere: "It shows wherever the projections are not the identity.",
  },
  softmax_axis: {
    right: () => "scores.softmax(-1)",
    title: () => "Columns sum to 1, rows need not",
    why: () =>
      "Each column sums to 1: each key divides its weight among the queries. A {T|token}'s row is then no distribution: its sum can be almost 0 or far above 1, and is 1 only by chance.",
    training:
      "Nothing fails. With a causal mask it also leaks: a weight then depends on queries that come later.",
    elsewhere: "It shows from two tokens on.",
  },
  mask_reversed: {
    right: () => "scores.masked_fill(blocked, -torch.inf)",
    title: (/** @type {Sizes} */ { T }) => (T > 1 ? "Only the future is seen" : "Nothing is seen"),
    why: (/** @type {Sizes} */ { T }) =>
      `Libraries disagree on what true means. Read the other way round, ${
        T > 1
          ? "each {T|token} sees exactly what it must not, and the last sees nothing at all."
          : "the only {T|token} may not even see itself."
      }`,
    training:
      "In PyTorch a row with only −∞ is NaN after softmax, and so is the loss of the first step. With −1e9 in place of −∞, or with such rows set to 0 as here, the model trains: it sees the future, so the loss is suspiciously good, but its text is nonsense.",
    elsewhere: "It shows with any boolean mask.",
  },
  mask_repeat_order: {
    right: () => "mask.repeat_interleave(H, 0)",
    title: () => "The other sentence's mask",
    why: () =>
      "Two sentences; half of the second is padding. In memory a sentence's {H|heads} lie together, but the mask was repeated in another order: heads get the wrong {B|sentence}'s padding. 1:0 is head 0 of the second.",
    training:
      "With sentences of one length it is invisible. With padding, some heads read padding and others miss words.",
    elsewhere: "It shows from two heads and two tokens on, where sentences differ in their padding.",
  },
  rope_style: {
    right: () => "rotate(q, style of the weights)",
    title: () => "Features turn with the wrong partner",
    why: () =>
      "Weights expect a {d_k|feature} to turn with its neighbour, or with the one half a head away. Here the code pairs them the other way: shapes agree, and every length stays as it was.",
    training:
      "A model that is trained this way learns the pairs that it is given. Weights of a checkpoint were trained with the others: they load without a complaint and write nonsense, the more so the farther words are apart.",
    elsewhere: "It shows from two tokens and four turned features on.",
  },
  positions_restart: {
    right: () => "rotate(q, T_past)",
    title: () => "New tokens stand at the beginning",
    why: () =>
      "Cached keys were turned by their positions. The new {T|tokens} count theirs from 0 again, as if nothing came before: every distance to a cached key is too small.",
    training:
      "Training never has a past, so that it shows nothing. Generation goes wrong from the second call on, and a test of one call passes.",
    elsewhere: "It shows with a past and rotary positions.",
  },
  alibi_sign: {
    right: () => "scores - slope * distance",
    title: () => "The farther, the more weight",
    why: () =>
      "The distance is added where it is to be subtracted. Each {T|token} then looks away from its neighbourhood, most of all in the head with the largest slope.",
    training:
      "It trains, and worse: queries and keys have to make up for a bias that grows with the distance. Longer texts than those of training come out as noise.",
    elsewhere: "It shows from two tokens on.",
  },
  window_off_by_one: {
    right: () => "i - j < window",
    title: () => "One more key than the window has",
    why: () =>
      "A window of n counts the {T|token} itself: it sees n − 1 before it. Compared with ≤ in place of <, it sees n.",
    training:
      "Nothing fails, and the loss does not tell. Results differ a little from every other implementation, and a cache that holds n keys lacks one.",
    elsewhere: "It shows where there are more tokens than the window has.",
  },
});

/** Explanation of a wrong path without effect. @param {import("./words.js").Localized} [speaker] */
export const noDifference = (speaker) => say(WORDS, speaker).none;

/** @param {Fault} fault @param {import("./words.js").Localized} [speaker] @returns {Told | null} */
export function faultWordsOf(fault, speaker) {
  const known = /** @type {Partial<Record<Fault, FaultWords>>} */ (
    /** @type {unknown} */ (say(WORDS, speaker))
  );
  const [offer, words] = [FAULTS[fault], known[fault]];
  return offer && words ? { ...offer, ...words } : null;
}
