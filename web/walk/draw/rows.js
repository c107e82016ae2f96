import { namesOfHeads } from "../../kit/text/head-names.js";
import { SCENES } from "../../kit/text/scenes.js";
import { say } from "../../kit/text/words.js";
import { areWeights, sameQuantity } from "../../kit/state/quantity.js";
import { NOWHERE, groupSize, headOf, nearestIn, startAlong } from "../../kit/state/selection.js";
import { flatIndex } from "../../kit/state/memory.js";
import { decimals, number } from "../../kit/draw/legend.js";
import { path, rect, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { span } from "../../kit/draw/slices.js";
import { stageHeight } from "../../kit/draw/stage-height.js";
import { captionOf, placeStaged, stagedMarks } from "../../kit/draw/staged.js";
import { gutterFor, tokensAlong } from "../../kit/draw/token-words.js";
import { shorten, wordsDown } from "../../kit/draw/tensor-labels.js";

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
 * @property {number[]} values   one per shown key
 * @property {import("../../kit/draw/scale.js").Scale} scale
 * @property {(value: number) => string} written
 */

const BESIDE = 760; // px; on narrower stages the row stands below the maps
const GAP = 32;
const BAR = 58;
const NUMBER = 42;
const GUTTER = 12;
const TOP = 46; // px, height of the title and the names of the bars
const ROW = { least: 3, most: 24, word: 13 };

/** @param {StageView} view @param {Surface} surface @returns {import("./stage.js").StageScene} */
export function rowsScene(view, surface) {
  const row = selectedRow(view, surface);
  const beside = row !== null && surface.width >= BESIDE;
  const width = row ? gutterFor(row.keys, surface) + 2 * (BAR + NUMBER) + GUTTER : 0;
  const box = {
    x: 0,
    y: 0,
    w: surface.width - (beside ? width + GAP : 0),
    h: stageHeight(surface.width),
  };
  const maps = placeStaged(view, surface, view.step, "whole", box, { labelled: true });
  const scene = {
    width: surface.width,
    height: Math.ceil(maps.bottom),
    marks: stagedMarks(maps, surface),
    parts: [maps],
  };
  if (!row) return scene;
  const at = beside
    ? { x: surface.width - width, y: 0, h: stageHeight(surface.width) }
    : { x: 0, y: maps.bottom + 20, h: 360 };
  const drawn = rowMarks(view, row, surface, at);
  return {
    ...scene,
    height: Math.ceil(Math.max(scene.height, drawn.bottom)),
    marks: [...scene.marks, ...drawn.marks],
  };
}

/** The row of the selected token in the selected head; null without a selected token. @param {StageView} view @param {Surface} surface */
function selectedRow({ picture, step, selection }, surface) {
  if (selection.token === null) return null;
  const group = groupSize(picture.steps);
  const at = nearestIn(step, selection, picture.steps);
  const [queries, keys] = [-2, -1].map((axis) =>
    tokensAlong(/** @type {string} */ (step.axes.at(axis)), picture.settings),
  );
  const head = headOf(step.axes, at, group);
  return {
    at,
    keys,
    title: say(SCENES, surface).row({
      token: shorten(queries[Number(at.at(-2))]),
      head: head === null ? null : namesOfHeads(picture, surface).full(head),
    }),
  };
}

/**
 * Bars of the shown keys, before and after the step. Attention without a layer has no step before.
 * @param {StageView} view @param {number[]} at @param {import("../../kit/draw/slices.js").Span} keys @returns {Bars[]}
 */
function barsOf({ picture, step }, at, keys) {
  const steps = [...step.inputs.slice(0, 1).map((id) => /** @type {Step} */ (picture.step(id))), step];
  const tensors = steps.map(({ id }) => picture.values(id));
  const [before] = steps;
  const same = sameQuantity(step, picture.steps).includes(before) || areWeights(before, picture.steps);
  return steps.map(({ id, shape }, i) => ({
    name: id,
    values: Array.from(
      { length: keys.count },
      (_, key) => tensors[i][flatIndex({ shape }, [...at.slice(0, -1), keys.from + key])],
    ),
    scale: scaleOf(same ? tensors : [tensors[i]], areWeights(steps[i], picture.steps)),
    written: (value) =>
      isFinite(value) && Math.abs(value) < 100
        ? decimals(value, areWeights(steps[i], picture.steps) ? 3 : 1)
        : number(value, 2),
  }));
}

/** @param {StageView} view @param {NonNullable<ReturnType<typeof selectedRow>>} row @param {Surface} surface @param {{ x: number, y: number, h: number }} at */
function rowMarks(view, { at: index, keys, title }, surface, at) {
  const { palette } = surface;
  const most = Math.floor((at.h - TOP) / ROW.least);
  const { step, selection, held = selection, panned = NOWHERE } = view;
  const last = step.axes.length - 1;
  const start = startAlong(step.axes[last], panned);
  const shown = span(step.axes, step.shape, nearestIn(step, held, view.picture.steps), last, most, start);
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
    text({ x, y: y - 10, text: measure(name) > wide + NUMBER ? shorten(name) : name, fill: palette.muted }),
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
            text: written(value),
            fill: palette.muted,
            align: "end",
          }),
        )
      : []),
  ];
}
