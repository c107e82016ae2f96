import { groupSize, elementIn, coordinate } from "../state/selection.js";
import { differs, misplaced, onlyMoves, truth } from "../state/compare.js";
import { areWeights, isAttention } from "../state/quantity.js";
import { shift, text } from "./marks.js";
import { isToken, tokensAlong } from "./staged.js";
import { scaleOf } from "./scale.js";
import { layoutTensor } from "./slices.js";
import { legendMarks } from "./legend.js";
import { tensorMarks } from "./tensor.js";
import { LABEL, shorten } from "./tensor-labels.js";

/**
 * Right and wrong side by side: the tensor where it goes wrong, its cells in the hue of the token they really hold, and what becomes
 * of it below. What differs is struck through.
 *
 * @typedef {import("../core/types.js").Step} Step
 * @typedef {import("../state/compare.js").Comparison} Comparison
 * @typedef {import("./marks.js").Mark} Mark
 * @typedef {import("./marks.js").Surface} Surface
 *
 * @typedef {object} CompareView
 * @property {Comparison} comparison
 * @property {readonly string[]} shows      ids of steps
 * @property {{ right: string, wrong: string }} code
 * @property {import("../state/selection.js").Selection} selection
 * @property {boolean} [largest]  whether attention is drawn to its largest weight, not to 1
 */

const STACK_BELOW = 620;
const GAP = 44;
const HEAD = 30;
const SHARE = 0.05; // of the largest value: a smaller difference is not struck through

/** @param {CompareView} view @param {Surface} surface @returns {import("./marks.js").Scene} */
export function compareScene(view, surface) {
  const narrow = surface.width < STACK_BELOW;
  const width = narrow ? surface.width : (surface.width - GAP) / 2;
  const right = side(view, surface, false, { x: 0, y: 0, width });
  const at = narrow ? { x: 0, y: right.bottom + 18, width } : { x: width + GAP, y: 0, width };
  const wrong = side(view, surface, true, at);
  return {
    width: surface.width,
    height: Math.ceil(Math.max(right.bottom, wrong.bottom)),
    marks: [...right.marks, ...wrong.marks],
  };
}

/** @param {CompareView} view @param {Surface} surface @param {boolean} isWrong @param {{ x: number, y: number, width: number }} box */
function side(view, surface, isWrong, { x, y, width }) {
  const { comparison, shows, code } = view;
  const picture = isWrong ? comparison.wrong : comparison.right;
  const marks = titled(surface, isWrong, isWrong ? code.wrong : code.right, x, y + 12, width);
  let bottom = y + HEAD;
  shows.forEach((id, position) => {
    const step = reached(picture, id);
    if (!step) return;
    const drawn = tensor(view, surface, step, isWrong, {
      x,
      y: bottom,
      width,
      only: position > 0 && isAttention(step),
      first: position === 0,
    });
    marks.push(...drawn.marks);
    bottom = drawn.bottom + 14;
  });
  return { marks, bottom };
}

/** The step, or where it was refused the last that happened. @param {import("../state/picture.js").Picture} picture @param {string} id */
function reached(picture, id) {
  const step = picture.step(id);
  if (step && !step.error) return step;
  return picture.steps.some(({ error }) => error)
    ? picture.steps.filter(({ error }) => !error).at(-1)
    : undefined;
}

/** @param {Surface} surface @param {boolean} isWrong @param {string} code @param {number} x @param {number} y @param {number} width */
function titled({ palette, measure }, isWrong, code, x, y, width) {
  const name = isWrong ? "Wrong" : "Right";
  const start = x + measure(name, 13, true) + 10;
  const fits = Math.floor((width - (start - x)) / 7.6);
  const shown = code.length > fits ? `${code.slice(0, fits - 1)}…` : code;
  /** @type {Mark[]} */
  const marks = [
    text({ x, y, text: name, size: 13, bold: true, fill: isWrong ? palette.axis.T : palette.ink }),
    text({ x: start, y, text: shown, mono: true, fill: palette.muted }),
  ];
  return marks;
}

/**
 * @param {CompareView} view @param {Surface} surface @param {Step} step @param {boolean} isWrong
 * @param {{ x: number, y: number, width: number, only: boolean, first: boolean }} box  only: the selected head alone
 */
function tensor(view, surface, step, isWrong, { x, y, width, only, first }) {
  const { comparison, selection } = view;
  const picture = isWrong ? comparison.wrong : comparison.right;
  const attention = isAttention(step);
  const group = groupSize(picture.steps);
  const words = rowWords(step, picture.settings);
  const left = words
    ? Math.ceil(Math.max(...words.map((word) => surface.measure(shorten(word), LABEL, true)))) + 12
    : 0;
  const grouped = step.axes.at(-2) === "H";
  const focus = step.axes.map((axis) => coordinate(axis, selection, group) ?? 0);
  const room = {
    width: width - left - 2,
    height: only ? 190 : attention ? (surface.width < STACK_BELOW ? 660 : 580) : 260,
    title: step.axes.includes("H") && !grouped ? 26 : 0,
    top: grouped ? 24 : 0,
    square: attention,
    slices: only ? 1 : undefined,
    maxCell: attention ? 26 : 20,
  };
  const layout = layoutTensor(step.axes, step.shape, room, focus);
  const colours = colouring(view, surface, step, isWrong, first);
  const marks = tensorMarks(
    {
      layout,
      selection,
      group,
      element: elementIn(step, selection, picture.steps),
      rowLabels: words,
      colLabels: null,
      ...colours,
    },
    surface,
  ).map((mark) => shift(mark, x + left, y));
  const foot = y + layout.height + 8;
  const legend = { x: x + left, y: foot, width: 84, room: width - left };
  marks.push(...legendMarks(surface, colours.scale, colours.bar, legend));
  return { marks, bottom: foot + 12 };
}

/** @param {Step} step @param {import("../state/settings.js").Settings} settings */
function rowWords(step, settings) {
  const axis = /** @type {string} */ (step.axes.at(step.axes.at(-2) === "H" ? -3 : -2));
  return isAttention(step) && isToken(axis) ? tokensAlong(axis, settings) : null;
}

/** One scale for both sides; cells of placed data by the token they hold. @param {CompareView} view @param {Surface} surface @param {Step} step @param {boolean} isWrong @param {boolean} first */
function colouring({ comparison, largest }, { palette }, step, isWrong, first) {
  const picture = isWrong ? comparison.wrong : comparison.right;
  const values = picture.values(step.id);
  const other = (isWrong ? comparison.right : comparison.wrong).step(step.id);
  const others =
    other && !other.error ? [(isWrong ? comparison.right : comparison.wrong).values(step.id)] : [];
  const attention = isAttention(step);
  const scale = scaleOf([values, ...others], areWeights(step, picture.steps), largest);
  const shown = reached(comparison.wrong, step.id);
  const placed = !attention && first && shown !== undefined && onlyMoves(comparison, shown);
  const plain = attention ? (scale.min < 0 ? palette.scores : palette.attention) : palette.model;
  const token = (/** @type {readonly number[]} */ index) =>
    truth({ ...comparison, wrong: picture }, step, index).token ?? 0;
  return {
    values,
    scale,
    ramp: placed ? (/** @type {readonly number[]} */ index) => palette.cells(token(index)) : () => plain,
    bar: placed ? palette.cells(0) : plain, // of one token, the same on both sides
    struck: !isWrong
      ? undefined
      : placed
        ? (/** @type {readonly number[]} */ index) => misplaced(comparison, step, index)
        : (/** @type {readonly number[]} */ index) => differs(comparison, step, index, SHARE * scale.max),
  };
}
