import { unpack } from "./palette.js";

/**
 * Paints marks on a 2D canvas.
 *
 * @typedef {import("./marks.js").Mark} Mark
 */

export const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
export const MONO = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';

const ROUND_FROM = 9; // px; smaller cells look square anyway
const ROUND_UP_TO = 3000; // cells; more are painted as one image

/**
 * @param {CanvasRenderingContext2D} context in CSS pixels
 * @param {readonly Mark[]} marks
 */
export function paint(context, marks) {
  for (const mark of marks) painters[mark.kind](context, /** @type {any} */ (mark));
}

/** @type {{ [K in Mark["kind"]]: (context: CanvasRenderingContext2D, mark: any) => void }} */
const painters = { cells: paintCells, cloud: paintCloud, rect: paintRect, path: paintPath, text: paintText };

/** @param {CanvasRenderingContext2D} context @param {import("./marks.js").Cells} cells */
function paintCells(context, cells) {
  const { x, y, rows, cols, cw, ch, gap, rgba } = cells;
  if (rows * cols > ROUND_UP_TO || Math.min(cw, ch) < 2.5) return paintImage(context, cells);
  const round = Math.min(cw, ch) >= ROUND_FROM;
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const color = rgba[row * cols + col];
      if (!color) continue;
      context.fillStyle = unpack(color);
      const left = x + col * cw;
      const top = y + row * ch;
      if (!round) context.fillRect(left, top, cw - gap, ch - gap);
      else {
        context.beginPath();
        context.roundRect(left, top, cw - gap, ch - gap, 1.5);
        context.fill();
      }
    }
}

/** Many cells: one pixel each, enlarged, with the gaps cut out again. @param {CanvasRenderingContext2D} context @param {import("./marks.js").Cells} cells */
function paintImage(context, { x, y, rows, cols, cw, ch, gap, rgba }) {
  const image = new OffscreenCanvas(cols, rows);
  const pixels = new ImageData(cols, rows);
  new Uint32Array(pixels.data.buffer).set(rgba);
  /** @type {OffscreenCanvasRenderingContext2D} */ (image.getContext("2d")).putImageData(pixels, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(image, x, y, cols * cw, rows * ch);
  if (Math.min(cw, ch) < 4) return;
  for (let col = 1; col <= cols; col++) context.clearRect(x + col * cw - gap, y, gap, rows * ch);
  for (let row = 1; row <= rows; row++) context.clearRect(x, y + row * ch - gap, cols * cw, gap);
}

/** @param {CanvasRenderingContext2D} context @param {import("./marks.js").Cloud} cloud */
function paintCloud(context, { xywh, rgba }) {
  let last = 0;
  for (let i = 0; i < rgba.length; i++) {
    if (!rgba[i]) continue;
    if (rgba[i] !== last) context.fillStyle = unpack((last = rgba[i]));
    context.fillRect(xywh[4 * i], xywh[4 * i + 1], xywh[4 * i + 2], xywh[4 * i + 3]);
  }
}

/** @param {CanvasRenderingContext2D} context @param {import("./marks.js").Rect} mark */
function paintRect(context, { x, y, w, h, fill, stroke, line = 1, radius = 0 }) {
  context.beginPath();
  context.roundRect(x, y, w, h, radius);
  if (fill) {
    context.fillStyle = fill;
    context.fill();
  }
  if (stroke) {
    context.strokeStyle = stroke;
    context.lineWidth = line;
    context.stroke();
  }
}

/** @param {CanvasRenderingContext2D} context @param {import("./marks.js").Path} mark */
function paintPath(context, { d, at, stroke, line = 1, alpha = 1 }) {
  context.save();
  if (at) context.translate(at.x, at.y);
  context.globalAlpha = alpha;
  context.strokeStyle = stroke;
  context.lineWidth = line;
  context.stroke(new Path2D(d));
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {import("./marks.js").Text} mark */
function paintText(context, { x, y, text, fill, size = 12.5, align = "start", bold, mono, turn, halo }) {
  context.save();
  context.translate(x, y);
  if (turn) context.rotate((turn * Math.PI) / 180);
  context.font = font(size, bold, mono);
  context.textAlign = align === "middle" ? "center" : align;
  if (halo) {
    context.strokeStyle = halo;
    context.lineWidth = 4;
    context.lineJoin = "round";
    context.strokeText(text, 0, 0);
  }
  context.fillStyle = fill;
  context.fillText(text, 0, 0);
  context.restore();
}

/** @param {number} size @param {boolean} [bold] @param {boolean} [mono] */
export const font = (size, bold, mono) => `${bold ? 600 : 400} ${size}px ${mono ? MONO : SANS}`;
