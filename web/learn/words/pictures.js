/** @import { Words } from "./phrases.js" */

/** Words of the questions about pictures. @type {Words} */
export const PICTURES = {
  patch_weights: {
    ask: ({ side, patch, heads }) =>
      `A picture of ${side} × ${side} pixels is cut into patches of ${patch} × ${patch}, and [CLS] stands before them. There are ${heads} heads. What shape have the attention weights?`,
    why: ({ count, answer }) =>
      `${answer}: ${count} × ${count} patches and [CLS] are the tokens, and each of them asks each of them.`,
    wrong: {
      no_cls: () => "[CLS] is a token, too.",
      side: () => "That is one row laid over the picture. Each token has such a row, and [CLS] is in it.",
      pixels: () => "The pixels of a patch are one token together.",
    },
  },
  sleeves: {
    ask: ({ picture }) =>
      `The two outer columns of patches on both sides of a picture are painted black. What does the model call pictures of the class ${picture} most often then?`,
    why: ({ answer, share }) => `It calls ${(100 * share).toFixed(1)} % of 1,000 test pictures ${answer}.`,
    wrong: {
      pullover: () => "What makes it a pullover lay there: the sleeves.",
      dress: () => "Nothing of it lies in these columns: they were black before.",
      bag: () => "Most of the cloth is still there, and it has no handle.",
      "T-shirt": () => "A third of them. More are still coats to it.",
    },
  },
};
