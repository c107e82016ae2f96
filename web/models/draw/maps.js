import { text } from "../../kit/draw/marks.js";
import { fade, packColour } from "../../kit/draw/palette.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Ramp } from "../../kit/draw/palette.js" */

const BEND = 0.6; // small differences stay visible beside a large one; the legend has the same bend

/** @typedef {import("../../kit/draw/palette.js").Palette} Palette */

/** The colour of a masked cell, as little-endian RGBA: the same as of hairlines. @param {Palette} palette */
export const maskedColour = ({ hairline }) => packColour(hairline);

/**
 * Colours of a map. Keys after the query of a causal model are masked.
 * @param {{ weights: Float32Array, size: number, keys?: number }} map  keys: columns, if they are not as many as rows
 * @param {object} how
 * @param {boolean} how.causal
 * @param {import("../../kit/draw/scale.js").Scale} how.scale
 * @param {import("../../kit/draw/palette.js").Ramp} how.ramp
 * @param {Palette} how.palette
 * @param {boolean} [how.pale] faded towards the paper
 * @returns {Uint32Array}
 */
export function mapColours({ weights, size, keys = size }, { causal, scale, ramp, palette, pale = false }) {
  const colours = pale ? ramp.map((colour) => fade(colour, palette)) : ramp;
  const masked = pale ? fade(maskedColour(palette), palette) : maskedColour(palette);
  const rgba = new Uint32Array(size * keys);
  for (let row = 0, i = 0; row < size; row++)
    for (let col = 0; col < keys; col++, i++)
      rgba[i] = causal && col > row ? masked : colours[scale.index(weights[i])];
  return rgba;
}

/**
 * Reduces a map to at most `most` cells a side. Each cell is the number of largest magnitude in a block of weights or differences, so that no large number disappears.
 *
 * @param {Float32Array} weights (size, keys)
 * @param {number} size
 * @param {number} most cells a side
 * @param {number} [keys]
 * @returns {{ size: number, keys: number, weights: Float32Array, block: number }} block: side of the block of a cell, in weights
 */
export function poolWeights(weights, size, most, keys = size) {
  const block = Math.max(1, Math.ceil(Math.max(size, keys) / Math.max(1, most)));
  if (block === 1) return { size, keys, weights, block };
  const [cells, columns] = [Math.ceil(size / block), Math.ceil(keys / block)];
  const largest = new Float32Array(cells * columns);
  for (let row = 0; row < size; row++) {
    const to = Math.floor(row / block) * columns;
    for (let col = 0; col < keys; col++) {
      const at = to + Math.floor(col / block);
      const weight = weights[row * keys + col];
      if (Math.abs(weight) > Math.abs(largest[at])) largest[at] = weight;
    }
  }
  return { size: cells, keys: columns, weights: largest, block };
}

/**
 * A surface for maps of differences. Their colours go from the paper at 0 to the colour of tokens for negative and to the colour of heads for positive numbers.
 * @param {Surface} surface @returns {Surface}
 */
export function withSignedColours(surface) {
  const ramp = diverging(surface.palette);
  return { ...surface, palette: Object.create(surface.palette, { colormap: { value: () => ramp } }) };
}

/** @param {Palette} palette @returns {Ramp} */
function diverging(palette) {
  const [below, above] = [palette.axis.T, palette.axis.H].map(packColour);
  return Uint32Array.from({ length: 256 }, (_, i) => {
    const share = (Math.abs(i - 127.5) - 0.5) / 127;
    return fade(i < 128 ? below : above, palette, share ** BEND);
  });
}

/**
 * Words below the columns of a map, as many as fit.
 * @param {readonly string[]} words @param {import("../../kit/draw/marks.js").Surface} surface @param {{ x: number, y: number, cell: number }} at
 */
export function wordsBelow(words, { palette }, { x, y, cell }) {
  const every = Math.ceil(13 / cell);
  return words.flatMap((word, i) =>
    i % every
      ? []
      : text({
          ...{ x: x + (i + 0.5) * cell + 4, y, turn: -90, align: "end" },
          ...{ text: shortenWord(word), fill: palette.muted },
        }),
  );
}
