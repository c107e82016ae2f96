import { mapOf } from "./state.js";
import { legendMarks, formatNumber } from "../../kit/draw/legend.js";
import { rect, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { captionOf } from "../../kit/draw/staged.js";
import { gutterFor } from "../../kit/draw/token-words.js";
import { TITLE, captionMarks, placeMatrix } from "../draw-matrix.js";

/**
 * The picture of the lab: the padding mask as passed, and per sentence the weights under it and the error of each output row.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("./state.js").BatchAnswer} BatchAnswer
 * @typedef {import("./state.js").Read} Read
 *
 * @typedef {object} BatchView
 * @property {BatchAnswer} answer
 * @property {readonly number[]} items  the shown sentences
 * @property {number} head
 * @property {{ item: number, query: number, key: number }} at  the selected cell
 * @property {string} colormap
 * @property {{ mask: string, rows: readonly string[], maps: readonly string[], short: readonly string[], moved: string, movedShort: string, scores: string }} words
 *
 * @typedef {{ item: number, query: number, key: number }} Hit
 * @typedef {import("../../kit/draw/marks.js").Scene & { hit: (x: number, y: number) => Hit | null }} BatchScene
 */

const NARROW = 880;
const APART = 30;
const CELL = 26;
const MOVED = 122; // px, width of the bars

/** @param {BatchView} view @param {Surface} surface @returns {BatchScene} */
export function batchScene(view, surface) {
  const { answer, at, items } = view;
  const { padding, words } = answer.batch;
  const narrow = surface.width < NARROW;
  const gutters = [gutterFor(view.words.rows, surface), ...items.map((i) => gutterFor(words[i], surface))];
  const bars = "refused" in answer ? 0 : MOVED;
  const aside = gutters.reduce((sum, each) => sum + each) + items.length * (APART + bars);
  const width = narrow
    ? surface.width - Math.max(...gutters) - bars
    : (surface.width - aside) / (1 + items.length);
  const room = { width, height: 560, square: true, maxCell: CELL };
  const [, length] = padding.shape;
  const ramp = surface.palette.colormap(view.colormap);
  const mask = placeMatrix(maskMatrix(view, ramp), surface, { ...room, x: gutters[0], y: 0 });
  let next = narrow ? { x: 0, y: mask.bottom + 16 } : { x: mask.right + APART, y: 0 };
  const maps = items.map((item, nth) => {
    const gutter = gutters[nth + 1];
    const matrix = "refused" in answer ? scoresMatrix(view, ramp) : mapMatrix(view, answer, item, nth, ramp);
    const place = { ...room, x: next.x + gutter, y: next.y };
    const titled = (/** @type {string} */ title) => placeMatrix({ ...matrix, title }, surface, place);
    const long = titled(matrix.title);
    const isShort = bars > 0 && surface.measure(matrix.title, 13, true) > long.layout.width;
    const title = isShort ? view.words.short[nth] : matrix.title;
    const placed = isShort ? titled(title) : long;
    const right = Math.max(placed.right, place.x + Math.ceil(surface.measure(title, 13, true)));
    next = narrow ? { x: 0, y: placed.bottom + 8 } : { x: right + bars + APART, y: 0 };
    const marks = "refused" in answer ? [] : movedMarks(view, answer, item, { ...placed, right }, surface);
    return { item, placed, marks };
  });
  const bottom = Math.max(mask.bottom, ...maps.map(({ placed }) => placed.bottom)) + 4;
  const caption = captionOf(maps[0].placed.layout, surface, surface.width);
  const legend = { x: 0, y: bottom, width: 120, room: surface.width };
  const isRead = !("refused" in answer);
  return {
    width: surface.width,
    height: Math.ceil(bottom + (isRead ? 24 : 0) + 18 * caption.length),
    marks: [
      ...mask.marks,
      ...maps.flatMap(({ placed, marks }) => [...placed.marks, ...marks]),
      ...(isRead ? legendMarks(surface, scaleOf([[1]], true), ramp, legend) : []),
      ...captionMarks(caption, surface, bottom + (isRead ? 22 : 0)),
    ],
    hit(x, y) {
      for (const { item, placed } of maps) {
        const index = placed.hit(x, y);
        if (index) return { item, query: index[0], key: index[1] };
      }
      const given = mask.hit(x, y);
      return given && items.includes(given[0]) && given[1] < length
        ? { item: given[0], query: at.query, key: given[1] }
        : null;
    },
  };
}

/** 0 for words, −∞ for padding. @param {BatchView} view @param {import("../../kit/draw/palette.js").Ramp} ramp */
function maskMatrix({ answer, at, words }, ramp) {
  const { padding } = answer.batch;
  const values = Float32Array.from(padding.data, (is) => (is ? -Infinity : 0));
  const shape = /** @type {[number, number]} */ (padding.shape);
  return {
    ...{ title: words.mask, axes: /** @type {[string, string]} */ (["B", "T_k"]), shape, values, ramp },
    ...{ scale: scaleOf([[1]], true), rows: words.rows, selection: { key: at.key } },
    focus: /** @type {[number, number]} */ ([at.item, at.key]),
  };
}

/**
 * @param {BatchView} view
 * @param {Read} read
 * @param {number} item
 * @param {number} nth index among the shown sentences
 * @param {import("../../kit/draw/palette.js").Ramp} ramp
 */
function mapMatrix({ answer, head, at, words }, read, item, nth, ramp) {
  const tokens = answer.batch.words[item];
  const values = mapOf(read, item, head);
  const one = tokens.length ** 2;
  const isHere = at.item === item;
  const focus = /** @type {[number, number]} */ ([at.query, at.key]);
  return {
    ...square(tokens, words.maps[nth], ramp),
    ...{ values, scale: scaleOf([[1]], true), focus, element: isHere ? focus : null },
    selection: isHere ? { token: at.query, key: at.key } : {},
    struck: (/** @type {readonly number[]} */ [query, key]) =>
      read.otherwise[item * one + query * tokens.length + key] === 1,
  };
}

/**
 * The row of the mask that each query of the scores reads; NaN for a query without a row.
 * @param {BatchView} view @param {import("../../kit/draw/palette.js").Ramp} ramp
 */
function scoresMatrix({ answer, at, words }, ramp) {
  const { padding, words: sentences } = answer.batch;
  const [rows, keys] = padding.shape;
  const tokens = sentences[0];
  const values = Float32Array.from({ length: tokens.length * keys }, (_, cell) =>
    cell < rows * keys ? (padding.data[cell] ? -Infinity : 0) : NaN,
  );
  const focus = /** @type {[number, number]} */ ([at.query, at.key]);
  return {
    ...square(tokens, words.scores, ramp),
    ...{ values, scale: scaleOf([[1]], true), focus, element: focus },
    selection: { token: at.query, key: at.key },
  };
}

/** @param {readonly string[]} tokens @param {string} title @param {import("../../kit/draw/palette.js").Ramp} ramp */
const square = (tokens, title, ramp) => ({
  ...{ title, ramp, rows: tokens, cols: tokens, axes: /** @type {[string, string]} */ (["T_q", "T_k"]) },
  shape: /** @type {[number, number]} */ ([tokens.length, tokens.length]),
});

/**
 * A bar per output row, as long as the row's error: in the tokens' colour for words, faint for padding.
 * @param {BatchView} view
 * @param {Read} read
 * @param {number} item
 * @param {import("../draw-matrix.js").Placed} placed
 * @param {Surface} surface
 * @returns {Mark[]}
 */
function movedMarks({ answer, words }, { moved }, item, { layout, right, cell }, { palette, measure }) {
  const { padding, lengths } = answer.batch;
  const [, length] = padding.shape;
  const { from, count } = layout.rows;
  const x = right + 12;
  const track = MOVED - 12 - 44;
  const most = Math.max(1e-30, ...moved.filter((value) => value < Infinity));
  const top = /** @type {{ y: number }} */ (cell(from, layout.cols.from)).y;
  const title = measure(words.moved, 13, true) <= MOVED - 12 ? words.moved : words.movedShort;
  return [
    text({ x, y: top - TITLE + 13, text: title, size: 13, bold: true, fill: palette.ink }),
    ...Array.from({ length: count }, (_, i) => {
      const row = from + i;
      const value = moved[item * length + row];
      const isWord = row < lengths[item];
      const isOff = isWord && value > 0;
      const fill = isOff ? palette.axis.T : palette.muted;
      const y = top + i * layout.ch;
      const thick = Math.max(2, Math.min(8, layout.ch - 4));
      const long = value > 0 ? Math.max(1.5, (track * value) / most) : 0;
      return [
        ...(long && value < Infinity
          ? [rect({ x, y: y + (layout.ch - layout.gap - thick) / 2, w: long, h: thick, radius: 2, fill })]
          : []),
        ...(layout.ch >= 12
          ? [
              text({
                ...{ x: x + long + (long ? 6 : 0), y: y + layout.ch / 2 + 4, fill, bold: isOff },
                text: value ? formatNumber(value, 2) : "0",
              }),
            ]
          : []),
      ];
    }).flat(),
  ];
}
