import { huesOf } from "../../kit/draw/cell-colours.js";
import { titleMarks } from "../../kit/draw/figure-title.js";
import { keyMarks } from "../../kit/draw/key.js";
import { legendMarks } from "../../kit/draw/legend.js";
import { rect, shift, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { layoutTensor } from "../../kit/draw/slices.js";
import { LABEL, shortenWord } from "../../kit/draw/tensor-labels.js";
import { tensorMarks } from "../../kit/draw/tensor.js";
import { isToken, tokensAlong } from "../../kit/draw/token-words.js";
import { differsAt, isMisplaced, onlyMoves, rightElementOf } from "../../kit/state/compare.js";
import { areWeights, isAttention } from "../../kit/state/quantity.js";
import { coordinateOf, elementIn, groupSize } from "../../kit/state/selection.js";
import { sizesOf } from "../../kit/state/sizes.js";
import { selectedIn } from "../../kit/state/state.js";
import { COMPARED } from "../../kit/text/compared.js";
import { faultWordsOf } from "../../kit/text/fault-words.js";
import { chipOf } from "../../kit/text/faults.js";
import { say } from "../../kit/text/words.js";
import { memoryOfSide, memorySaid } from "./compare-memory.js";

/** @import { State } from "../../kit/state/state.js" */

/**
 * Compares the right and the wrong path: the tensor at which the paths diverge, and below it the later tensors that differ. A cell has the hue of the
 * token whose number it holds. Differences are struck through.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/state/compare.js").Comparison} Comparison
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} CompareView
 * @property {Comparison} comparison
 * @property {readonly string[]} shows      ids of steps
 * @property {{ right: string, wrong: string }} code
 * @property {import("../../kit/state/selection.js").Selection} selection
 * @property {boolean} [largest]  whether colours run to the largest weight instead of 1
 *
 * @typedef {import("../../kit/draw/stage-parts.js").StageScene} StageScene  parts: the tensors of the right path, then those of the wrong path
 */

const STACK_BELOW = 620;
const GAP = 44;
const HEAD = 30;
const CODE = { letter: 7.6, line: 17 }; // px: width of a letter, height of a line
const NAME = 18; // a tensor's name
const BELOW_MEMORY = 12; // px
const REFUSED = 120; // height of a refusal in place of a tensor
const SHARE = 0.05; // share of the largest value; smaller differences are not struck through

/** @param {CompareView} view @param {Surface} surface @returns {StageScene} */
export function compareScene(view, surface) {
  const narrow = surface.width < STACK_BELOW;
  const width = narrow ? surface.width : (surface.width - GAP) / 2;
  const memory = memoryOfBoth(view, surface, width, narrow);
  const codes = memory ? [[], []] : codesOf(view, surface, width); // the code stands once
  const lines = narrow ? 0 : linesOf(codes); // tensors side by side begin at one height
  const top = memory?.bottom ?? 0;
  const right = side(view, surface, false, { x: 0, y: top, width, code: codes[0], lines });
  const at = narrow ? { x: 0, y: right.bottom + 18 } : { x: width + GAP, y: top };
  const wrong = side(view, surface, true, { ...at, width, code: codes[1], lines });
  const key = keyMarks(keyOf(view, surface), surface, Math.max(right.bottom, wrong.bottom) + 10);
  return {
    width: surface.width,
    height: Math.ceil(key.bottom),
    marks: [...(memory?.marks ?? []), ...right.marks, ...wrong.marks, ...key.marks],
    parts: [...right.parts, ...wrong.parts],
  };
}

/**
 * The memory of both sides below their code; null if the paths do not read the same memory in different ways.
 * @param {CompareView} view @param {Surface} surface @param {number} width of a side @param {boolean} narrow
 */
function memoryOfBoth(view, surface, width, narrow) {
  const sides = readSides(view).map(({ picture, step }) =>
    memoryOfSide(picture, step, view.selection, surface, width),
  );
  if (!sides.length || sides.includes(null)) return null;
  const codes = codesOf(view, surface, width);
  const most = narrow ? 0 : linesOf(codes);
  /** @type {Mark[]} */
  const marks = [];
  let [y, bottom] = [0, 0];
  sides.forEach((memory, i) => {
    if (!memory) return;
    const x = narrow ? 0 : i * (width + GAP);
    const top = y + HEAD + (Math.max(most, codes[i].length) - 1) * CODE.line;
    marks.push(...titled(surface, i === 1, codes[i], x, y + 12));
    marks.push(...memory.marks.map((mark) => shift(mark, x, top)));
    bottom = Math.max(bottom, top + memory.bottom + BELOW_MEMORY);
    if (narrow) y = bottom;
  });
  return { marks, bottom };
}

/**
 * The first step on both sides, if both read the same memory in different ways.
 * @param {Pick<CompareView, "comparison" | "shows">} view
 */
function readSides({ comparison, shows: [id] }) {
  const { right, wrong } = comparison;
  const step = right.step(id);
  if (!step || !isPlaced(comparison, step)) return [];
  return [right, wrong].map((picture) => ({ picture, step: /** @type {Step} */ (picture.step(id)) }));
}

/** What the memory of both sides shows, in sentences; empty if memory is not shown. @param {CompareView} view @param {import("../../kit/text/words.js").Localized} speaker */
export const memoriesSaid = (view, speaker) =>
  readSides(view).flatMap(({ picture, step }, i) => {
    const said = memorySaid(picture, step, view.selection, speaker);
    return said ? [`${nameOfSide(speaker, i === 1)}: ${said}`] : [];
  });

/** Number of lines of the longer code. @param {readonly (readonly string[])[]} codes */
const linesOf = (codes) => Math.max(1, ...codes.map(({ length }) => length));

/** The key to the tokens' colours and the strokes, for tensors that have them. @param {CompareView} view @param {Surface} surface */
function keyOf({ comparison, shows }, surface) {
  const { palette } = surface;
  const step = comparison.right.step(shows[0]);
  const { tokens } = comparison.right.settings;
  return {
    tokens:
      step && isPlaced(comparison, step) ? tokens.map((word, i) => ({ word, ramp: palette.tokens(i) })) : [],
    struck: comparison.error || comparison.none ? "" : say(COMPARED, surface).struck(SHARE * 100),
  };
}

/**
 * @param {CompareView} view @param {Surface} surface @param {boolean} isWrong
 * @param {{ x: number, y: number, width: number, code: readonly string[], lines: number }} box  lines: least number of lines of code to make room for
 */
function side(view, surface, isWrong, { x, y, width, code, lines }) {
  const { comparison, shows } = view;
  const picture = isWrong ? comparison.wrong : comparison.right;
  const marks = titled(surface, isWrong, code, x, y + 12);
  /** @type {StageScene["parts"]} */
  const parts = [];
  let bottom = y + HEAD + (Math.max(lines, code.length, 1) - 1) * CODE.line;
  shows.forEach((id, position) => {
    const step = picture.step(id);
    if (!step) return;
    marks.push(...titleMarks(surface, "", id, step.axes, step.shape, { x, y: bottom + 10 }));
    const box = { x, y: bottom + NAME, width, only: position > 0 && isAttention(step) };
    const drawn = step.error ? refused(surface, box) : drawnTensor(view, surface, step, isWrong, box);
    marks.push(...drawn.marks);
    if (drawn.part) parts.push(drawn.part);
    bottom = drawn.bottom + 14;
  });
  return { marks, parts, bottom };
}

/** Placeholder for a refused step, without numbers. @param {Surface} surface @param {{ x: number, y: number, width: number }} box */
function refused(surface, { x, y, width }) {
  const { palette } = surface;
  const said = say(COMPARED, surface);
  const middle = { x: x + width / 2, align: /** @type {const} */ ("middle") };
  return {
    marks: [
      rect({ x: x + 0.5, y: y + 0.5, w: width - 1, h: REFUSED, stroke: palette.axis.T, radius: 7 }),
      text({
        ...middle,
        y: y + REFUSED / 2 - 4,
        text: said.refused,
        size: 13,
        bold: true,
        fill: palette.axis.T,
      }),
      text({ ...middle, y: y + REFUSED / 2 + 16, text: said.nothing, fill: palette.muted }),
    ],
    bottom: y + REFUSED,
    part: null,
  };
}

/** Name of a side. @param {import("../../kit/text/words.js").Localized} speaker @param {boolean} isWrong */
function nameOfSide(speaker, isWrong) {
  const said = say(COMPARED, speaker);
  return isWrong ? said.wrong : said.right;
}

/** Where the code of a side begins, from its left edge. @param {Surface} surface @param {boolean} isWrong */
const codeStart = (surface, isWrong) => surface.measure(nameOfSide(surface, isWrong), 13, true) + 10;

/** The code of a side, in lines that fit beside its name. @param {CompareView} view @param {Surface} surface @param {boolean} isWrong @param {number} width */
const codeLines = ({ code }, surface, isWrong, width) =>
  brokenCode(
    isWrong ? code.wrong : code.right,
    Math.floor((width - codeStart(surface, isWrong)) / CODE.letter),
  );

/** The code of both sides. @param {CompareView} view @param {Surface} surface @param {number} width */
const codesOf = (view, surface, width) =>
  [false, true].map((isWrong) => codeLines(view, surface, isWrong, width));

/** Breaks code before calls and, in calls that are longer than a line, at spaces. @param {string} code @param {number} letters of a line */
function brokenCode(code, letters) {
  const calls = code.split(/(?<=\))(?=\.)/);
  const pieces = calls.flatMap((call) => (call.length > letters ? call.split(/(?<=\s)/) : [call]));
  /** @type {string[]} */
  const lines = [];
  for (const piece of pieces) {
    const longer = (lines.at(-1) ?? "") + piece;
    if (lines.length && longer.trimEnd().length <= letters) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines.map((line) => line.trimEnd());
}

/** @param {Surface} surface @param {boolean} isWrong @param {readonly string[]} code @param {number} x @param {number} y */
function titled(surface, isWrong, code, x, y) {
  const { palette } = surface;
  const start = x + codeStart(surface, isWrong);
  const name = nameOfSide(surface, isWrong);
  /** @type {Mark[]} */
  const marks = [
    text({ x, y, text: name, size: 13, bold: true, fill: isWrong ? palette.axis.T : palette.ink }),
    ...code.map((line, i) =>
      text({ x: start, y: y + i * CODE.line, text: line, mono: true, fill: palette.muted }),
    ),
  ];
  return marks;
}

/**
 * @param {CompareView} view @param {Surface} surface @param {Step} step @param {boolean} isWrong
 * @param {{ x: number, y: number, width: number, only: boolean }} box  only: draws the selected head alone
 */
function drawnTensor(view, surface, step, isWrong, { x, y, width, only }) {
  const { comparison, selection } = view;
  const picture = isWrong ? comparison.wrong : comparison.right;
  const attention = isAttention(step);
  const group = groupSize(picture.steps);
  const words = rowWords(step, picture.settings);
  const left = words
    ? Math.ceil(Math.max(...words.map((word) => surface.measure(shortenWord(word), LABEL, true)))) + 12
    : 0;
  const grouped = step.axes.at(-2) === "H";
  const focus = step.axes.map((axis) => coordinateOf(axis, selection, group) ?? 0);
  const room = {
    width: width - left - 2,
    height: only ? 190 : attention ? (surface.width < STACK_BELOW ? 660 : 580) : 260,
    title: step.axes.includes("H") && !grouped ? 26 : 0,
    top: grouped ? 24 : 0,
    square: attention,
    slices: only ? 1 : undefined,
    item: picture.item,
    maxCell: attention ? 26 : 20,
  };
  const layout = layoutTensor(step.axes, step.shape, room, focus);
  const colours = colouring(view, surface, step, isWrong);
  const tensor = {
    layout,
    selection,
    group,
    element: elementIn(step, selection, picture.steps),
    rowLabels: words,
    colLabels: null,
    ...colours,
  };
  const marks = tensorMarks(tensor, surface).map((mark) => shift(mark, x + left, y));
  const foot = y + layout.height + 8;
  const legend = { x: x + left, y: foot, width: 84, room: width - left };
  marks.push(...legendMarks(surface, colours.scale, colours.bar, legend));
  const role = isWrong ? /** @type {const} */ ("after") : /** @type {const} */ ("before");
  return { marks, bottom: foot + 12, part: { step, role, x: x + left, y, tensor } };
}

/** @param {Step} step @param {import("../../kit/state/settings.js").Settings} settings */
function rowWords(step, settings) {
  const axis = /** @type {string} */ (step.axes.at(step.axes.at(-2) === "H" ? -3 : -2));
  return isAttention(step) && isToken(axis) ? tokensAlong(axis, settings) : null;
}

/**
 * Whether the step only moves elements. Its cells are then coloured by the token whose numbers they hold.
 * @param {Comparison} comparison @param {Step} step a step of either path
 */
function isPlaced(comparison, step) {
  const wrong = comparison.wrong.step(step.id);
  return wrong !== undefined && !wrong.error && !isAttention(step) && onlyMoves(comparison, wrong);
}

/**
 * The colours of a tensor: one scale for both sides, or the tokens' hues if the step only moves elements.
 * @param {CompareView} view @param {Surface} surface @param {Step} step @param {boolean} isWrong
 */
function colouring({ comparison, largest }, { palette }, step, isWrong) {
  const picture = isWrong ? comparison.wrong : comparison.right;
  const values = picture.values(step.id);
  const beside = isWrong ? comparison.right : comparison.wrong;
  const other = beside.step(step.id);
  const others = other && !other.error ? [beside.values(step.id)] : [];
  const attention = isAttention(step);
  const scale = scaleOf([values, ...others], areWeights(step, picture.steps), largest);
  const placed = isPlaced(comparison, step);
  const hue = attention ? undefined : huesOf(step, picture.steps);
  const plain = attention
    ? scale.min < 0
      ? palette.scores
      : palette.colormap(comparison.right.settings.colormap)
    : palette.model;
  const token = (/** @type {readonly number[]} */ index) =>
    rightElementOf({ ...comparison, wrong: picture }, step, index).token ?? 0;
  return {
    values,
    scale,
    ramp: (/** @type {readonly number[]} */ index) =>
      placed ? palette.tokens(token(index)) : hue ? palette.cells(hue(index)) : plain,
    bar: placed ? palette.tokens(0) : hue ? palette.cells(0) : plain, // of one token or head, equal on both sides
    struck: !isWrong
      ? undefined
      : placed
        ? (/** @type {readonly number[]} */ index) => isMisplaced(comparison, step, index)
        : (/** @type {readonly number[]} */ index) => differsAt(comparison, step, index, SHARE * scale.max),
  };
}

/**
 * The comparison of a wrong path with the right one; null if none is shown.
 * @param {State} state @param {import("../../kit/text/words.js").Localized} speaker
 */
export function compareView(state, speaker) {
  const { comparison, largest } = state;
  const words = comparison && faultWordsOf(comparison.fault, speaker);
  if (!comparison || !words) return null;
  const sizes = sizesOf(comparison.right);
  const code = { right: words.right(sizes), wrong: chipOf(comparison.fault, sizes, speaker) };
  return {
    comparison,
    shows: words.shows,
    code,
    selection: selectedIn(state),
    largest,
    title: words.title(sizes),
  };
}

/** @param {State} state on a wrong path @param {Surface} surface */
export function comparePicture(state, surface) {
  const view = /** @type {NonNullable<ReturnType<typeof compareView>>} */ (compareView(state, surface));
  return { scene: compareScene(view, surface), title: view.title };
}
