/**
 * What a picture is made of. One list of marks feeds the screen's canvas and every SVG, so the two
 * cannot disagree. Lengths are CSS pixels, colours CSS strings except in cells.
 *
 * @typedef {object} Cells   a lattice: `rgba[row * cols + col]`, packed little-endian, 0 = not drawn
 * @property {"cells"} kind
 * @property {number} x
 * @property {number} y
 * @property {number} rows
 * @property {number} cols
 * @property {number} cw     pitch, gap included
 * @property {number} ch
 * @property {number} gap
 * @property {Uint32Array} rgba
 * @property {boolean} [flies]  not drawn while its cells are on their way
 * @property {boolean} [often]  painted as one image, since it is painted anew at every frame
 *
 * @typedef {object} Cloud   cells that are each somewhere: what moves between two pictures
 * @property {"cloud"} kind
 * @property {Float32Array} xywh  x, y, width, height of each
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
 * @property {{ x: number, y: number }} [at]  where its origin lies
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
 * @property {number} [size]      12.5 unless told
 * @property {"start" | "middle" | "end"} [align]
 * @property {boolean} [bold]
 * @property {boolean} [mono]
 * @property {number} [turn]      degrees, around (x, y)
 *
 * @typedef {Cells | Cloud | Rect | Path | Text} Mark
 *
 * @typedef {{ scene: Scene, title: string }} TitledScene   a picture as a file has it
 *
 * @typedef {object} Scene
 * @property {number} width
 * @property {number} height
 * @property {Mark[]} marks
 */

/** What is drawn around what stands at a scene's edge reaches out of it by so many px: room is kept for it where a scene is painted. */
export const MARGIN = 4;

/** What a picture needs to know of where it is drawn.
 * @typedef {object} Surface
 * @property {number} width     CSS pixels to be had
 * @property {import("./palette.js").Palette} palette
 * @property {(text: string, size?: number, bold?: boolean) => number} measure  a text's width
 * @property {import("../text/words.js").Locale} [locale]  the words of its language; English where there is none
 */

/** @param {Omit<Cells, "kind">} cells @returns {Cells} */
export const cells = (cells) => ({ kind: "cells", ...cells });

/** @param {Omit<Rect, "kind">} rect @returns {Rect} */
export const rect = (rect) => ({ kind: "rect", ...rect });

/** @param {Omit<Path, "kind">} path @returns {Path} */
export const path = (path) => ({ kind: "path", ...path });

/** @param {Omit<Text, "kind">} text @returns {Text} */
export const text = (text) => ({ kind: "text", ...text });

/** The same mark elsewhere. @template {Mark} M @param {M} mark @param {number} dx @param {number} dy @param {boolean} [flies] @returns {M} */
export function shift(mark, dx, dy, flies = false) {
  if (mark.kind === "path") return { ...mark, at: { x: dx, y: dy } };
  const moved = "x" in mark ? { ...mark, x: mark.x + dx, y: mark.y + dy } : mark;
  return mark.kind === "cells" ? { ...moved, flies } : moved;
}
