import { cells } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";

/**
 * The maps of a bug as lattices of cells, with one scale for both.
 *
 * @typedef {import("../../kit/draw/marks.js").Scene} Scene
 */

const CELL = 20; // px

/** The size of a map in px. @param {{ rows: number, columns: number }} map */
export const sizeOf = ({ rows, columns }) => ({ width: columns * CELL, height: rows * CELL });

/** @param {import("../state/bug-maps.js").MapPair} maps @param {import("../../kit/draw/palette.js").Palette} palette @returns {{ right: Scene, wrong: Scene }} */
export function mapScenes(maps, palette) {
  const { of, rows, columns, right, wrong } = maps;
  const scale = scaleOf([right, wrong], of === "attention", true);
  const ramp = of === "attention" ? palette.attention : palette.model;
  const scene = (/** @type {Float32Array} */ values) => {
    const rgba = Uint32Array.from(values, (value) => ramp[scale.index(value)]);
    const mark = cells({ x: 0, y: 0, rows, cols: columns, cw: CELL, ch: CELL, gap: 1, rgba });
    return { ...sizeOf(maps), marks: [mark] };
  };
  return { right: scene(right), wrong: scene(wrong) };
}
