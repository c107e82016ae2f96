/** Names of heads, in Chinese. */

/** @type {typeof import("./head-names.js").HEAD_NAMES} */
export const headNames = {
  alone: (head) => `头 ${head}`,
  inLayer: (layer, head) => `层 ${layer}，头 ${head}`,
};
