import { say, words } from "./words.js";

/** Names of heads. Layers and heads count from 0, as in the code beside them. */
export const HEAD_NAMES = words("headNames", {
  /** @param {number} head */
  alone: (head) => `head ${head}`,
  /** @param {number} layer @param {number} head */
  inLayer: (layer, head) => `layer ${layer}, head ${head}`,
});

/**
 * The layer in the names of a picture's heads; null if there is one layer.
 * @param {Pick<import("../state/picture.js").Picture, "layers" | "own">} picture
 */
export const layerNamed = ({ layers, own }) => (layers > 1 ? own.layer : null);

/** “layer 1, head 3”, or “head 3” where there is one layer. @param {number | null} layer @param {number} head @param {import("./words.js").Localized} [speaker] */
export function headName(layer, head, speaker) {
  const names = say(HEAD_NAMES, speaker);
  return layer === null ? names.alone(head) : names.inLayer(layer, head);
}

/** “1.3”, or “3” where there is one layer, for places without room. @param {number | null} layer @param {number} head */
export const shortHeadName = (layer, head) => (layer === null ? String(head) : `${layer}.${head}`);

/**
 * Names of a picture's heads: in full, at the start of a sentence, and short.
 * @param {Parameters<typeof layerNamed>[0]} picture @param {import("./words.js").Localized} [speaker]
 */
export function namesOfHeads(picture, speaker) {
  const layer = layerNamed(picture);
  const full = (/** @type {number} */ head) => headName(layer, head, speaker);
  return {
    full,
    first: (/** @type {number} */ head) => capitalize(full(head)),
    short: (/** @type {number} */ head) => shortHeadName(layer, head),
  };
}

/** A name with a capital, for the start of a sentence. @param {string} name */
export const capitalize = (name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
