import { paintImage } from "../../kit/draw/canvas.js";

const FINE = 4; // device pixels per px on paper

/**
 * Draws cells as one image on paper. Clearing a printed canvas would also clear everything below it, so the gaps are cut elsewhere.
 * @type {typeof paintImage}
 */
export function pasteImage(context, { cells, ...rest }) {
  const { x, y, rows, cols, cw, ch } = cells;
  const [w, h] = [cols * cw, rows * ch];
  const apart = new OffscreenCanvas(Math.ceil(w * FINE), Math.ceil(h * FINE));
  const own = /** @type {any} */ (apart.getContext("2d"));
  own.scale(FINE, FINE);
  paintImage(own, { ...rest, cells: { ...cells, x: 0, y: 0 } });
  context.drawImage(apart, x, y, apart.width / FINE, apart.height / FINE);
}
