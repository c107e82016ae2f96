/** Names of heads, in French. */

/** @type {import("./words.js").Translated<typeof import("./head-names.js").HEAD_NAMES>} */
export const headNames = {
  alone: (head) => `tête ${head}`,
  inLayer: (layer, head) => `couche ${layer}, tête ${head}`,
};
