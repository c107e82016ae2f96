import { cells, rect, text } from "../../kit/draw/marks.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { endingOf } from "../state/opening.js";

/**
 * The attention map of the head: a row for each query word, a column for each key word.
 *
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {{ query: number, key: number }} Cell
 */

const CELL = { least: 14, most: 24 }; // px
const GUTTER = 8; // px between labels and cells
const LETTERS = 12.5;

/**
 * @param {import("../state/opening.js").Opening} opening
 * @param {import("./sentence.js").Moment} moment
 * @param {Surface} surface
 * @param {{ asks?: number, cell?: Cell | null }} [marked] the framed row, and the framed cell
 * @returns {import("../../kit/draw/marks.js").Scene & { cellAt: (x: number, y: number) => Cell | null }}
 */
export function mapScene(
  opening,
  { before, after, t },
  { width, palette, measure },
  { asks: from = opening.from, cell: marked = null } = {},
) {
  const { endings } = opening;
  const [old, now] = [endings[before], endings[after]];
  const { tokens, to } = endingOf(t < 0.5 ? old : now, from);
  const labels = tokens.map((word) => shortenWord(word, 12));
  const all = endings.flatMap((ending) => ending.tokens);
  const gutter = Math.ceil(Math.max(...all.map((word) => measure(word, LETTERS, true)))) + GUTTER;
  const count = tokens.length;
  const cell = Math.max(CELL.least, Math.min(CELL.most, Math.floor((width - gutter) / count)));
  const size = cell * count;
  const rgba = Uint32Array.from(now.weights, (weight, i) => {
    const shown = old.weights[i] + (weight - old.weights[i]) * t;
    return palette.attention[Math.min(255, Math.round(255 * shown))];
  });
  const label = { size: LETTERS, fill: palette.muted };
  return {
    width,
    height: size + gutter + 2,
    cellAt(x, y) {
      const [query, key] = [Math.floor(y / cell), Math.floor((x - gutter) / cell)];
      return [query, key].every((at) => at >= 0 && at < count) ? { query, key } : null;
    },
    marks: [
      cells({ x: gutter, y: 0, rows: count, cols: count, cw: cell, ch: cell, gap: 1, rgba }),
      rect({
        ...{ x: gutter - 1, y: from * cell - 1, w: size + 1, h: cell + 1, radius: 2 },
        ...{ stroke: palette.axis.T, line: 1.5 },
      }),
      ...(marked
        ? [
            rect({
              ...{ x: gutter + marked.key * cell - 1, y: marked.query * cell - 1, w: cell + 1, h: cell + 1 },
              ...{ radius: 2, stroke: palette.ink, line: 1.5 },
            }),
          ]
        : []),
      ...labels.flatMap((word, i) => [
        text({
          ...{ ...label, x: gutter - GUTTER, y: (i + 0.5) * cell + 4, text: word, align: "end" },
          ...(i === from && { fill: palette.axis.T, bold: true }),
        }),
        text({
          ...{
            ...label,
            x: gutter + (i + 0.5) * cell + 4,
            y: size + GUTTER,
            text: word,
            align: "end",
            turn: -90,
          },
          ...(i === to && { fill: palette.ink, bold: true }),
        }),
      ]),
    ],
  };
}
