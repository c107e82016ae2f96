import { scaleOf } from "../../kit/draw/scale.js";
import { gutterFor } from "../../kit/draw/token-words.js";
import { placeMatrix } from "../draw-matrix.js";

/**
 * Target attention, and beside or below it the attention of the best heads, in maps of equal size and scale.
 *
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} WantedView
 * @property {Float32Array} wanted  (T, T)
 * @property {readonly { title: string, map: Float32Array }[]} maps  the fitted heads
 * @property {readonly string[]} tokens
 * @property {number} query
 * @property {number} key
 * @property {string} colormap
 * @property {string} title
 *
 * @typedef {import("../../kit/draw/marks.js").Scene & { hit: (x: number, y: number) => [number, number] | null }} WantedScene
 */

const APART = { x: 26, y: 14 };
const CELL = 22;
const LEAST = 150; // px, room for a title

/** @param {WantedView} view @param {Surface} surface @returns {WantedScene} */
export function targetScene({ wanted, maps, tokens, query, key, colormap, title }, surface) {
  const gutter = gutterFor(tokens, surface);
  const count = tokens.length;
  const beside = Math.max(
    1,
    Math.min(3, Math.floor((surface.width - gutter + APART.x) / (Math.max(LEAST, 9 * count) + APART.x))),
  );
  const width = (surface.width - gutter - (beside - 1) * APART.x) / beside;
  const scale = scaleOf([wanted, ...maps.map(({ map }) => map)], true);
  const ramp = surface.palette.colormap(colormap);
  const each = (
    /** @type {string} */ name,
    /** @type {Float32Array} */ values,
    /** @type {number} */ column,
  ) => ({
    ...{ title: name, values, scale, ramp, cols: tokens, rows: column ? null : tokens },
    ...{
      axes: /** @type {[string, string]} */ (["T_q", "T_k"]),
      shape: /** @type {[number, number]} */ ([count, count]),
    },
    ...{ focus: /** @type {[number, number]} */ ([query, key]), selection: { token: query, key } },
  });
  const room = { width, height: 420, square: true, maxCell: CELL };
  const first = placeMatrix({ ...each(title, wanted, 0), element: [query, key] }, surface, {
    ...room,
    x: gutter,
    y: 0,
  });
  const pitch = { x: Math.max(first.layout.width, LEAST) + APART.x, y: first.bottom + APART.y };
  const found = maps.map(({ title: name, map }, i) => {
    const [column, row] = [(i + 1) % beside, Math.floor((i + 1) / beside)];
    return placeMatrix(each(name, map, column), surface, {
      ...room,
      x: gutter + column * pitch.x,
      y: row * pitch.y,
    });
  });
  return {
    width: surface.width,
    height: Math.ceil(Math.max(first.bottom, ...found.map(({ bottom }) => bottom))),
    marks: [first, ...found].flatMap(({ marks }) => marks),
    hit: first.hit,
  };
}
