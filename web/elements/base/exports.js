import { paint } from "../../draw/canvas.js";
import { MARGIN } from "../../draw/marks.js";
import { toSVG } from "../../draw/svg.js";

/**
 * Pictures as files; loaded when one is asked for.
 *
 * @typedef {import("../../draw/marks.js").Scene} Scene
 */

export { toSVG };

/**
 * A scene as a picture of pixels.
 * @param {Scene} scene
 * @param {{ background: string, scale: number }} options
 * @returns {Promise<Blob>} a PNG
 */
export function toPNG({ width, height, marks }, { background, scale }) {
  const canvas = new OffscreenCanvas((width + 2 * MARGIN) * scale, (height + 2 * MARGIN) * scale);
  const context = /** @type {any} */ (canvas.getContext("2d"));
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(scale, 0, 0, scale, MARGIN * scale, MARGIN * scale);
  paint(context, marks);
  return canvas.convertToBlob({ type: "image/png" });
}
