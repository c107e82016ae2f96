import { legendMarks } from "./legend.js";
import { path, rect, text } from "./marks.js";
import { legibleOn, unpackColour } from "./palette.js";
import { boxOfPatch } from "./patch-mark.js";
import { scaleOf } from "./scale.js";
import { shareInThree } from "../text/share.js";

/**
 * Weights of patches over the image that they are cut from.
 *
 * @typedef {import("./marks.js").Mark} Mark
 * @typedef {import("./marks.js").Surface} Surface
 * @typedef {import("../state/png.js").Raster} Raster
 * @typedef {import("./patch-mark.js").Grid} Grid
 * @typedef {import("./patch-mark.js").Box} Box
 *
 * @typedef {object} Overlay
 * @property {Grid} grid
 * @property {Raster | null} raster        null draws the patches alone
 * @property {ArrayLike<number>} weights   one per patch, row by row
 * @property {import("./scale.js").Scale} scale
 * @property {import("./palette.js").Ramp} ramp
 * @property {number} opacity              of the largest weight, 0 to 1
 * @property {number | null} chosen        patch with an outline: the query, or the key
 */

const LEGEND = 26; // px below an image
const PALE = 0.62; // opacity of the image, so that a dark patch does not read as much attention
const LEAST = 0.15; // share of the opacity at weight 0
const LEVELS = 32; // shades of an overlay; each is one path
const GAP_FROM = 7; // px; smaller patches have no lines between them
const NUMBER_FROM = 27; // px of a patch with a number
const NUMBERED = 3; // patches with a number: those with the largest weights

/** Height of the image in a width, in its own proportions; patches without an image are square. @param {Pick<Overlay, "grid" | "raster">} of @param {number} width */
export const heightIn = ({ grid, raster }, width) =>
  Math.round(raster ? (width * raster.height) / raster.width : (width * grid.rows) / grid.columns);

/** The patch at a position, or null. @param {Grid} grid @param {Box} box @param {number} x @param {number} y @returns {number | null} */
export function patchAt({ rows, columns }, box, x, y) {
  const column = Math.floor(((x - box.x) / box.w) * columns);
  const row = Math.floor(((y - box.y) / box.h) * rows);
  return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : null;
}

/**
 * The patches on the line of a drag. Positions at most half a patch apart are looked at, so that a fast drag skips none.
 * @param {Grid} grid @param {Box} box @param {{ x: number, y: number, dx: number, dy: number }} drag to where, and by how much
 * @returns {readonly number[]}
 */
export function patchesAlong(grid, box, { x, y, dx, dy }) {
  const step = Math.min(box.w / grid.columns, box.h / grid.rows) / 2;
  const count = Math.max(1, Math.ceil(Math.hypot(dx, dy) / step));
  const found = Array.from({ length: count + 1 }, (_, i) => {
    const left = 1 - i / count;
    return patchAt(grid, box, x - left * dx, y - left * dy);
  });
  return [...new Set(found)].filter((patch) => patch !== null);
}

/**
 * The image with the weights over it.
 * @param {Overlay} of @param {Box} box @param {Surface} surface @param {{ numbers?: boolean }} [how]  numbers: prints the largest weights
 * @returns {Mark[]}
 */
export function overlayMarks(of, box, { palette }, { numbers = false } = {}) {
  const { grid, raster, weights, chosen } = of;
  const size = { w: box.w / grid.columns, h: box.h / grid.rows };
  const isLarge = Math.min(size.w, size.h) >= GAP_FROM;
  /** @type {Mark[]} */
  const marks = [rect({ ...box, fill: palette.card })];
  if (raster) marks.push({ kind: "image", ...box, raster, alpha: PALE });
  marks.push(...shadeMarks(of, box, isLarge ? 1 : 0));
  marks.push(rect({ x: box.x - 0.5, y: box.y - 0.5, w: box.w + 1, h: box.h + 1, stroke: palette.hairline }));
  if (numbers && Math.min(size.w, size.h) >= NUMBER_FROM)
    for (const patch of largestOf(weights)) {
      const { x, y, w, h } = boxOfPatch(grid, box, patch);
      const said = shareInThree(weights[patch]);
      const fill = legibleOn(of.ramp[of.scale.index(weights[patch])]);
      marks.push(text({ x: x + w / 2, y: y + h / 2 + 4.5, text: said, fill, align: "middle", bold: true }));
    }
  if (chosen !== null) {
    const { x, y, w, h } = boxOfPatch(grid, box, chosen);
    marks.push(rect({ x, y, w, h, stroke: palette.card, line: 4, radius: 2 }));
    marks.push(rect({ x, y, w, h, stroke: palette.axis.T, line: 2, radius: 2 }));
  }
  return marks;
}

/**
 * The scale of a head's weights on the patches: one for all heads, or each its own.
 * @param {readonly ArrayLike<number>[]} all  weights of each head @param {{ shared: boolean, log: boolean }} look
 * @returns {(weights: ArrayLike<number>) => import("./scale.js").Scale}
 */
export function overlayScales(all, { shared, log }) {
  const one = shared ? scaleOf(all, true, true, log) : null;
  return (weights) => one ?? scaleOf([weights], true, true, log);
}

/**
 * The image with the weights over it, large, and their scale below.
 * @param {Overlay} of @param {Surface} surface @param {{ w: number, h: number }} most  px of the image
 * @returns {import("./marks.js").Scene & { box: Box }} box: the place of the image
 */
export function overlayScene(of, surface, most) {
  const widest = Math.min(most.w, surface.width - 2);
  const w = Math.round(Math.min(widest, widest * (most.h / heightIn(of, widest))));
  const box = { x: 1, y: 1, w, h: heightIn(of, w) };
  const legend = { x: 1, y: box.h + 10, width: 120, room: surface.width };
  return {
    width: surface.width,
    height: box.h + LEGEND + 2,
    marks: [
      ...overlayMarks(of, box, surface, { numbers: true }),
      ...legendMarks(surface, of.scale, of.ramp, legend),
    ],
    box,
  };
}

/** One path for each shade. @param {Overlay} of @param {Box} box @param {number} gap @returns {Mark[]} */
function shadeMarks({ grid, weights, scale, ramp, opacity }, box, gap) {
  /** @type {Map<number, string>} */
  const paths = new Map();
  for (let patch = 0; patch < weights.length; patch++) {
    const level = Math.round((scale.index(weights[patch]) / 255) * (LEVELS - 1));
    const { x, y, w, h } = boxOfPatch(grid, box, patch);
    const shape = `M${short(x)} ${short(y)}h${short(w - gap)}v${short(h - gap)}h${short(gap - w)}z`;
    paths.set(level, `${paths.get(level) ?? ""}${shape}`);
  }
  return Array.from(paths, ([level, d]) => {
    const share = level / (LEVELS - 1);
    const alpha = short(opacity * (LEAST + (1 - LEAST) * share));
    return path({ d, fill: unpackColour(ramp[Math.round(255 * share)]), alpha });
  });
}

/** The patches with the largest weights that can be printed. @param {ArrayLike<number>} weights */
const largestOf = (weights) =>
  Array.from(weights, (_, patch) => patch)
    .filter((patch) => shareInThree(weights[patch]))
    .sort((a, b) => weights[b] - weights[a])
    .slice(0, NUMBERED);

/** @param {number} value */
const short = (value) => Math.round(value * 100) / 100;
