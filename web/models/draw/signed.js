/** @import { Surface } from "../../kit/draw/marks.js" */

/**
 * A surface for maps of differences: their colours diverge from 0.
 * @param {Surface} surface @returns {Surface}
 */
export function signed(surface) {
  const { palette } = surface;
  const diverging = Object.create(palette, { colormap: { value: () => palette.scores } });
  return { ...surface, palette: diverging };
}
