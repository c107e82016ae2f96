import { formatNumber } from "../../kit/draw/legend.js";
import { path, rect, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { captionOf } from "../../kit/draw/staged.js";
import { gutterFor } from "../../kit/draw/token-words.js";
import { TITLE, captionMarks, placeMatrix } from "../draw-matrix.js";

/**
 * The output's rows in the original order, and beside or below them after shuffling, with a line per word and the change of its row.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} OrderView
 * @property {import("./state.js").OrderAnswer} answer
 * @property {readonly string[]} tokens
 * @property {number} token   the selected word, by original position
 * @property {{ straight: string, shuffled: string, apart: string, apartShort: string }} words
 *
 * @typedef {import("../../kit/draw/marks.js").Scene & { hit: (x: number, y: number) => number | null }} OrderScene
 */

const NARROW = 620;
const LINES = 64; // px between the two matrices
const BARS = { wide: 96, narrow: 64 };
const HIGH = 330;
const CELL = 22;

/** @param {OrderView} view @param {Surface} surface @returns {OrderScene} */
export function orderScene({ answer, tokens, token, words }, surface) {
  const { straight, shuffled, order, apart } = answer;
  const narrow = surface.width < NARROW;
  const gutter = gutterFor(tokens, surface);
  const bars = narrow ? BARS.narrow : BARS.wide;
  const width = narrow
    ? surface.width - gutter - bars - 10
    : (surface.width - 2 * gutter - LINES - bars - 10) / 2;
  const shape = /** @type {[number, number]} */ (straight.shape.slice(1));
  const { palette } = surface;
  const scale = scaleOf([straight.data, shuffled.data], false);
  const matrix = (/** @type {boolean} */ isShuffled) => {
    const at = isShuffled ? order.indexOf(token) : token;
    return {
      ...{ axes: /** @type {[string, string]} */ (["T", "d_model"]), shape, scale, ramp: palette.model },
      title: isShuffled ? words.shuffled : words.straight,
      values: (isShuffled ? shuffled : straight).data,
      rows: isShuffled ? order.map((from) => tokens[from]) : tokens,
      focus: /** @type {[number, number]} */ ([at, 0]),
      selection: { token: at },
    };
  };
  const room = { width, height: HIGH, maxCell: CELL };
  const left = placeMatrix(matrix(false), surface, { ...room, x: gutter, y: 0 });
  const right = placeMatrix(
    matrix(true),
    surface,
    narrow
      ? { ...room, x: gutter, y: left.bottom + 16 }
      : { ...room, x: gutter + left.layout.width + LINES + gutter, y: 0 },
  );
  const bar = { x: right.right + 10, width: bars };
  const caption = captionOf(left.layout, surface, surface.width);
  const bottom = Math.max(left.bottom, right.bottom) + 6;
  return {
    width: surface.width,
    height: Math.ceil(bottom + 18 * caption.length),
    marks: [
      ...left.marks,
      ...right.marks,
      ...(narrow ? [] : lineMarks(left, right, order, token, gutter, surface)),
      ...apartMarks(right, { order, apart, token }, bar, words, surface),
      ...captionMarks(caption, surface, bottom),
    ],
    hit(x, y) {
      const inLeft = left.hit(Math.max(x, gutter), y);
      if (inLeft && x < left.right) return inLeft[0];
      const inRight = right.hit(Math.min(Math.max(x, right.right - right.layout.width), right.right - 1), y);
      return inRight && (narrow || x > left.right) ? order[inRight[0]] : null;
    },
  };
}

/**
 * A line from each word's row to its new position, the selected one's in ink.
 * @param {import("../draw-matrix.js").Placed} left
 * @param {import("../draw-matrix.js").Placed} right
 * @param {readonly number[]} order
 * @param {number} token
 * @param {number} gutter
 * @param {Surface} surface
 * @returns {Mark[]}
 */
function lineMarks(left, right, order, token, gutter, { palette }) {
  const [from, to] = [left.right + 4, right.right - right.layout.width - gutter + 2];
  const middle = (from + to) / 2;
  return order
    .map((word, at) => ({
      word,
      a: left.cell(word, left.layout.cols.from),
      b: right.cell(at, right.layout.cols.from),
    }))
    .sort((a, b) => Number(a.word === token) - Number(b.word === token))
    .flatMap(({ word, a, b }) => {
      if (!a || !b) return [];
      const [y, z] = [a, b].map((cell) => cell.y + cell.h / 2);
      const isChosen = word === token;
      return [
        path({
          d: `M${from} ${y}C${middle} ${y} ${middle} ${z} ${to} ${z}`,
          stroke: isChosen ? palette.axis.T : palette.muted,
          line: isChosen ? 2 : 1,
          alpha: isChosen ? 1 : 0.45,
        }),
      ];
    });
}

/** @param {import("../draw-matrix.js").Placed} right @param {{ order: readonly number[], apart: Float32Array, token: number }} of @param {{ x: number, width: number }} at @param {OrderView["words"]} words @param {Surface} surface @returns {Mark[]} */
function apartMarks({ layout, cell }, { order, apart, token }, { x, width }, words, { palette, measure }) {
  const most = Math.max(...apart) || 1;
  const { from, count } = layout.rows;
  const every = Math.ceil(13 / layout.ch);
  const chosen = order.indexOf(token) - from;
  const isSaid = (/** @type {number} */ i) =>
    i === chosen || (i % every === 0 && Math.abs(i - chosen) >= every);
  const title = measure(words.apart, 13, true) <= width ? words.apart : words.apartShort;
  const first = cell(from, layout.cols.from);
  const top = first ? first.y - TITLE + 13 : 13;
  return [
    text({ x, y: top, text: title, size: 13, bold: true, fill: palette.ink }),
    ...Array.from({ length: count }, (_, i) => from + i).flatMap((at, i) => {
      const place = cell(at, layout.cols.from);
      if (!place) return [];
      const value = apart[order[at]];
      const isChosen = order[at] === token;
      const fill = isChosen ? palette.axis.T : palette.muted;
      const said = formatNumber(value, 2);
      const long = Math.max(1.5, (width - measure(said) - 8) * (value / most));
      const thick = Math.max(2, Math.min(9, layout.ch - 4));
      return [
        rect({ x, y: place.y + (layout.ch - layout.gap - thick) / 2, w: long, h: thick, radius: 2, fill }),
        ...(isSaid(i)
          ? [text({ x: x + long + 5, y: place.y + layout.ch / 2 + 4, text: said, fill, bold: isChosen })]
          : []),
      ];
    }),
  ];
}
