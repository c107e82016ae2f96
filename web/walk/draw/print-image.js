import { paintImage } from "../../kit/draw/canvas.js";

const FINE = 4; // device pixels per px on paper

/**
 * Paints cells as one image for print. The gaps between cells are cut into the image, because clearing a printed canvas also clears everything below
 * it.
 * @type {typeof paintImage}
 */
export function printImage(context, { cells, ...rest }) {
  const { x, y, rows, cols, cw, ch } = cells;
  const [w, h] = [cols * cw, rows * ch];
  const apart = new OffscreenCanvas(Math.ceil(w * FINE), Math.ceil(h * FINE));
  const own = /** @type {any} */ (apart.getContext("2d"));
  own.scale(FINE, FINE);
  paintImage(own, { ...rest, cells: { ...cells, x: 0, y: 0 } });
  context.drawImage(apart, x, y, apart.width / FINE, apart.height / FINE);
}
