import { words } from "./words.js";
import { TRAINED_ATTENTION } from "./trained.js";

/** Sentences on what heads attend to, by what the weights are. */
export const ATTENTION = words("attention", {
  random: "Random weights: what these heads attend to means nothing yet.",
  own: "These weights were given: the page does not know how they came to be.",
  trained: TRAINED_ATTENTION,
  /** @param {number} n warnings more than the first */
  more: (n) => ` (and ${n} more)`,
  /** @param {{ token: unknown, strongest: readonly { key: unknown, head: number, weight: string }[] }} most  the second of another key, where there is one */
  most: ({ token, strongest }) => [
    token,
    " attends most ",
    strongest.map(({ key, head, weight }, i) => [i ? ", to " : "to ", key, ` in head ${head} (${weight})`]),
    ".",
  ],
  constructed:
    "What a word stands for, as «it» for «the animal», none of these heads knows: that has to be learned.",
});
