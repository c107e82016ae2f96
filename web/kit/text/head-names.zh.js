/** Names of heads, in Chinese. */

/** @type {import("./words.js").Translated<typeof import("./head-names.js").HEAD_NAMES>} */
export const headNames = {
  alone: (head) => `头 ${head}`,
  inLayer: (layer, head) => `层 ${layer}，头 ${head}`,
};
