import { patchMark } from "../../kit/draw/patch-mark.js";
import { legendMarks } from "../../kit/draw/legend.js";
import { cells, rect, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { mapOf } from "../../kit/state/head.js";
import { say } from "../../kit/text/words.js";
import { patchOf } from "../state/shown.js";
import { PATCHES } from "../words.js";

/** @typedef {import("../../kit/draw/marks.js").Mark} Mark */

const LEAST = 12; // px of a cell
const MOST = { cell: 26, side: 520 }; // px
const GUTTER = 56; // px for words beside rows
const BELOW = 46; // px below the columns: the caption and the legend

/**
 * A head's weights as a map whose rows and columns are labelled by the patches themselves. Shows the part around the selected cell that leaves
 * each cell large enough.
 * @param {import("../../kit/state/state.js").State} state @param {import("../../kit/draw/marks.js").Surface} surface
 * @param {import("../state/shown.js").Shown} shown
 * @returns {import("../../kit/draw/marks.js").Scene & { box: import("../../kit/draw/patches.js").Box, cellAt: (x: number, y: number) => { query: number, key: number } | null }}
 */
export function patchMapScene(state, surface, { picture, patches, of, isSquare }) {
  const { palette } = surface;
  const side = Math.min(MOST.side, surface.width - 2 - GUTTER);
  const window = (/** @type {number} */ at, /** @type {number} */ size) => {
    const count = Math.min(size, Math.floor(side / LEAST));
    return { from: Math.max(0, Math.min(size - count, Math.round(at - count / 2))), count };
  };
  const [rows, columns] = [window(of.query, of.queries), window(of.key, of.keys)];
  const cell = Math.min(MOST.cell, Math.floor(side / Math.max(rows.count, columns.count)));
  const box = { x: GUTTER, y: 1, w: columns.count * cell, h: rows.count * cell };
  const map = mapOf(of);
  const scale = scaleOf([map], true, true, state.look.log);
  const ramp = palette.colormap(picture.settings.colormap);
  const rgba = Uint32Array.from({ length: rows.count * columns.count }, (_, at) => {
    const [row, column] = [Math.floor(at / columns.count), at % columns.count];
    return ramp[scale.index(map[(rows.from + row) * of.keys + columns.from + column])];
  });
  const place = (/** @type {number} */ query, /** @type {number} */ key) => ({
    x: box.x + (key - columns.from) * cell,
    y: box.y + (query - rows.from) * cell,
  });
  /** @param {number} token @param {readonly string[]} words @param {boolean} below @param {boolean} chosen @returns {Mark[]} */
  const label = (token, words, below, chosen) => {
    const { x, y } = below ? place(rows.from, token) : place(token, columns.from);
    const at = below ? { x, y: box.y + box.h + 4 } : { x: box.x - cell - 4, y };
    const patch = below || isSquare ? patchOf(patches, token) : null;
    const size = { w: cell - 1, h: cell - 1 };
    const outline = chosen ? [rect({ ...at, ...size, stroke: palette.axis.T, line: 2 })] : [];
    if (patch !== null && patches.image)
      return [patchMark(patches.image, patches, patch, { ...at, ...size }), ...outline];
    if (patch !== null) return [rect({ ...at, ...size, fill: palette.hairline }), ...outline];
    const word = {
      text: shortenWord(words[token], 8),
      fill: chosen ? palette.axis.T : palette.muted,
      bold: chosen,
    };
    if (!below) return [text({ ...word, x: box.x - 4, y: y + cell / 2 + 4, align: "end" })];
    return [text({ ...word, x: x + cell / 2 + 4, y: at.y + 2, align: "end", turn: -90 })];
  };
  const along = (/** @type {{ from: number, count: number }} */ { from, count }) =>
    Array.from({ length: count }, (_, i) => from + i);
  const words = along(columns).some((key) => patchOf(patches, key) === null);
  const foot = box.y + box.h + Math.max(cell, words ? GUTTER : 0) + 8;
  const { x, y } = place(of.query, of.key);
  const to = ({ from = 0, count = 0 }) => ({ from, to: from + count - 1 });
  return {
    width: surface.width,
    height: foot + BELOW,
    marks: [
      cells({
        ...{ x: box.x, y: box.y, rows: rows.count, cols: columns.count },
        cw: cell,
        ch: cell,
        gap: 1,
        rgba,
      }),
      ...along(rows).flatMap((query) => label(query, of.tokens, false, query === of.query)),
      ...along(columns).flatMap((key) => label(key, of.keyTokens, true, key === of.key)),
      rect({ x: box.x - 1, y: y - 1, w: box.w + 1, h: cell + 1, stroke: palette.axis.T, line: 1.25 }),
      rect({ x: x - 1, y: y - 1, w: cell + 1, h: cell + 1, stroke: palette.accent, line: 2 }),
      text({
        ...{ x: 1, y: foot + 12, fill: palette.muted },
        text: say(PATCHES, surface).window({ ...to(rows), of: of.queries }, to(columns)),
      }),
      ...legendMarks(surface, scale, ramp, { x: 1, y: foot + 24, width: 120, room: surface.width }),
    ],
    box,
    cellAt: (x, y) => {
      const [row, column] = [Math.floor((y - box.y) / cell), Math.floor((x - box.x) / cell)];
      const isIn = row >= 0 && row < rows.count && column >= 0 && column < columns.count;
      return isIn ? { query: rows.from + row, key: columns.from + column } : null;
    },
  };
}
