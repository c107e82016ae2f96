import { cells, rect } from "../../kit/draw/marks.js";
import { fade, packColour, rampBetween } from "../../kit/draw/palette.js";

/**
 * A value as a strip of cells: above 0 in the colour of features, below 0 in grey as everywhere, paler towards 0.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/palette.js").Palette} Palette
 */

/** @type {WeakMap<Palette, import("../../kit/draw/palette.js").Ramp>} */
const ramps = new WeakMap();

/** @param {Palette} palette */
function rampOf(palette) {
  const { axis, muted, paper } = palette;
  const ramp = ramps.get(palette) ?? rampBetween([muted, paper, axis.d].map((each) => each.slice(1)));
  ramps.set(palette, ramp);
  return ramp;
}

/**
 * @param {ArrayLike<number>} values
 * @param {{ x: number, y: number, w: number, h: number, isDown: boolean }} box  isDown: the first number stands at the top, otherwise at the left
 * @param {{ largest: number, share?: number }} scale  largest: absolute number with the full colour; share: factor of the numbers
 * @param {Palette} palette
 * @returns {Mark}
 */
export function strip(values, { x, y, w, h, isDown }, { largest, share = 1 }, palette) {
  const ramp = rampOf(palette);
  const count = values.length;
  const rgba = Uint32Array.from(values, (value) => {
    const at = Math.max(-1, Math.min(1, (value * share) / (largest || 1)));
    return at === 0 ? fade(packColour(palette.hairline), palette, 0.5) : ramp[Math.round(127.5 + 127.5 * at)];
  });
  const gap = (isDown ? h : w) / count >= 4 ? 1 : 0;
  return cells({
    ...{ x, y, rgba, gap },
    ...(isDown
      ? { rows: count, cols: 1, cw: w + gap, ch: h / count }
      : { rows: 1, cols: count, cw: w / count, ch: h + gap }),
  });
}

/** A frame around a strip, in the colour of the word that asks. @param {{ x: number, y: number, w: number, h: number }} box @param {Palette} palette @returns {Mark} */
export const frameOf = ({ x, y, w, h }, { axis }) =>
  rect({ x: x - 3, y: y - 3, w: w + 6, h: h + 6, radius: 3, stroke: axis.T, line: 1.5 });

/** The largest absolute number of all values. @param {readonly ArrayLike<number>[]} values */
export const largestIn = (values) =>
  values.reduce((most, each) => Math.max(most, ...Array.from(each, Math.abs)), 0);
