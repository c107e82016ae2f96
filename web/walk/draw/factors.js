import { DRAWN } from "../../kit/text/picture-words.js";
import { say } from "../../kit/text/words.js";
import { coordinateOf, elementIn, groupSize, nearestIn, speakerOf } from "../../kit/state/selection.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { colours, huesOf } from "../../kit/draw/cell-colours.js";

/**
 * The three matrices of a product: the left factor, the factor above, and the result.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("./stage.js").StageView} StageView
 *
 * @typedef {object} Factor
 * @property {string} name
 * @property {Step | null} step          null for parameters
 * @property {readonly string[]} axes
 * @property {readonly number[]} shape
 * @property {readonly number[]} at      an element of the shown matrix: the selected index along each axis that has one
 * @property {readonly number[]} focus   element around which windows are placed: the selected one, never the hovered one
 * @property {{ row: boolean, column: boolean }} selected  whether its row and column are selected
 * @property {ReturnType<typeof colours>} colouring
 * @property {((index: readonly number[]) => number) | undefined} heads  returns the head of an element, if columns or rows belong to heads
 *
 * @typedef {{ left: Factor, right: Factor, result: Factor & { step: Step } }} Factors
 */

/** @param {StageView} view @param {import("../../kit/draw/marks.js").Surface} surface @returns {Factors} */
export function factorsOf(view, surface) {
  const { picture, step } = view;
  const [left, right] = step.inputs.map((id) =>
    factor(view, surface, /** @type {Step} */ (picture.step(id))),
  );
  const result = { ...factor(view, surface, step), step };
  return { left, right: right ?? parameters(view, surface, left, result), result };
}

/** @param {StageView} view @param {import("../../kit/draw/marks.js").Surface} surface @param {Step} step @returns {Factor} */
function factor(view, surface, step) {
  const { picture, selection, held = selection } = view;
  const { steps } = picture;
  const { id, axes, shape } = step;
  const along = axes.map((axis) => coordinateOf(axis, selection, groupSize(steps)));
  const selected = {
    row: along.at(-2) !== null,
    column: elementIn(step, selection, steps) !== null || (along.at(-1) ?? null) !== null,
  };
  const [at, focus] = [selection, held].map((each) => nearestIn(step, each, steps));
  const colouring = colours(view, surface, step);
  return { name: id, step, axes, shape, at, focus, selected, colouring, heads: huesOf(step, steps) };
}

/**
 * The parameters as a factor: columns in the hues of the result's heads, or rows in the hues of the left factor's heads.
 * @param {StageView} view
 * @param {import("../../kit/draw/marks.js").Surface} surface
 * @param {Factor} left
 * @param {Factor} result
 * @returns {Factor}
 */
function parameters({ picture, step }, { palette }, left, result) {
  const names = /** @type {import("../../core/types.js").WeightName[]} */ (step.weights).filter((name) =>
    name.startsWith("w"),
  );
  const values = sideBySide(names.map((name) => picture.weight(name)));
  const whose = result.heads ? result : left;
  const at = whose.at.slice();
  const own = (/** @type {number} */ column) => {
    at[at.length - 1] = column;
    return whose.heads?.(at) ?? 0;
  };
  const heads =
    whose.heads && ((/** @type {readonly number[]} */ [row, column]) => own(result.heads ? column : row));
  return {
    name: names.map((name) => name.replace("w", "W_")).join(" "),
    step: null,
    axes: [/** @type {string} */ (left.axes.at(-1)), /** @type {string} */ (result.axes.at(-1))],
    shape: [/** @type {number} */ (left.shape.at(-1)), /** @type {number} */ (result.shape.at(-1))],
    at: [/** @type {number} */ (left.at.at(-1)), /** @type {number} */ (result.at.at(-1))],
    focus: [/** @type {number} */ (left.focus.at(-1)), /** @type {number} */ (result.focus.at(-1))],
    selected: { row: left.selected.column, column: result.selected.column },
    colouring: {
      ...result.colouring,
      values,
      scale: scaleOf([values], false),
      swatch: heads,
      ramp: heads ? (index) => palette.cells(heads(index)) : () => palette.model,
    },
    heads,
  };
}

/**
 * The name of a head; shared keys and values have the number of the shared head.
 * @param {StageView} view @param {Factor} factor @param {import("../../kit/text/words.js").Localized} speaker
 * @returns {{ word: string, of: (head: number) => number }}
 */
export function headNames({ picture: { steps } }, { step }, speaker) {
  const { axes } = speakerOf(/** @type {Step} */ (step), steps);
  const shared = !axes.includes("H") && !axes.includes("G");
  const group = groupSize(steps);
  const words = say(DRAWN, speaker);
  return shared
    ? { word: words.kvHead, of: (head) => head / group }
    : { word: words.head, of: (head) => head };
}

/** Joined matrices, cached because every drawing needs them. @type {WeakMap<object, Float32Array>} */
const joined = new WeakMap();

/** @param {import("../../core/types.js").TensorOutput[]} matrices each (n, columns) @returns {Float32Array} */
function sideBySide(matrices) {
  const [{ data: first, shape }] = matrices;
  if (matrices.length === 1) return first;
  const known = joined.get(first);
  if (known) return known;
  const width = matrices.reduce((sum, { shape: [, columns] }) => sum + columns, 0);
  const all = new Float32Array(shape[0] * width);
  let start = 0;
  for (const {
    data,
    shape: [rows, columns],
  } of matrices) {
    for (let row = 0; row < rows; row++)
      all.set(data.subarray(row * columns, (row + 1) * columns), row * width + start);
    start += columns;
  }
  joined.set(first, all);
  return all;
}
