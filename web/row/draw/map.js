import { cells, rect, text } from "../../kit/draw/marks.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { say } from "../../kit/text/words.js";
import { ROW } from "../words.js";
import { RIGHT } from "./columns.js";

/**
 * All rows of a head, and all heads of a layer.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Scene} Scene
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} Shown
 * @property {ArrayLike<number>} weights  (T_q, T_k)
 * @property {readonly string[]} words    of the queries
 * @property {readonly string[]} keys     words of the keys
 * @property {number} query               row in the frame
 */

const LETTERS = 12.5;
const ROWS = { least: 18, most: 34, all: 420 }; // px
const GUTTER = 8;
const LEGIBLE = 16; // px of a cell, from which on the words of the keys stand below it
const TITLE = 44; // px for the name of a head, and where it looks

/** @param {ArrayLike<number>} row @param {import("../../kit/draw/palette.js").Palette} palette */
const colours = (row, { attention }) =>
  Uint32Array.from(row, (weight) => attention[Math.min(255, Math.max(0, Math.round(255 * weight)))]);

/** Rows of a map with the columns of the moves. The rows unfold from the one that asks. @param {Shown & { unfolded: number }} shown  unfolded: 0 to 1 @param {Surface} surface @returns {Scene} */
export function wideMapScene({ weights, words, keys, query, unfolded }, surface) {
  const { palette, width } = surface;
  const pitch = (width - RIGHT) / keys.length;
  const ch = Math.max(ROWS.least, Math.min(ROWS.most, Math.floor(ROWS.all / words.length)));
  const top = (/** @type {number} */ row) => 22 + ch * (query + (row - query) * unfolded);
  const of = (/** @type {number} */ row) =>
    Array.from({ length: keys.length }, (_, key) => weights[row * keys.length + key]);
  const order = words.map((_, row) => row).sort((a, b) => Math.abs(b - query) - Math.abs(a - query));
  return {
    ...{ width, height: 26 + ch * words.length },
    marks: [
      text({
        x: width - RIGHT + 10,
        y: 14,
        text: say(ROW, surface).looker,
        size: LETTERS,
        fill: palette.muted,
      }),
      ...order.flatMap((row) => [
        cells({
          ...{ x: 0, y: top(row), rows: 1, cols: keys.length, cw: pitch, ch, gap: 2 },
          rgba: colours(of(row), palette),
        }),
        ...(unfolded < 1 && row !== query
          ? []
          : [
              text({
                ...{
                  x: width - RIGHT + 10,
                  y: top(row) + ch / 2 + 3.5,
                  text: shortenWord(words[row], 11),
                  size: LETTERS,
                },
                ...{ bold: row === query, fill: row === query ? palette.axis.T : palette.muted },
              }),
            ]),
      ]),
      rect({
        ...{
          x: -1,
          y: top(query) - 1,
          w: width - RIGHT,
          h: ch,
          radius: 2,
          stroke: palette.axis.T,
          line: 1.5,
        },
      }),
    ],
  };
}

/** A square map with its words, for narrow figures. @param {Shown} shown @param {Surface} surface @returns {Scene} */
export function squareMapScene({ weights, words, keys, query }, surface) {
  const { palette, width, measure } = surface;
  const gutter =
    Math.ceil(Math.max(...[...words, ...keys].map((word) => measure(shortenWord(word, 10), LETTERS, true)))) +
    GUTTER;
  const cell = Math.max(4, Math.min(26, Math.floor((width - gutter) / keys.length)));
  const [w, h] = [cell * keys.length, cell * words.length];
  const label = {
    size: Math.min(LETTERS, Math.max(11, cell)),
    fill: palette.muted,
    align: /** @type {const} */ ("end"),
  };
  const isLegible = cell >= 11;
  return {
    ...{ width, height: h + gutter + 4 },
    marks: [
      cells({
        x: gutter,
        y: 0,
        rows: words.length,
        cols: keys.length,
        cw: cell,
        ch: cell,
        gap: cell > 6 ? 1 : 0,
        rgba: colours(weights, palette),
      }),
      rect({
        x: gutter - 1,
        y: query * cell - 1,
        w: w + 1,
        h: cell + 1,
        radius: 2,
        stroke: palette.axis.T,
        line: 1.5,
      }),
      ...(isLegible
        ? words.map((word, row) =>
            text({
              ...{ ...label, x: gutter - GUTTER, y: (row + 0.5) * cell + 4, text: shortenWord(word, 10) },
              ...(row === query && { bold: true, fill: palette.axis.T }),
            }),
          )
        : []),
      ...(isLegible
        ? keys.map((word, key) =>
            text({
              ...label,
              x: gutter + (key + 0.5) * cell + 4,
              y: h + GUTTER,
              text: shortenWord(word, 10),
              turn: -90,
            }),
          )
        : []),
    ],
  };
}

/** Places of the heads' maps. @param {number} heads @param {number} width */
export function placesOfHeads(heads, width) {
  const columns = Math.max(1, Math.min(heads, Math.floor(width / 190)));
  const across = width < 380 && heads > 1 ? 2 : columns;
  const pitch = width / across;
  return { across, pitch, size: Math.min(300, pitch - 20), rows: Math.ceil(heads / across) };
}

/** @param {{ heads: readonly { name: string, looks: string, weights: ArrayLike<number> }[], selected: number, query: number, keys: readonly string[], queries: number }} shown  keys: their words @param {Surface} surface @returns {Scene} */
export function headsScene({ heads, selected, query, keys, queries }, surface) {
  const { palette, width, measure } = surface;
  const { across, pitch, size, rows } = placesOfHeads(heads.length, width);
  const cell = size / Math.max(keys.length, queries);
  const names =
    cell >= LEGIBLE
      ? GUTTER + Math.ceil(Math.max(...keys.map((word) => measure(shortenWord(word, 10), LETTERS))))
      : 0;
  const down = cell * queries + TITLE + 14 + names;
  return {
    ...{ width, height: rows * down },
    marks: heads.flatMap(({ name, looks, weights }, head) => {
      const [x, y] = [(head % across) * pitch + 2, Math.floor(head / across) * down + TITLE];
      const isSelected = head === selected;
      return [
        text({
          ...{ x, y: y - 26, text: name, size: 13 },
          ...{ bold: isSelected, fill: isSelected ? palette.ink : palette.muted },
        }),
        text({ x, y: y - 9, text: looks, size: LETTERS, fill: palette.muted }),
        cells({
          x,
          y,
          rows: queries,
          cols: keys.length,
          cw: cell,
          ch: cell,
          gap: cell > 6 ? 1 : 0,
          rgba: colours(weights, palette),
        }),
        rect({
          x: x - 1,
          y: y + query * cell - 1,
          w: keys.length * cell + 1,
          h: cell + 1,
          radius: 2,
          stroke: palette.axis.T,
          line: 1.5,
        }),
        rect({
          x: x - 4,
          y: y - 4,
          w: keys.length * cell + 7,
          h: queries * cell + 7,
          radius: 4,
          stroke: isSelected ? palette.ink : palette.hairline,
          line: 1.25,
        }),
        ...(names
          ? keys.map((word, key) =>
              text({
                ...{
                  x: x + (key + 0.5) * cell + 4,
                  y: y + queries * cell + GUTTER + 2,
                  turn: -90,
                  align: "end",
                },
                ...{ text: shortenWord(word, 10), size: LETTERS, fill: palette.muted },
              }),
            )
          : []),
      ];
    }),
  };
}
