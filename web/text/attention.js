import { TRAINED_ATTENTION } from "./trained.js";

/** Sentences on what heads attend to, by what the weights are. */
export const ATTENTION = {
  random: "Random weights: what these heads attend to means nothing yet.",
  own: "These weights were given: the page does not know how they came to be.",
  trained: TRAINED_ATTENTION,
  constructed:
    "What a word stands for, as «it» for «the animal», none of these heads knows: that has to be learned.",
};
