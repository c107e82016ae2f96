import { titleMarks, titleWidth } from "../../kit/draw/figure-title.js";
import { formatNumber } from "../../kit/draw/legend.js";
import { rect, shift, text } from "../../kit/draw/marks.js";
import { legibleOn, unpackColour } from "../../kit/draw/palette.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { shownSpan } from "../../kit/draw/slices.js";
import { axisMarks, shortenWord, wordsDown } from "../../kit/draw/tensor-labels.js";
import { cellMarks } from "../../kit/draw/tensor.js";
import { gutterFor, tokensAlong } from "../../kit/draw/token-words.js";
import { NOWHERE, nearestIn, startAlong } from "../../kit/state/selection.js";
import { SCENES } from "../../kit/text/scenes.js";
import { say } from "../../kit/text/words.js";
import { mapsBeside } from "./maps-beside.js";
import { matrixLayout } from "./product-layout.js";
import { placeFactor } from "./product-place.js";
import { productScene } from "./product.js";
import { selectedIn } from "./selected.js";

/**
 * A bias by distance: a heat map per head, and what is added to the scores of the selected head, with its numbers.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/stage-parts.js").StageView} StageView
 * @typedef {import("../../kit/draw/palette.js").Palette} Palette
 * @typedef {import("../../kit/draw/slices.js").Span} Span
 */

const CELL = { w: 56, h: 26, gap: 1 };
const MOST = { across: 5, down: 8 };
const DIGITS = 3;
const FEW = { below: 0.1, digits: 2 }; // leading zeros take the room of digits
const TOP = 46; // px, height of the title and the slope
const WORDS = 20; // px, height of the words above the columns

/** @param {StageView} view @param {Surface} surface */
export function biasScene(view, surface) {
  const { step, picture } = view;
  const rows = tokensAlong(/** @type {string} */ (step.axes.at(-2)), picture.settings, surface);
  const gutter = gutterFor(rows, surface);
  return mapsBeside(view, surface, {
    width: gutter + MOST.across * CELL.w,
    height: TOP + WORDS + MOST.down * CELL.h,
    draw: ({ x, y }) => addedMarks(view, surface, x, y, gutter),
  });
}

/** @param {StageView} view @param {Surface} surface @param {number} left @param {number} top @param {number} gutter */
function addedMarks(view, surface, left, top, gutter) {
  const { palette } = surface;
  const { step, picture, selection, held = selection, panned = NOWHERE } = view;
  const head = selectedIn(view, surface).head ?? 0;
  const words = say(SCENES, surface);
  const slope = /** @type {number[]} */ (step.attributes.factors)[head];
  const focus = nearestIn(step, held, picture.steps);
  const [rows, cols] = [-2, -1].map((axis) => {
    const place = step.axes.length + axis;
    const most = axis === -2 ? MOST.down : MOST.across;
    return shownSpan(step.axes, step.shape, focus, place, most, startAlong(step.axes[place], panned));
  });
  const [queries, keys] = [-2, -1].map((axis) =>
    tokensAlong(/** @type {string} */ (step.axes.at(axis)), picture.settings, surface),
  );
  const cells = { rows, cols, x: left + gutter, y: top + TOP + WORDS };
  const scale = scaleOf([[slope * Math.max(keys.length, queries.length)]], false);
  const added = (/** @type {number} */ i, /** @type {number} */ j) =>
    -slope * Math.abs(Number(step.attributes.first) + i - j);
  return {
    marks: [
      text({ x: left, y: top + 12, size: 13, bold: true, text: words.addedIn(head), fill: palette.ink }),
      text({ x: left, y: top + 31, text: words.slope(formatNumber(slope, 6)), fill: palette.muted }),
      ...keyMarks(cells, keys, selection.key, palette),
      ...wordsDown(surface, queries, { rows, ch: CELL.h }, selection.token, { x: cells.x - 8, y: cells.y }),
      ...indicesIn(rows).flatMap((i) =>
        indicesIn(cols).flatMap((j) => biasCellMarks(cells, i, j, added(i, j), scale, palette)),
      ),
      ...outline(cells, selection.token, palette),
    ],
    bottom: cells.y + rows.count * CELL.h + 8,
  };
}

/** The shown cells, with their top left corner. @typedef {{ rows: Span, cols: Span, x: number, y: number }} Shown */

/** @param {Span} span */
const indicesIn = ({ from, count }) => Array.from({ length: count }, (_, i) => from + i);

/** Words of the keys above the columns. @param {Shown} cells @param {readonly string[]} keys @param {number | null} chosen @param {Palette} palette */
const keyMarks = ({ cols, x, y }, keys, chosen, palette) =>
  indicesIn(cols).map((j) =>
    text({
      ...{ x: x + (j - cols.from + 0.5) * CELL.w, y: y - 7, align: "middle", text: shortenWord(keys[j], 6) },
      ...{ bold: j === chosen, fill: j === chosen ? palette.axis.T : palette.muted },
    }),
  );

/**
 * A cell with its number.
 * @param {Shown} cells @param {number} i @param {number} j @param {number} value @param {import("../../kit/draw/scale.js").Scale} scale
 * @param {Palette} palette @returns {Mark[]}
 */
function biasCellMarks(cells, i, j, value, scale, palette) {
  const [x, y] = [cells.x + (j - cells.cols.from) * CELL.w, cells.y + (i - cells.rows.from) * CELL.h];
  const colour = palette.scores[scale.index(value)];
  const [w, h] = [CELL.w - CELL.gap, CELL.h - CELL.gap];
  return [
    rect({ x, y, w, h, radius: 1, fill: unpackColour(colour) }),
    text({
      ...{ x: x + CELL.w / 2, y: y + CELL.h / 2 + 4, align: "middle", fill: legibleOn(colour) },
      text: formatNumber(value, Math.abs(value) < FEW.below ? FEW.digits : DIGITS),
    }),
  ];
}

/** A frame around the selected row. @param {Shown} cells @param {number | null} token @param {Palette} palette @returns {Mark[]} */
function outline({ rows, cols, x, y }, token, palette) {
  if (token === null || token < rows.from || token >= rows.from + rows.count) return [];
  const top = y + (token - rows.from) * CELL.h;
  const box = { x: x - 1, y: top - 1, w: cols.count * CELL.w + 1, h: CELL.h + 1 };
  return [rect({ ...box, radius: 2, stroke: palette.axis.T, line: 1.5 })];
}

/**
 * A projection with a bias. The bias, which is added to each row of the product, is drawn as a row between the matrix and the result, with aligned
 * columns.
 *
 * @typedef {import("./product-place.js").Arranged} Arranged
 * @typedef {import("./product-place.js").Placed} Placed
 * @typedef {import("../../core/types.js").WeightName} WeightName
 */

const ROW = { above: 16, height: 14 }; // px

/** @param {StageView} view @param {Surface} surface @returns {import("./stage.js").StageScene} */
export function biasProductScene(view, surface) {
  const { arranged, ...scene } = productScene(view, surface, ROW.above + ROW.height);
  const bias = placeBias(view, arranged);
  return {
    ...scene,
    marks: [...scene.marks, ...biasMarks(bias, arranged, surface)],
    parts: [...scene.parts, bias.part],
  };
}

/**
 * Lays out the bias row. It has the product's colour scale, because both have the same units.
 * @param {StageView} view @param {Arranged} arranged @returns {Placed}
 */
function placeBias(view, { right, result, fit }) {
  const { name, values } = biasOf(view);
  const { axes, shape, at, focus, colouring, heads } = result.factor;
  const ofColumn = (/** @type {readonly number[]} */ index) => [...at.slice(0, -1), index[1]];
  const hues = heads && ((/** @type {readonly number[]} */ index) => heads(ofColumn(index)));
  const last = (/** @type {readonly any[]} */ all, /** @type {any} */ first) => [first, all.at(-1)];
  const factor = {
    ...{ name, step: null, axes: last(axes, ""), shape: last(shape, 1), at: last(at, 0) },
    ...{
      focus: last(focus, 0),
      selected: { row: false, column: result.factor.selected.column },
      heads: hues,
    },
    colouring: {
      ...colouring,
      values,
      swatch: hues,
      ramp: (/** @type {readonly number[]} */ index) => colouring.ramp(ofColumn(index)),
    },
  };
  const rows = { axis: "", from: 0, count: 1, of: 1 };
  const layout = matrixLayout(factor, [rows, fit.cols], fit.cw, ROW.height);
  const y = right.part.y + right.part.tensor.layout.height + ROW.above;
  return placeFactor(view, factor, result.factor, { role: "before", x: right.part.x, y }, layout, [
    null,
    null,
  ]);
}

/** @param {Placed} bias @param {Arranged} arranged @param {Surface} surface */
function biasMarks({ factor, part: { tensor, x, y } }, { fit }, surface) {
  const { name, selected, at } = factor;
  const [axes, shape] = [[factor.axes[1]], [factor.shape[1]]];
  const added = `+ ${name}`;
  const start = x - 14 - titleWidth(surface, "", added, shape);
  const column = at[1] - fit.cols.from;
  const isShown = selected.column && column >= 0 && column < fit.cols.count;
  const around = { x: x + column * fit.cw - 1, y: y - 1, w: fit.cw + 1, h: ROW.height + 1, radius: 2 };
  return [
    ...titleMarks(surface, "", added, axes, shape, { x: Math.max(0, start), y: y + 11.5 }),
    ...[...cellMarks(tensor, surface, tensor.layout.slices[0]), ...axisMarks(tensor, surface)].map((mark) =>
      shift(mark, x, y),
    ),
    ...(isShown ? [rect({ ...around, stroke: surface.palette.ink, line: 1.75 })] : []),
  ];
}

/** Joined biases, cached because every drawing needs them. @type {WeakMap<object, Float32Array>} */
const joined = new WeakMap();

/** The bias of a step; several biases are joined side by side, like their matrices. @param {StageView} view */
function biasOf({ picture, step }) {
  const names = /** @type {WeightName[]} */ (step.weights).filter((name) => name.startsWith("b"));
  const each = names.map((name) => picture.weight(name).data);
  const values = joined.get(each[0]) ?? Float32Array.from(each.flatMap((data) => [...data]));
  joined.set(each[0], values);
  return { name: names.map((name) => name.replace("b", "b_")).join(" "), values };
}
