import { transposeBlock } from "./state.js";
import { rect, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { captionOf } from "../../kit/draw/staged.js";
import { gutterFor } from "../../kit/draw/token-words.js";
import { captionMarks, placeMatrix } from "../draw-matrix.js";

/**
 * A head's columns of W_Q and W_K, transposed, and its attention.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} BuildView
 * @property {import("./state.js").Built} built
 * @property {readonly string[]} tokens
 * @property {readonly string[]} keyTokens
 * @property {number} query
 * @property {number} key
 * @property {[number, number] | null} target  cell of the puzzle
 * @property {string} colormap
 * @property {{ wQ: string, wK: string, map: string, word: string, position: string }} words
 *
 * @typedef {import("../../kit/draw/marks.js").Scene & { hit: (x: number, y: number) => [number, number] | null }} BuildScene
 */

const NARROW = 620;
const APART = 30;
const HALVES = 20; // px below a block, for the names of its halves

/** Transposed matrices, cached. @type {WeakMap<object, Float32Array>} */
const laid = new WeakMap();

/** @param {import("../../core/types.js").TensorOutput} block */
function lyingOnce(block) {
  const known = laid.get(block) ?? transposeBlock(block);
  laid.set(block, known);
  return known;
}

/** @param {BuildView} view @param {Surface} surface @returns {BuildScene} */
export function buildScene(view, surface) {
  const { built, tokens, keyTokens, query, key, words } = view;
  const { palette } = surface;
  const narrow = surface.width < NARROW;
  const width = narrow ? surface.width : (surface.width - APART) / 2;
  const left = block(built.wQ, words.wQ, { x: 0, y: 0, width }, view, surface);
  const right = block(
    built.wK,
    words.wK,
    narrow ? { x: 0, y: left.bottom + 10, width } : { x: width + APART, y: 0, width },
    view,
    surface,
  );
  const gutter = gutterFor(tokens, surface);
  const top = Math.max(left.bottom, right.bottom) + 14;
  const map = placeMatrix(
    {
      ...{ title: words.map, axes: ["T_q", "T_k"], shape: [tokens.length, keyTokens.length] },
      ...{ values: built.attention, scale: scaleOf([built.attention], true) },
      ...{ ramp: palette.colormap(view.colormap), rows: tokens, cols: keyTokens },
      ...{ focus: [query, key], selection: { token: query, key }, element: [query, key] },
    },
    surface,
    { x: gutter, y: top, width: surface.width - gutter, height: 420, square: true, maxCell: 28 },
  );
  const caption = captionOf(map.layout, surface, surface.width);
  const cell = view.target && map.cell(...view.target);
  return {
    width: surface.width,
    height: Math.ceil(map.bottom + 18 * caption.length),
    marks: [
      ...left.marks,
      ...right.marks,
      ...map.marks,
      ...(cell
        ? [
            rect({
              x: cell.x - 3,
              y: cell.y - 3,
              w: cell.w + 5,
              h: cell.h + 5,
              stroke: palette.axis.T,
              line: 2,
              radius: 3,
            }),
          ]
        : []),
      ...captionMarks(caption, surface, map.bottom),
    ],
    hit: map.hit,
  };
}

/**
 * One of the two matrices, with the columns that read the word and those that read the position.
 * @param {import("../../core/types.js").TensorOutput} of
 * @param {string} title
 * @param {{ x: number, y: number, width: number }} place
 * @param {BuildView} view
 * @param {Surface} surface
 */
function block(of, title, place, { words }, surface) {
  const { palette } = surface;
  const [dModel, dK] = of.shape;
  const placed = placeMatrix(
    {
      ...{ title, axes: ["d_k", "d_model"], shape: [dK, dModel], values: lyingOnce(of) },
      ...{
        scale: scaleOf([of.data], false),
        ramp: palette.model,
      },
    },
    surface,
    { ...place, height: 110, maxCell: 14 },
  );
  const { cols, cw } = placed.layout;
  const whole = cols.count === cols.of;
  const middle = place.x + (dModel - Math.floor(dModel / 2)) * cw;
  const label = { y: placed.bottom + 14, fill: palette.muted };
  /** @type {Mark[]} */
  const halves = whole
    ? [
        rect({ x: place.x, y: placed.bottom + 2, w: middle - place.x - 3, h: 2, fill: palette.hairline }),
        rect({
          x: middle,
          y: placed.bottom + 2,
          w: place.x + placed.layout.width - middle,
          h: 2,
          fill: palette.hairline,
        }),
        text({ ...label, x: place.x, text: words.word }),
        text({ ...label, x: middle, text: words.position }),
      ]
    : captionMarks(captionOf(placed.layout, surface, place.width), surface, placed.bottom).map((mark) =>
        "x" in mark ? { ...mark, x: mark.x + place.x } : mark,
      );
  return { marks: [...placed.marks, ...halves], bottom: placed.bottom + HALVES };
}

/**
 * Target attention, and beside or below it the attention of the best heads, in maps of equal size and scale.
 *
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

const BETWEEN = { x: 26, y: 14 };
const CELL = 22;
const LEAST = 150; // px, room for a title

/** @param {WantedView} view @param {Surface} surface @returns {WantedScene} */
export function targetScene({ wanted, maps, tokens, query, key, colormap, title }, surface) {
  const gutter = gutterFor(tokens, surface);
  const count = tokens.length;
  const beside = Math.max(
    1,
    Math.min(3, Math.floor((surface.width - gutter + BETWEEN.x) / (Math.max(LEAST, 9 * count) + BETWEEN.x))),
  );
  const width = (surface.width - gutter - (beside - 1) * BETWEEN.x) / beside;
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
  const pitch = { x: Math.max(first.layout.width, LEAST) + BETWEEN.x, y: first.bottom + BETWEEN.y };
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
