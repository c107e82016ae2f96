import { words } from "../../kit/text/words.js";

/** Words of the lab of masks. */
export const MASK = words("labMask", {
  causal: "causal",
  padding: "words that are padding",
  where: "they stand",
  sides: /** @type {readonly ["start" | "end", string][]} */ ([
    ["start", "at the start"],
    ["end", "at the end"],
  ]),
  head: "head",
  /** Corner of tables. */
  corner: "query",
  clear: "Open all",
  /** @param {string} word */
  block: (word) => `Leave “${word}” nothing to see`,
  how: "Press a cell of the mask to block it, again to open it; drag to paint. A dot is what you blocked, hatching all that is.",
  picture: {
    mask: "mask",
    /** @param {number} head */
    weights: (head) => `weights of head ${head}`,
    moved: "output row moves",
    movedShort: "moves",
    /** @param {string} word */
    row: (word) => `The row of “${word}”, filled in three ways`,
    fills: { nan: "−∞, as softmax in PyTorch", large: "−1e9", zero: "−∞, 0 if empty (here)" },
  },
  /** @param {string} word @param {number} seen @param {number} of */
  sees: (word, seen, of) =>
    seen === 1
      ? `“${word}” may look at 1 of ${of} words. While a word is left, all three fills agree.`
      : `“${word}” may look at ${seen} of ${of} words. While a word is left, all three fills agree.`,
  /** @param {string} word @param {string} each */
  blind: (word, each) =>
    `“${word}” may look at nothing. With −∞ its softmax is 0 ÷ 0: PyTorch's softmax makes the row NaN (its scaled_dot_product_attention gives 0 since version 2.5), and a NaN spreads to the loss and to every weight. With −1e9 all scores are equal again, and it looks at every blocked word alike, ${each} each. Here the row is 0, and the word adds nothing.`,
  /** @param {string} word */
  blindOverQueries: (word) =>
    `“${word}” may look at nothing. Here the softmax runs over the queries, so its blocked scores take nothing from the columns: its row is 0 with all three fills, and no NaN warns.`,
  cast: "One mask for all",
  /** @param {string} shape */
  castTo: (shape) =>
    `What you paint is two-dimensional. The scores are (B, H, T_q, T_k) = ${shape}, so it is read again for every head: along an axis of stride 0 the same memory is seen over and over, and nothing is copied.`,
  unmasked: "There is no mask: every word sees every word.",
  table: ["mask", "shape", "strides over (B, H, T_q, T_k)"],
  names: { causal: "causal (T_q, T_k)", padding: "padding (B, T_k)", painted: "painted (T_q, T_k)" },
  /** @param {number} batch @param {number} head @param {number} sentences */
  slice: (batch, head, sentences) => (sentences > 1 ? `${batch}:${head}` : `head ${head}`),
  leak: "Does the last word leak?",
  leakHow:
    "The last word's vector changes its sign, and the layer runs again. A row that may not see that word must not move.",
  path: "the layer",
  right: "as it should be",
  reversed: "mask: true = may see",
  sealed: "No blocked row moves: nothing leaks.",
  all: "Every row may see the last word, so all of them may move. Block some of it first.",
  /** @param {string} rows @param {number} count */
  leaks: (rows, count) =>
    count === 1
      ? `Row ${rows} moves but may not see the last word: a leak.`
      : `Rows ${rows} move and may not see the last word: it leaks into ${count} of them.`,
  needsMask: "This path needs a mask: there is none now.",
  /** @param {string} message */
  refused: (message) => `The core takes no such path here: ${message}.`,
  /** @param {number} queries @param {number} keys */
  figure: (queries, keys) =>
    `Mask of ${queries} queries by ${keys} keys, the weights it leaves, and how far each output row moves. Enter, then arrow keys, walks the mask; Enter blocks or opens a cell.`,
  heads: "The mask as every head reads it",
  paths: "Which way the layer takes",
  /** @param {number} most */
  most: (most) => `padding goes from 0 to ${most}`,
});
