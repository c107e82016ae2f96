import { words } from "./words.js";

/**
 * Sizes of one layer of a model, as texts.
 *
 * @typedef {object} TrueSizes
 * @property {string} name
 * @property {string} dModel
 * @property {string} heads
 * @property {string} kvHeads
 * @property {string} dK
 * @property {string | null} window
 * @property {{ rank: string, ropeWidth: string } | null} latent
 * @property {string | null} drawn  heads that are drawn, if these are not all
 * @property {string} parameters
 * @property {string} cache  bytes
 */

/** Sentences of the page. */
export const MESSAGES = words("messages", {
  about: "Multi-head attention, step by step",
  /** @param {string} title */
  titled: (title) => `${title}: multi-head attention`,
  drawing: "Loading",
  loading: "Loading the attention core…",
  empty: "Type a sentence, and it goes through a real attention layer, step by step.",
  alone: "Attention without a layer has no steps to walk through; mha-heads shows it.",
  kept: "Still showing the previous settings.",
  /** Label of the buttons for values that work. */
  offers: "Values that work",
  /** @param {string} id in quotation marks */
  nobody: (id) => `for ${id}: no Headscope element here has that id`,
  point: "Point at a cell to read its number.",
  /** For a part that could not be loaded. @param {string} why */
  unloaded: (why) => `This part could not be loaded: ${why}.`,
  again: "Try again",
  copy: "Copy",
  copied: "Copied",
  noClipboard: "This page may not use the clipboard. Copy the program from here.",
  more: "more",
  none: "none",
  /** Label of the menu of models. */
  attention: "attention of",
  ownAttention: "no model",
  /** @param {TrueSizes} sizes */
  trueSizes: ({ name, dModel, heads, kvHeads, dK, window, latent, drawn, parameters, cache }) => {
    const keys = latent
      ? `, and makes their keys and values of a latent of ${latent.rank} and a turned key of ${latent.ropeWidth}`
      : ` and ${kvHeads} key heads`;
    const within = window === null ? "" : `, with a window of ${window}`;
    const shown = drawn === null ? "" : ` The picture has ${drawn} of the heads.`;
    return `A layer of ${name} has d_model ${dModel}, ${heads} heads of ${dK}${keys}${within}: ${parameters} parameters of attention. A cache holds ${cache} bytes a token, at 32 bits.${shown}`;
  },
  /** @param {string} value value of a setting */
  means: (value) => `What ${value} means`,
  /** Short text for the words that a word sees. @param {number} after */
  window: (after) => `itself + ${after} after`,
  endings: "The last word",
  layer: "layer",
  /** About the pieces of a text. @param {readonly string[]} cut words that are cut, as “t ##ired” */
  pieces: (cut) =>
    `Pieces of the language model, which begins every text with [BOS].${
      cut.length ? ` ## continues a word that it does not know whole: ${cut.join(", ")}.` : ""
    }`,
  tokens: "Tokens",
  sentence: "Sentence",
  type: "Type a sentence",
  edit: "Edit",
  done: "Done",
  queries: "queries",
  keys: "keys, values",
  english: "English",
  french: "French",
  /** @param {string} what @param {string} which one of two sentences */
  of: (what, which) => `${what}: ${which}`,
});
