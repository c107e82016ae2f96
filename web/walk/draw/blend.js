import { SCENES } from "../../kit/text/scenes.js";
import { say } from "../../kit/text/words.js";
import { flatIndex } from "../../kit/state/memory.js";
import { rect, shift, text } from "../../kit/draw/marks.js";
import { fade } from "../../kit/draw/palette.js";
import { gutterFor, tokensAlong } from "../../kit/draw/token-words.js";
import { shortenWord, wordsDown } from "../../kit/draw/tensor-labels.js";
import { cellMarks } from "../../kit/draw/tensor.js";
import { shareSaid } from "../../kit/text/share.js";

/**
 * The selected row of a product of weights and values as a blend: the value rows, each faded to its weight, and their sum.
 *
 * @typedef {import("./product-place.js").Arranged} Arranged
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 */

const BAR = 56; // px for a weight of 1
const NUMBER = 46;
const GAP = 10;

/** @param {import("./stage.js").StageView} view @param {Arranged} arranged @param {import("../../kit/draw/marks.js").Surface} surface */
export const blendWidth = (view, { left, fit }, surface) =>
  gutterFor(keysOf(view, left), surface) + BAR + NUMBER + GAP + fit.cols.count * fit.cw + 2;

/** The words along the keys. @param {import("./stage.js").StageView} view @param {Arranged["left"]} left */
const keysOf = ({ picture }, { factor }) =>
  tokensAlong(/** @type {string} */ (factor.axes.at(-1)), picture.settings);

/**
 * @param {import("./stage.js").StageView} view
 * @param {Arranged} arranged
 * @param {import("../../kit/draw/marks.js").Surface} surface
 * @param {{ x: number, y: number, sum: number | null }} at  corner of the first value row, and start of the result's rows, beside which the
 * blend stands
 * @returns {{ marks: Mark[], bottom: number }}
 */
export function blendMarks(view, { left, right, result, fit }, surface, at) {
  const { palette } = surface;
  const said = say(SCENES, surface);
  const { factor } = left;
  const row = Number(factor.at.at(-2));
  const queries = tokensAlong(/** @type {string} */ (factor.axes.at(-2)), view.picture.settings);
  const keys = keysOf(view, left);
  const gutter = gutterFor(keys, surface);
  const ch = at.sum === null ? Math.max(fit.down, 14) : fit.down;
  const bars = at.x + gutter;
  const rows = bars + BAR + NUMBER + GAP;
  const cw = Math.min(fit.cw, (surface.width - rows - 2) / fit.cols.count);
  const sum = at.sum === null ? at.y + fit.shared.count * ch + 12 : at.sum + (row - fit.rows.from) * fit.ch;
  const weights = Array.from({ length: fit.shared.count }, (_, i) => {
    const index = [...factor.at.slice(0, -1), fit.shared.from + i];
    return factor.colouring.values[flatIndex(factor, index)];
  });
  const name = shortenWord(queries[row]);
  const faded = matrix(right, { rows: fit.shared, cw, ch }, surface, { x: rows, y: at.y }, (color, i) =>
    fade(color, palette, Math.min(1, Math.max(0, weights[i]))),
  );
  const made = matrix(
    result,
    { rows: { ...fit.rows, from: row, count: 1 }, cw, ch: fit.ch },
    surface,
    { x: rows, y: sum },
    (color) => color,
  );
  const width = fit.cols.count * cw;
  return {
    bottom: sum + fit.ch + 8,
    marks: [
      text({ x: bars, y: at.y - 10, size: 13, bold: true, text: said.blend(name), fill: palette.ink }),
      ...weights.flatMap((weight, i) => weightMarks(weight, { x: bars, y: at.y + i * ch, ch }, palette)),
      ...wordsDown(surface, keys, { rows: fit.shared, ch }, null, { x: bars - 8, y: at.y }),
      ...faded,
      ...made,
      rect({
        x: rows - 1,
        y: sum - 1,
        w: width + 1,
        h: fit.ch + 1,
        stroke: palette.axis.T,
        line: 1.25,
        radius: 2,
      }),
      text({ x: rows - GAP, y: sum + fit.ch / 2 + 4.5, text: said.sum, fill: palette.muted, align: "end" }),
    ],
  };
}

/**
 * A bar from 0 to 1, with the number if there is room.
 * @param {number} weight
 * @param {{ x: number, y: number, ch: number }} at
 * @param {import("../../kit/draw/palette.js").Palette} palette
 * @returns {Mark[]}
 */
function weightMarks(weight, { x, y, ch }, palette) {
  const h = Math.max(1, Math.min(ch - 3, 10));
  const w = BAR * Math.min(1, Math.max(0, weight));
  const label = { x: x + BAR + NUMBER, y: y + ch / 2 + 4.5, text: shareSaid(weight), fill: palette.muted };
  return [
    rect({ x, y: y + (ch - h) / 2, w, h, fill: palette.axis.H }),
    ...(ch >= 10 ? [text({ ...label, align: "end" })] : []),
  ];
}

/**
 * Draws some rows of a matrix again at another place, with changed colours.
 * @param {import("./product-place.js").Placed} placed
 * @param {{ rows: import("../../kit/draw/slices.js").Span, cw: number, ch: number }} which
 * @param {import("../../kit/draw/marks.js").Surface} surface
 * @param {{ x: number, y: number }} at
 * @param {(color: number, row: number) => number} change
 * @returns {Mark[]}
 */
function matrix({ part: { tensor } }, { rows, cw, ch }, surface, { x, y }, change) {
  const layout = { ...tensor.layout, rows, cw, ch };
  const [slice] = layout.slices;
  return cellMarks({ ...tensor, layout, format: undefined }, surface, slice).map((mark) => {
    const moved = shift(mark, x, y);
    if (moved.kind !== "cells") return moved;
    return { ...moved, rgba: moved.rgba.map((color, i) => change(color, Math.floor(i / moved.cols))) };
  });
}
