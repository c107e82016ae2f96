import { namesOfHeads } from "../../kit/text/head-names.js";
import { SCENES } from "../../kit/text/scenes.js";
import { say } from "../../kit/text/words.js";
import { attentionIn } from "../../kit/state/quantity.js";
import { nearestIn, startAlong } from "../../kit/state/selection.js";
import { askOnce } from "../../kit/state/cached.js";
import { legendMarks } from "../../kit/draw/legend.js";
import { shift, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { layoutTensor } from "../../kit/draw/slices.js";
import { captionOf } from "../../kit/draw/staged.js";
import { gutterFor, tokensAlong } from "../../kit/draw/token-words.js";
import { tensorMarks } from "../../kit/draw/tensor.js";

/**
 * Heads side by side, then their mean, and the difference of the first from the others.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/stage-parts.js").StageView} StageView
 */

const HIGH = 330; // px
const FOOT = 34;

/** @param {StageView} view @param {readonly number[]} heads two or more @param {import("../../kit/draw/marks.js").Surface} surface @returns {import("../../kit/draw/marks.js").Scene & { tensor: import("../../kit/draw/tensor.js").TensorPicture, x: number, y: number, means: (index: readonly number[]) => number[] }} */
export function sideBySideScene(view, heads, surface) {
  const { picture, selection, held = selection, panned = {}, look } = view;
  const step = attentionIn(picture);
  const [, all, queries, keys] = step.shape;
  const values = askOnce(picture, `picked ${heads}`, () => side(picture, heads, all, queries * keys));
  const shape = [1, heads.length + 2, queries, keys];
  const [rows, cols] = ["T_q", "T_k"].map((axis) => tokensAlong(axis, picture.settings));
  const left = gutterFor(rows, surface);
  const room = {
    width: surface.width - left - 2,
    height: HIGH,
    title: 26,
    square: true,
    maxCell: 40,
    slices: Infinity,
    least: 84,
  };
  const focus = nearestIn(step, held, picture.steps);
  const layout = layoutTensor(
    step.axes,
    shape,
    room,
    [0, 0, focus[2], focus[3]], // index in the sentence's own batch of one
    step.axes.map((axis) => startAlong(axis, panned)),
  );
  const cells = queries * keys;
  const of = (/** @type {number} */ slice) => values.subarray(slice * cells, (slice + 1) * cells);
  const last = heads.length + 1;
  const shares = scaleOf(
    Array.from({ length: last }, (_, i) => of(i)),
    true,
    look?.each,
    look?.log,
  );
  const apart = scaleOf([of(last)], false);
  const ramp = shares.min < 0 ? surface.palette.scores : surface.palette.colormap(picture.settings.colormap);
  /** @type {import("../../kit/draw/tensor.js").TensorPicture} */
  const tensor = {
    layout,
    values,
    scale: shares,
    scaleIn: ({ index }) => (index[1] === last ? apart : shares),
    ramp: (index) => (index[1] === last ? surface.palette.scores : ramp),
    named: ({ index }) => nameOfSlice(index[1], heads, namesOfHeads(picture, surface), surface),
    selection: { ...selection, head: null },
    group: 1,
    element: null,
    rowLabels: rows,
    colLabels: cols,
  };
  const said = say(SCENES, surface);
  const bottom = layout.height + gutterFor(cols, surface);
  const half = Math.max(220, surface.width / 2);
  const caption = captionOf(layout, surface, surface.width);
  const second = surface.width > half + 180 ? { x: half, y: bottom } : { x: 0, y: bottom + 22 };
  const foot = second.y + FOOT - 12;
  return {
    width: surface.width,
    height: Math.ceil(foot + caption.length * 18),
    marks: [
      ...tensorMarks(tensor, surface).map((mark) => shift(mark, left, 0)),
      ...legendMarks(surface, shares, ramp, {
        x: 0,
        y: bottom,
        width: 120,
        note: said.weight,
        room: half - 20,
      }),
      ...legendMarks(surface, apart, surface.palette.scores, {
        ...second,
        width: 84,
        note: said.difference,
        room: surface.width - second.x,
      }),
      ...caption.map((line, i) =>
        text({ x: 0, y: foot + 12 + i * 18, text: line, fill: surface.palette.muted }),
      ),
    ],
    tensor,
    x: left,
    y: 0,
    means: (index) => [focus[0], heads[index[1]] ?? heads[0], index[2], index[3]],
  };
}

/**
 * The weights of the picked heads, their mean, and the first's minus the mean of the others.
 * @param {import("../../kit/state/picture.js").Picture} picture @param {readonly number[]} heads @param {number} all @param {number} cells
 */
function side(picture, heads, all, cells) {
  const weights = picture.values(attentionIn(picture).id).subarray((picture.item ?? 0) * all * cells);
  const [first, ...others] = heads;
  const blend = (/** @type {(head: number) => number} */ factor) =>
    picture.blend(Float32Array.from({ length: all }, (_, head) => factor(head))).data;
  const values = new Float32Array((heads.length + 2) * cells);
  heads.forEach((head, i) => values.set(weights.subarray(head * cells, (head + 1) * cells), i * cells));
  values.set(
    blend((head) => (heads.includes(head) ? 1 / heads.length : 0)),
    heads.length * cells,
  );
  values.set(
    blend((head) => (head === first ? 1 : others.includes(head) ? -1 / others.length : 0)),
    (heads.length + 1) * cells,
  );
  return values;
}

/** @param {number} slice @param {readonly number[]} heads @param {ReturnType<typeof namesOfHeads>} names @param {import("../../kit/text/words.js").Localized} [speaker] */
export function nameOfSlice(slice, heads, names, speaker) {
  const said = say(SCENES, speaker);
  if (slice < heads.length) return names.full(heads[slice]);
  if (slice === heads.length) return said.mean;
  const [first, second] = heads.map(names.short);
  return heads.length === 2 ? `${first} − ${second}` : said.others(first);
}
