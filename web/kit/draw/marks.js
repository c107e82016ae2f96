/**
 * Types of the marks that pictures consist of. One list of marks feeds the canvas and every SVG, so the two cannot disagree. Lengths are
 * CSS pixels, colours are CSS strings except in cells.
 *
 * @typedef {object} Cells   a lattice: `rgba[row * cols + col]`, packed little-endian, 0 = not drawn
 * @property {"cells"} kind
 * @property {number} x
 * @property {number} y
 * @property {number} rows
 * @property {number} cols
 * @property {number} cw     pitch, including the gap
 * @property {number} ch
 * @property {number} gap
 * @property {Uint32Array} rgba
 * @property {boolean} [flies]  hidden while its cells are in motion
 * @property {boolean} [often]  painted as one image, since it is repainted in every frame
 *
 * @typedef {object} Cloud   cells at arbitrary positions, for an animation between two pictures
 * @property {"cloud"} kind
 * @property {Float32Array} xywh  x, y, width, height of each cell
 * @property {Uint32Array} rgba
 *
 * @typedef {object} Rect
 * @property {"rect"} kind
 * @property {number} x
 * @property {number} y
 * @property {number} w
 * @property {number} h
 * @property {string} [fill]
 * @property {string} [stroke]
 * @property {number} [line]      stroke width
 * @property {number} [radius]
 *
 * @typedef {object} Path
 * @property {"path"} kind
 * @property {string} d           SVG path data
 * @property {{ x: number, y: number }} [at]  position of the path's origin
 * @property {string} [fill]
 * @property {string} [stroke]
 * @property {number} [line]
 * @property {number} [alpha]
 *
 * @typedef {object} Text
 * @property {"text"} kind
 * @property {number} x
 * @property {number} y           the baseline
 * @property {string} text
 * @property {string} fill
 * @property {number} [size]      defaults to 12.5
 * @property {"start" | "middle" | "end"} [align]
 * @property {boolean} [bold]
 * @property {boolean} [mono]
 * @property {number} [turn]      degrees, around (x, y)
 *
 * @typedef {object} Picture   an image, or a part of it, stretched over a box
 * @property {"image"} kind
 * @property {number} x
 * @property {number} y
 * @property {number} w
 * @property {number} h
 * @property {import("../state/png.js").Raster} raster
 * @property {{ x: number, y: number, w: number, h: number }} [from]  part of the raster in its pixels; defaults to all
 * @property {number} [alpha]
 *
 * @typedef {Cells | Cloud | Rect | Path | Text | Picture} Mark
 *
 * @typedef {{ scene: Scene, title: string }} TitledScene   a picture with its title, for a file
 *
 * @typedef {object} Scene
 * @property {number} width
 * @property {number} height
 * @property {Mark[]} marks
 */

/** Radius of the corners of a large cell, in px. */
export const CORNER = 1.5;

/** Space in px around a scene's edge for marks that reach beyond it. */
export const MARGIN = 4;

/** Properties of the surface that a picture is drawn on.
 * @typedef {object} Surface
 * @property {number} width     available width in CSS pixels
 * @property {import("./palette.js").Palette} palette
 * @property {(text: string, size?: number, bold?: boolean) => number} measure  returns the width of a text
 * @property {import("../text/words.js").Locale} [locale]  words of the language; defaults to English
 * @property {import("../state/own.js").OwnPatches | null} [patches]  the image whose patches are among the tokens: they label themselves
 */

/** @param {Omit<Cells, "kind">} cells @returns {Cells} */
export const cells = (cells) => ({ kind: "cells", ...cells });

/** @param {Omit<Rect, "kind">} rect @returns {Rect} */
export const rect = (rect) => ({ kind: "rect", ...rect });

/** @param {Omit<Path, "kind">} path @returns {Path} */
export const path = (path) => ({ kind: "path", ...path });

/** @param {Omit<Text, "kind">} text @returns {Text} */
export const text = (text) => ({ kind: "text", ...text });

/** Whether an image is enlarged so much that its pixels stay squares instead of being blurred. @param {Picture} image */
export const showsPixels = ({ w, raster, from }) => w > 3 * (from?.w ?? raster.width);

/** The same mark at another position. @template {Mark} M @param {M} mark @param {number} dx @param {number} dy @param {boolean} [flies] @returns {M} */
export function shift(mark, dx, dy, flies = false) {
  if (mark.kind === "path") return { ...mark, at: { x: dx, y: dy } };
  const moved = "x" in mark ? { ...mark, x: mark.x + dx, y: mark.y + dy } : mark;
  return mark.kind === "cells" ? { ...moved, flies } : moved;
}
