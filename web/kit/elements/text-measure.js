import { font } from "../draw/canvas.js";

/** @typedef {import("../draw/marks.js").Surface} Surface */

/** Widths by font and text. They are cached because every drawing measures the words of the sentence. @type {Map<string, number>} */
const widths = new Map();
const MOST_WIDTHS = 5000;

/** Clears the cache. Call this when a font has loaded: earlier widths were measured with a fallback font. */
export const measureAnew = () => widths.clear();

/** @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} context @param {import("../draw/fonts.js").Fonts} fonts @returns {Surface["measure"]} */
export function measureWith(context, { sans }) {
  return (text, size = 12.5, bold = false) => {
    const style = font(sans, size, bold);
    const key = style + text;
    const known = widths.get(key);
    if (known !== undefined) return known;
    if (widths.size > MOST_WIDTHS) widths.clear();
    context.font = style;
    const { width } = context.measureText(text);
    widths.set(key, width);
    return width;
  };
}
