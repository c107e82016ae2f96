import { moveIndex } from "../state/memory.js";
import { areWeights, isAttention, sameQuantity } from "../state/quantity.js";
import { groupSize, headOf, headsOf, speakersOf } from "../state/selection.js";
import { axisKind, fade } from "./palette.js";
import { scaleOf } from "./scale.js";
import { shareInFour } from "../text/share.js";

/**
 * Colours of cells: by value, and by the head that an element belongs to.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("./marks.js").Surface} Surface
 */

/** Colours of a step's cells. @param {import("./stage-parts.js").StageView} view @param {Surface} surface @param {Step} step */
export function colours({ picture, step: shown, largest, look, off }, { palette }, step) {
  const { steps } = picture;
  const values = picture.values(step.id);
  const attention = isAttention(step);
  const [kin] = [shown, step].map((each) => sameQuantity(each, steps)).filter((all) => all.includes(step));
  const scale = scaleOf(
    kin.map(({ id }) => picture.values(id)),
    areWeights(step, steps),
    largest || look?.each,
    look?.log,
  );
  const hue = attention ? undefined : huesOf(step, steps);
  const weighs = attention && scale.min >= 0;
  const plain = weighs
    ? palette.colormap(picture.settings.colormap)
    : attention
      ? palette.scores
      : palette.model;
  return {
    values,
    scale,
    ...(weighs && look?.each ? { scaleIn: scalesOfSlices(values, step.shape, look.log) } : {}),
    swatch: hue,
    bar: hue ? palette.cells(hue(step.shape.map(() => 0))) : plain,
    ramp: hue
      ? (/** @type {readonly number[]} */ index) => palette.cells(hue(index))
      : off
        ? palerWhere(off, plain, palette)
        : () => plain,
    format: areWeights(step, steps) ? shareInFour : inTwoDigits,
  };
}

/** @param {number} value */
export const inTwoDigits = (value) => value.toFixed(2);

/**
 * Ramps belong to one palette, except colormaps, which suit both schemes.
 * @type {WeakMap<import("./palette.js").Ramp, { palette: import("./palette.js").Palette, pale: import("./palette.js").Ramp }>}
 */
const paleRamps = new WeakMap();

/** @param {(head: number) => boolean} off @param {import("./palette.js").Ramp} ramp @param {import("./palette.js").Palette} palette */
function palerWhere(off, ramp, palette) {
  const known = paleRamps.get(ramp);
  const pale = known?.palette === palette ? known.pale : ramp.map((color) => fade(color, palette));
  paleRamps.set(ramp, { palette, pale });
  return (/** @type {readonly number[]} */ [, head]) => (off(head) ? pale : ramp);
}

/**
 * The numbers of each slice, by tensor and slice. Cached, so that each slice's range is computed once.
 * @type {WeakMap<Float32Array, Map<number, Float32Array>>}
 */
const parts = new WeakMap();

/** One scale per slice, from 0 to the slice's largest weight. @param {Float32Array} values @param {readonly number[]} shape @param {boolean} log */
function scalesOfSlices(values, shape, log) {
  const cells = /** @type {number} */ (shape.at(-1)) * /** @type {number} */ (shape.at(-2));
  const of = parts.get(values) ?? new Map();
  parts.set(values, of);
  return (/** @type {import("./slices.js").Slice} */ { index }) => {
    const at = index.slice(0, -2).reduce((at, i, axis) => at * shape[axis] + i, 0) * cells;
    const part = of.get(at) ?? values.subarray(at, at + cells);
    of.set(at, part);
    return scaleOf([part], true, true, log);
  };
}

/**
 * A function that returns the head of an element, from the step's axis of heads or from a step that shares its memory. Undefined if neither has such
 * an axis.
 * @param {Step} step
 * @param {readonly Step[]} steps
 * @returns {((index: readonly number[]) => number) | undefined}
 */
export function huesOf(step, steps) {
  const speakers = speakersOf(step, steps);
  const group = groupSize(steps);
  const [speaker] = speakers;
  const head = headsOf(speaker.axes, group);
  if (!head || speaker === step) return head ?? undefined; // drawing calls the result for every cell
  const found = (/** @type {readonly number[]} */ index) => {
    const each = speakers.find((other) => moveIndex(step, index, other)) ?? step;
    return headOf(each.axes, moveIndex(step, index, each) ?? [], group) || 0;
  };
  if (!speakers.every((each) => headsLieInRows(step, each))) return found;
  /** @type {number[]} */
  const columns = [];
  return (index) => (columns[index[index.length - 1]] ??= found(index));
}

/** Whether each column of the step belongs to one head in all rows. @param {Step} step @param {Step} speaker a step in the same memory */
const headsLieInRows = ({ strides }, speaker) =>
  speaker.axes.every(
    (axis, i) =>
      axisKind(axis) !== "H" ||
      speaker.strides[i] * speaker.shape[i] <= /** @type {number} */ (strides.at(-2)),
  );
