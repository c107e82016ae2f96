import { fade, packed } from "../../kit/draw/palette.js";

/** @typedef {import("../../kit/draw/palette.js").Palette} Palette */

/** The colour of a masked cell, as little-endian RGBA: that of hairlines. @param {Palette} palette */
export const maskedColour = ({ hairline }) => packed(hairline);

/**
 * Colours of a square map. Keys after the query of a causal model are masked.
 * @param {{ weights: Float32Array, size: number }} map
 * @param {object} how
 * @param {boolean} how.causal
 * @param {import("../../kit/draw/scale.js").Scale} how.scale
 * @param {import("../../kit/draw/palette.js").Ramp} how.ramp
 * @param {Palette} how.palette
 * @param {boolean} [how.pale] faded towards the paper
 * @returns {Uint32Array}
 */
export function mapColours({ weights, size }, { causal, scale, ramp, palette, pale = false }) {
  const colours = pale ? ramp.map((colour) => fade(colour, palette)) : ramp;
  const masked = pale ? fade(maskedColour(palette), palette) : maskedColour(palette);
  const rgba = new Uint32Array(size * size);
  for (let row = 0, i = 0; row < size; row++)
    for (let col = 0; col < size; col++, i++)
      rgba[i] = causal && col > row ? masked : colours[scale.index(weights[i])];
  return rgba;
}
