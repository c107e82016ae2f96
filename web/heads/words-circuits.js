import { words } from "../kit/text/words.js";

/** Words of the fold “Where it looks, what it writes” of a head. */
export const HEAD_CIRCUITS = words("headCircuits", {
  /** @param {{ head: string, sizes: string, looks: number, writes: number }} of  looks, writes: ranks */
  ranks: ({ head, sizes, looks, writes }) =>
    `Of ${head}, W_Q W_Kᵀ says where it looks, and W_V W_O what it writes: matrices of ${sizes} and of rank ${looks === writes ? looks : `${looks} and ${writes}`} at most, which are read by their factors and never formed.`,
  token: "token",
  looksFor: "looks for",
  writes: "writes, if it is looked at",
  copying: "Copying score of each head",
  copyingWhat:
    "From −1 to 1: how positive the eigenvalues of W_V W_O are. Near 1, a head writes again what it looks at.",
  tooLarge: "The eigenvalues of W_V W_O are left out: the heads are too large to find them at once.",
  how: {
    cosines:
      "From the weights and the rows that the layer reads, without masks, rotary positions, norms of queries and keys, and biases. “Looks for”: the score before the softmax. “Writes”: the cosine of what is written with the row of each token that looks, from −1 to 1.",
    logits:
      "From the weights and the rows that the layer reads, without masks, biases and later norms. “Looks for”: the score before the softmax. “Writes”: what the output matrix makes of it, as logits above the mean of all words.",
  },
  latent:
    "With latent attention, a head has no matrix of keys of its own, so that its circuits have no such factors.",
});
