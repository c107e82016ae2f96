import { fade, packed } from "../../kit/draw/palette.js";

/** @import { Palette, Ramp } from "../../kit/draw/palette.js" */
/** @import { Surface } from "../../kit/draw/marks.js" */

const BEND = 0.6; // small differences stay visible beside a large one; the legend has the same bend

/**
 * A surface for maps of differences: their colours go from the paper at 0 to the colour of tokens below and to that of heads above.
 * @param {Surface} surface @returns {Surface}
 */
export function signed(surface) {
  const ramp = diverging(surface.palette);
  return { ...surface, palette: Object.create(surface.palette, { colormap: { value: () => ramp } }) };
}

/** @param {Palette} palette @returns {Ramp} */
function diverging(palette) {
  const [below, above] = [palette.axis.T, palette.axis.H].map(packed);
  return Uint32Array.from({ length: 256 }, (_, i) => {
    const share = (Math.abs(i - 127.5) - 0.5) / 127;
    return fade(i < 128 ? below : above, palette, share ** BEND);
  });
}
