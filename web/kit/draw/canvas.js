import { FONTS } from "./fonts.js";
import { CORNER, showsPixels } from "./marks.js";
import { unpackColour } from "./palette.js";

/**
 * Paints marks on a 2D canvas.
 *
 * @typedef {import("./marks.js").Mark} Mark
 * @typedef {import("./marks.js").Cells} Cells
 */

const ROUND_FROM = 9; // px; smaller cells look square anyway
const ONE_BY_ONE_UP_TO = 600; // cells; larger blocks are painted as one image

/**
 * @param {CanvasRenderingContext2D} context in CSS pixels
 * @param {readonly Mark[]} marks
 * @param {import("./fonts.js").Fonts} [fonts]
 * @param {typeof paintImage} [image]  paints a block of cells as one image
 */
export function paint(context, marks, fonts = FONTS, image = paintImage) {
  const images = imagesOf(marks);
  bitmapsLeft = BITMAPS;
  context.direction = "ltr"; // otherwise inherited from right-to-left pages
  for (const mark of marks) {
    const many = images.get(mark);
    if (many) image(context, many);
    else painters[mark.kind](context, /** @type {any} */ (mark), fonts);
  }
}

/** @type {{ [K in Mark["kind"]]: (context: CanvasRenderingContext2D, mark: any, fonts: import("./fonts.js").Fonts) => void }} */
const painters = {
  cells: paintCells,
  cloud: paintCloud,
  rect: paintRect,
  path: paintPath,
  text: paintText,
  image: paintPicture,
};

/**
 * Bitmaps of painted cells, by the cells' colours. They are reused while only the selection of a picture changes.
 * @type {WeakMap<Uint32Array, { cw: number, ratio: number, bitmap: OffscreenCanvas | null }>}
 */
const painted = new WeakMap();
const BITMAPS = 3; // most new bitmaps in one call of paint(), because creating a bitmap takes longer than painting its cells
/** Number of bitmaps that the current call of paint() can still create. */
let bitmapsLeft = BITMAPS;

/** @param {CanvasRenderingContext2D} context @param {Cells} cells */
function paintCells(context, cells) {
  const { x, y, rows, cols, cw, ch, rgba } = cells;
  const { a: ratio, e, f } = context.getTransform();
  const whole = [x * ratio + e, y * ratio + f].every(Number.isInteger); // a copy at a fraction of a pixel would be blurred
  const known = painted.get(rgba);
  if (!whole || known?.cw !== cw || known.ratio !== ratio) {
    if (whole) painted.set(rgba, { cw, ratio, bitmap: null });
    return paintEach(context, cells);
  }
  if (!known.bitmap) {
    if (bitmapsLeft-- <= 0) return paintEach(context, cells);
    known.bitmap = new OffscreenCanvas(Math.ceil(cols * cw * ratio), Math.ceil(rows * ch * ratio));
    const own = /** @type {any} */ (known.bitmap.getContext("2d"));
    own.scale(ratio, ratio);
    paintEach(own, { ...cells, x: 0, y: 0 });
  }
  const { width, height } = known.bitmap;
  context.imageSmoothingEnabled = false;
  context.drawImage(known.bitmap, x, y, width / ratio, height / ratio);
}

/** @param {CanvasRenderingContext2D} context @param {Cells} cells */
function paintEach(context, { x, y, rows, cols, cw, ch, gap, rgba }) {
  const round = Math.min(cw, ch) >= ROUND_FROM;
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const color = rgba[row * cols + col];
      if (!color) continue;
      context.fillStyle = unpackColour(color);
      const left = x + col * cw;
      const top = y + row * ch;
      if (!round) context.fillRect(left, top, cw - gap, ch - gap);
      else {
        context.beginPath();
        context.roundRect(left, top, cw - gap, ch - gap, CORNER);
        context.fill();
      }
    }
}

/** @typedef {{ cells: Cells, sheet: OffscreenCanvas, top: number }} Image  rows of a sheet, from `top` */

/** The sheet, reused for every painting. @type {OffscreenCanvas | undefined} */
let sheet;

/**
 * Writes large blocks of cells to one sheet, one pixel per cell. One canvas per block would take longer than painting the cells.
 * @param {readonly Mark[]} marks
 * @returns {Map<Mark, Image>}
 */
function imagesOf(marks) {
  /** @type {Map<Mark, Image>} */
  const images = new Map();
  const many = marks.filter(/** @returns {mark is Cells} */ (mark) => mark.kind === "cells" && isMany(mark));
  if (!many.length) return images;
  const width = Math.max(...many.map(({ cols }) => cols));
  const height = many.reduce((sum, { rows }) => sum + rows, 0);
  const pixels = new ImageData(width, height);
  const packed = new Uint32Array(pixels.data.buffer);
  sheet ??= new OffscreenCanvas(1, 1);
  if (sheet.width < width) sheet.width = width;
  if (sheet.height < height) sheet.height = height;
  let top = 0;
  for (const cells of many) {
    const { rows, cols, rgba } = cells;
    for (let row = 0; row < rows; row++)
      packed.set(rgba.subarray(row * cols, (row + 1) * cols), (top + row) * width);
    images.set(cells, { cells, sheet, top });
    top += rows;
  }
  /** @type {OffscreenCanvasRenderingContext2D} */ (sheet.getContext("2d")).putImageData(pixels, 0, 0);
  return images;
}

/** @param {Cells} cells @returns {boolean} */
const isMany = ({ rows, cols, cw, ch, often }) =>
  often || rows * cols > ONE_BY_ONE_UP_TO || Math.min(cw, ch) < 2.5;

/** Enlarges the image, then clears the gaps between cells. @param {CanvasRenderingContext2D} context @param {Image} image */
export function paintImage(context, { cells: { x, y, rows, cols, cw, ch, gap }, sheet, top }) {
  context.imageSmoothingEnabled = false;
  context.drawImage(sheet, 0, top, cols, rows, x, y, cols * cw, rows * ch);
  if (Math.min(cw, ch) < 4) return;
  for (let col = 1; col <= cols; col++) context.clearRect(x + col * cw - gap, y, gap, rows * ch);
  for (let row = 1; row <= rows; row++) context.clearRect(x, y + row * ch - gap, cols * cw, gap);
}

/** @param {CanvasRenderingContext2D} context @param {import("./marks.js").Cloud} cloud */
function paintCloud(context, { xywh, rgba }) {
  let last = 0;
  for (let i = 0; i < rgba.length; i++) {
    if (!rgba[i]) continue;
    if (rgba[i] !== last) context.fillStyle = unpackColour((last = rgba[i]));
    context.fillRect(xywh[4 * i], xywh[4 * i + 1], xywh[4 * i + 2], xywh[4 * i + 3]);
  }
}

/** @param {CanvasRenderingContext2D} context @param {import("./marks.js").Rect} mark */
function paintRect(context, mark) {
  const outline = new Path2D();
  outline.roundRect(mark.x, mark.y, mark.w, mark.h, mark.radius ?? 0);
  paintOutline(context, outline, mark);
}

/** @param {CanvasRenderingContext2D} context @param {Path2D} outline @param {{ fill?: string, stroke?: string, line?: number }} how */
function paintOutline(context, outline, { fill, stroke, line = 1 }) {
  if (fill) {
    context.fillStyle = fill;
    context.fill(outline);
  }
  if (stroke) {
    context.strokeStyle = stroke;
    context.lineWidth = line;
    context.stroke(outline);
  }
}

/** @param {CanvasRenderingContext2D} context @param {import("./marks.js").Path} mark */
function paintPath(context, mark) {
  const { d, at, alpha = 1 } = mark;
  context.save();
  if (at) context.translate(at.x, at.y);
  context.globalAlpha = alpha;
  paintOutline(context, new Path2D(d), mark);
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {import("./marks.js").Text} mark @param {import("./fonts.js").Fonts} fonts */
function paintText(context, { x, y, text, fill, size = 12.5, align = "start", bold, mono, turn }, fonts) {
  context.font = font(fonts[mono ? "mono" : "sans"], size, bold); // the browser skips an unchanged font
  context.textAlign = align === "middle" ? "center" : align;
  context.fillStyle = fill;
  if (turn) {
    context.save();
    context.translate(x, y);
    context.rotate((turn * Math.PI) / 180);
    context.fillText(text, 0, 0);
    context.restore();
    return;
  }
  context.fillText(text, x, y);
}

/** Canvases with the pixels of images. @type {WeakMap<object, OffscreenCanvas>} */
const rasters = new WeakMap();

/** @param {CanvasRenderingContext2D} context @param {import("./marks.js").Picture} image */
function paintPicture(context, image) {
  const { x, y, w, h, raster, alpha = 1, from = { x: 0, y: 0, w: raster.width, h: raster.height } } = image;
  let canvas = rasters.get(raster);
  if (!canvas) {
    canvas = new OffscreenCanvas(raster.width, raster.height);
    const pixels = new ImageData(new Uint8ClampedArray(raster.rgba), raster.width, raster.height);
    /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d")).putImageData(pixels, 0, 0);
    rasters.set(raster, canvas);
  }
  context.save();
  context.globalAlpha = alpha;
  context.imageSmoothingEnabled = !showsPixels(image);
  context.drawImage(canvas, from.x, from.y, from.w, from.h, x, y, w, h);
  context.restore();
}

/** @param {string} family @param {number} size @param {boolean} [bold] */
export const font = (family, size, bold) => `${bold ? 600 : 400} ${size}px ${family}`;
