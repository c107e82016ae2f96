import { areWeights, inputsOf, sameQuantity } from "../../kit/state/quantity.js";
import { NOWHERE, nearestIn, startAlong } from "../../kit/state/selection.js";
import { flatIndex } from "../../kit/state/memory.js";
import { decimals, formatNumber } from "../../kit/draw/legend.js";
import { path, rect, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { shownSpan } from "../../kit/draw/slices.js";
import { captionOf } from "../../kit/draw/staged.js";
import { gutterFor, tokensAlong } from "../../kit/draw/token-words.js";
import { shortenWord, wordsDown } from "../../kit/draw/tensor-labels.js";
import { mapsBeside } from "./maps-beside.js";
import { selectedIn } from "./selected.js";
import { shareSaid } from "../../kit/text/share.js";

/**
 * Steps that compute rows of attention from rows: a heat map per head, and the selected row before and after the step as bars, key by key. Both rows
 * share one scale if they show the same quantity.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("./stage.js").StageView} StageView
 *
 * @typedef {object} Bars
 * @property {string} name
 * @property {number[]} values   one per shown key; NaN for the sink in a row without a sink
 * @property {import("../../kit/draw/scale.js").Scale} scale
 * @property {(value: number) => string} written
 */

const BAR = 58;
const NUMBER = 50;
const GUTTER = 12;
const TOP = 46; // px, height of the title and the names of the bars
const ROW = { least: 3, most: 24, word: 13 };

/** @param {StageView} view @param {Surface} surface @returns {import("./stage.js").StageScene} */
export function rowsScene(view, surface) {
  const row = selectedRow(view, surface);
  return mapsBeside(
    view,
    surface,
    row && {
      width: gutterFor(row.keys, surface) + 2 * (BAR + NUMBER) + GUTTER,
      height: 360,
      draw: (at) => rowMarks(view, row, surface, at),
    },
  );
}

/**
 * The row of the selected token in the selected head, in the step or its input, whichever has more keys; null without a selected token.
 * @param {StageView} view @param {Surface} surface
 */
function selectedRow(view, surface) {
  const { picture, step, selection } = view;
  if (selection.token === null) return null;
  const [before = step] = inputsOf(step, picture.steps);
  const longer = keysIn(before) > keysIn(step) ? before : step;
  const keys = tokensAlong(/** @type {string} */ (longer.axes.at(-1)), picture.settings, surface);
  return { ...selectedIn(view, surface), keys, longer };
}

/** @param {Step} step */
const keysIn = ({ shape }) => Number(shape.at(-1));

/**
 * Bars of the shown keys, before and after the step. Attention without a layer has no step before.
 * @param {StageView} view @param {number[]} at @param {import("../../kit/draw/slices.js").Span} keys @returns {Bars[]}
 */
function barsOf({ picture, step }, at, keys) {
  const steps = [...step.inputs.slice(0, 1).map((id) => /** @type {Step} */ (picture.step(id))), step];
  const tensors = steps.map(({ id }) => picture.values(id));
  const [before] = steps;
  const same = sameQuantity(step, picture.steps).includes(before) || areWeights(before, picture.steps);
  return steps.map(({ id, shape }, i) => {
    const values = Array.from({ length: keys.count }, (_, n) => {
      const key = keys.from + n;
      return key < Number(shape.at(-1)) ? tensors[i][flatIndex({ shape }, [...at.slice(0, -1), key])] : NaN;
    });
    const digits = areWeights(steps[i], picture.steps) ? null : digitsOf(values);
    return {
      ...{ name: id, values },
      scale: scaleOf(same ? tensors : [tensors[i]], areWeights(steps[i], picture.steps)),
      written: (value) => {
        if (digits === null && value >= 0) return shareSaid(value, 3);
        return isFinite(value) && Math.abs(value) < 100
          ? decimals(value, digits ?? 3)
          : formatNumber(value, 2);
      },
    };
  });
}

/** Decimals of scores: as many as the largest needs. @param {readonly number[]} values */
function digitsOf(values) {
  const largest = Math.max(...values.filter(isFinite).map(Math.abs));
  if (largest >= 1) return 1;
  return largest >= 0.1 ? 2 : 3;
}

/** @param {StageView} view @param {NonNullable<ReturnType<typeof selectedRow>>} row @param {Surface} surface @param {{ x: number, y: number, h: number }} at */
function rowMarks(view, { at: index, keys, longer, title }, surface, at) {
  const { palette } = surface;
  const most = Math.floor((at.h - TOP) / ROW.least);
  const { selection, held = selection, panned = NOWHERE } = view;
  const last = longer.axes.length - 1;
  const start = startAlong(longer.axes[last], panned);
  const focus = nearestIn(longer, held, view.picture.steps);
  const shown = shownSpan(longer.axes, longer.shape, focus, last, most, start);
  const ch = Math.max(ROW.least, Math.min(ROW.most, Math.floor((at.h - TOP) / shown.count)));
  const gutter = gutterFor(keys, surface);
  const top = at.y + TOP;
  const wide = Math.min(BAR, (surface.width - at.x - gutter - 2 * NUMBER - GUTTER) / 2); // narrower on phones
  /** @type {Mark[]} */
  const marks = [text({ x: at.x, y: at.y + 12, size: 13, bold: true, text: title, fill: palette.ink })];
  const beside = { x: at.x + gutter - 8, y: top };
  marks.push(...wordsDown(surface, keys, { rows: shown, ch }, selection.key, beside));
  barsOf(view, index, shown).forEach((bars, i) =>
    marks.push(
      ...barMarks(bars, { x: at.x + gutter + i * (wide + NUMBER + GUTTER), y: top, ch, wide }, surface),
    ),
  );
  const bottom = top + shown.count * ch + 8;
  const cut = captionOf(
    { sliced: null, groups: null, rows: shown, cols: { ...shown, count: shown.of } },
    surface,
    surface.width - at.x,
  );
  if (shown.count < shown.of)
    marks.push(text({ x: at.x, y: bottom + 12, text: cut[0], fill: palette.muted }));
  return { marks, bottom: bottom + 18 };
}

/**
 * Bars from 0, with numbers if there is room.
 * @param {Bars} bars @param {{ x: number, y: number, ch: number, wide: number }} at @param {Surface} surface @returns {Mark[]}
 */
function barMarks({ name, values, scale, written }, { x, y, ch, wide }, { palette, measure }) {
  const place = (/** @type {number} */ value) => x + (wide * (value - scale.min)) / (scale.max - scale.min);
  const zero = place(Math.max(0, scale.min));
  const h = Math.max(1.5, Math.min(ch - 2, 12));
  const fits = ch >= ROW.word;
  return [
    text({
      x,
      y: y - 10,
      text: measure(name) > wide + NUMBER ? shortenWord(name) : name,
      fill: palette.muted,
    }),
    ...values.flatMap((value, i) => {
      if (!Number.isFinite(value)) return [];
      const end = place(value);
      return [
        rect({
          x: Math.min(zero, end),
          y: y + (i + 0.5) * ch - h / 2,
          w: Math.abs(end - zero),
          h,
          fill: palette.axis.H,
        }),
      ];
    }),
    path({ d: `M${zero} ${y - 2}V${y + values.length * ch + 2}`, stroke: palette.muted, line: 0.75 }),
    ...(fits
      ? values.map((value, i) =>
          text({
            x: x + wide + NUMBER,
            y: y + (i + 0.5) * ch + 4.5,
            text: Number.isNaN(value) ? "" : written(value),
            fill: palette.muted,
            align: "end",
          }),
        )
      : []),
  ];
}
