import { snap } from "../../kit/draw/grid.js";
import { legendMarks } from "../../kit/draw/legend.js";
import { cells, rect, text } from "../../kit/draw/marks.js";
import { legibleOn } from "../../kit/draw/palette.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { wordsBelow } from "./maps.js";

/**
 * The weight of all heads of a layer together from one query on each piece: a row a layer, a column a piece.
 *
 * @typedef {object} LayerSums
 * @property {readonly Float32Array[]} rows  by layer: the sums on each piece, (T)
 * @property {number} [arrived]  layers that have arrived; all if left out
 * @property {readonly string[]} words
 * @property {number} heads    of a layer: the largest sum
 * @property {number} seen     pieces that the query sees; later ones are masked
 * @property {number | null} marked  a piece
 * @property {string} colormap
 * @property {(layer: number) => string} layerName
 *
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/marks.js").Scene & { hit: (x: number, y: number) => number | null }} LayerSumsScene
 */

const CELL = { least: 2, most: 44, high: 24, low: 12, numbered: 30 }; // px
const HIGH = 320; // px
const BELOW = 92; // px for words below
const LEGEND = 22; // px
const NUMBERS = 38; // px for a column of numbers

/** @param {LayerSums} of @param {Surface} surface @returns {LayerSumsScene} */
export function layerSumsScene(of, surface) {
  const { rows, arrived = rows.length, words, heads, seen, marked, colormap, layerName } = of;
  const { palette, measure, width } = surface;
  const count = words.length;
  const x = Math.ceil(measure(layerName(rows.length - 1), 12.5)) + 12;
  const cw = snap(Math.max(CELL.least, Math.min(CELL.most, (width - x - 4) / count)));
  const ch = Math.max(CELL.low, Math.min(CELL.high, Math.floor(HIGH / rows.length)));
  const ramp = palette.colormap(colormap);
  const scale = scaleOf([Float32Array.of(heads)], true);
  const rgba = Uint32Array.from(
    { length: rows.length * count },
    (_, i) => ramp[scale.index(rows[Math.floor(i / count)][i % count])],
  );
  const size = rows.length * ch;
  const at = { x, cw, ch };
  const numbered = cw >= CELL.numbered && ch >= 16;
  const missing = { x, y: arrived * ch, w: count * cw - 1, h: size - arrived * ch - 1 };
  const hidden = { x: x + seen * cw, y: 0, w: (count - seen) * cw - 1, h: size - 1 };
  return {
    width,
    height: size + BELOW + LEGEND,
    marks: [
      cells({ x, y: 0, rows: rows.length, cols: count, cw, ch, gap: cw < 7 ? 0.75 : 1, rgba }),
      ...(seen < count ? [rect({ ...hidden, fill: palette.hairline })] : []),
      ...(arrived < rows.length
        ? [rect({ ...missing, fill: palette.paper, stroke: palette.hairline, radius: 2 })]
        : []),
      ...layerMarks(rows, ch, (layer, y) =>
        text({ x: x - 8, y, text: layerName(layer), align: "end", fill: palette.muted }),
      ),
      ...(numbered ? numberMarks(rows.slice(0, arrived), seen, { ...at, rgba }) : []),
      ...wordsBelow(words, surface, { x, y: size + 10, cell: cw }),
      ...(marked === null ? [] : columnMarks(of, marked, surface, at, numbered || marked >= seen)),
      ...legendMarks(surface, scale, ramp, { x, y: size + BELOW, width: 96, room: width - x }),
    ],
    hit(across, down) {
      const key = Math.floor((across - x) / cw);
      return key >= 0 && key < count && down >= 0 && down < size ? key : null;
    },
  };
}

/**
 * A text for each row, or for as many rows as fit.
 * @param {LayerSums["rows"]} rows @param {number} ch @param {(layer: number, y: number) => import("../../kit/draw/marks.js").Mark} mark
 */
const layerMarks = (rows, ch, mark) =>
  rows.flatMap((_, layer) => (layer % Math.ceil(14 / ch) ? [] : mark(layer, (layer + 0.5) * ch + 4)));

/** @param {LayerSums["rows"]} rows @param {number} seen @param {{ x: number, cw: number, ch: number, rgba: Uint32Array }} at */
const numberMarks = (rows, seen, { x, cw, ch, rgba }) =>
  rows.flatMap((row, layer) =>
    Array.from(row.subarray(0, seen), (sum, key) =>
      text({
        ...{ x: x + (key + 0.5) * cw, y: (layer + 0.5) * ch + 4, align: "middle" },
        ...{ text: sum.toFixed(2), fill: legibleOn(rgba[layer * row.length + key]) },
      }),
    ),
  );

/**
 * A frame around a column. Its numbers are inside if they fit, else beside it.
 * @param {LayerSums} of @param {number} marked @param {Surface} surface @param {{ x: number, cw: number, ch: number }} at @param {boolean} plain
 */
function columnMarks({ rows, arrived = rows.length }, marked, { palette, width }, { x, cw, ch }, plain) {
  const [left, size] = [x + marked * cw, rows.length * ch];
  const frame = { y: -1, h: size + 1, stroke: palette.accent, line: 1.75, radius: 2 };
  const column = rect({ ...frame, x: left - 1, w: cw + 1 });
  if (plain) return [column];
  const beside = left + cw + NUMBERS < width ? left + cw : left - NUMBERS;
  return [
    rect({ ...frame, x: beside, w: NUMBERS - 1, fill: palette.card, line: 1 }),
    ...layerMarks(rows.slice(0, arrived), ch, (layer, y) =>
      text({
        x: beside + NUMBERS / 2,
        y,
        text: rows[layer][marked].toFixed(2),
        align: "middle",
        fill: palette.ink,
      }),
    ),
    column,
  ];
}
