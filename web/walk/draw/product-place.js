import { SCENES } from "../../kit/text/scenes.js";
import { say } from "../../kit/text/words.js";
import { isAttention } from "../../kit/state/quantity.js";
import { NOWHERE, groupSize, startAlong } from "../../kit/state/selection.js";
import { headNames } from "./factors.js";
import { titleWidth } from "../../kit/draw/figure-title.js";
import { legendWidth } from "../../kit/draw/legend.js";
import { NUMBER, PITCH, headSumHeight } from "./head-sum.js";
import { fitProduct, matrixLayout } from "./product-layout.js";
import { stageHeight } from "../../kit/draw/stage-height.js";
import { gutterFor, isToken, tokensAlong } from "../../kit/draw/token-words.js";

/**
 * Positions of the matrices of a product, and their notes.
 *
 * @typedef {import("./factors.js").Factor} Factor
 * @typedef {import("./factors.js").Factors} Factors
 * @typedef {import("./stage.js").StageView} StageView
 * @typedef {import("./stage.js").Part} Part
 *
 * @typedef {object} Stripe   a head's part of the shown parameters
 * @property {number} from      in cells from the start of the window
 * @property {number} count
 * @property {number} head
 * @property {boolean} chosen
 *
 * @typedef {{ factor: Factor, part: Part }} Placed
 *
 * @typedef {object} Arranged
 * @property {Placed} left
 * @property {Placed} right
 * @property {Placed} result
 * @property {import("./product-layout.js").Product} fit
 * @property {Stripe[]} stripes
 * @property {boolean} across     whether the parts are columns
 * @property {number} turn       px between the right factor and the result
 * @property {string[]} said      notes on the right factor, in the free corner
 * @property {number | null} corner  end of that corner; null if it is too small, and the notes stand above
 * @property {number} besides     number of strips of a sum of heads to the left of the parameters; 0 if they stand below
 * @property {number} foot        bottom of the cells and their labels
 */

export const NARROW = 620; // px; narrower stages show one head's part only
export const LINE = 18;
export const BAR = 84; // px, width of a colour bar
const SAID = { wide: 26, narrow: 62 }; // px for notes on windows
const STRIPES = 22; // px, height of the heads' numbers above their columns
const TURN = 42; // px between the right factor and the result, with room for the left factor's title
const BESIDE = 26; // px between the left factor and the result
const ASIDE = 300; // px beside a product of tokens by tokens

/**
 * @param {StageView} view
 * @param {Factors} factors
 * @param {import("../../kit/draw/marks.js").Surface} surface
 * @param {number} between px for further marks between the right factor and the result
 * @param {import("../state/head-sum.js").HeadSum | null} sum  the strips that stand beside or below the product, if any
 * @returns {Arranged}
 */
export function arrange(view, factors, surface, between, sum) {
  const { left, right, result } = factors;
  const narrow = surface.width < NARROW;
  const meet = [left, result].some(({ step }) => step && isAttention(step));
  const words = {
    left: wordsAlong(view, left, -2),
    right: right.step && wordsAlong(view, right, -2),
    below: meet ? [left, result].map((factor) => wordsAlong(view, factor, -1)) : [null, null],
  };
  const [ofWords, inner, under] = [words.left, words.right, words.below[0] ?? words.below[1]].map((each) =>
    each ? gutterFor(each, surface) : 0,
  );
  const gutter = Math.max(ofWords, sum ? NUMBER : 0);
  const across = Boolean(result.heads);
  const said = sayingsOf(view, factors, across, surface);
  const turn = TURN + between;
  const striped = !right.step && Boolean(result.heads || left.heads);
  const strips = sum && narrow ? Math.min(headSumHeight(sum), stageHeight(surface.width) / 2) : 0;
  const fitBelow = (/** @type {number} */ top) => {
    const width = surface.width - gutter - BESIDE - 2 - (meet && !narrow ? ASIDE : 0);
    const height =
      stageHeight(surface.width) -
      (narrow ? SAID.narrow : SAID.wide) -
      top -
      turn -
      under -
      2 * LINE -
      strips;
    return fitProduct(rangesInView(view, factors, narrow), { width, height }, meet);
  };
  const titled = left.step !== null && isAttention(left.step); // room for the blend's title
  const above = titled || (striped && across) ? STRIPES : 4;
  const wide = fitBelow(above);
  const end =
    gutter +
    wide.shared.count * wide.cw +
    BESIDE -
    14 -
    (inner && inner - 8) -
    (striped && !across ? STRIPES : 0);
  const lower = above + 2 * LINE + 6;
  const lowered = withoutNotes(fitBelow(lower - LINE)) ?? fitBelow(lower);
  const besides = sum && !narrow && !sum.bias ? stripsBeside(lowered, sum.terms.shape[1]) : 0;
  const inCorner = !besides && sayingsWidth(right, said, surface) <= end;
  const top = inCorner ? above : lower;
  const fit = inCorner ? wide : besides ? lowered : fitBelow(top);
  const x = gutter + fit.shared.count * fit.cw + BESIDE;
  const free = Math.max(fit.shared.count * fit.down, inCorner ? (said.length + 2) * LINE - 12 : 0);
  const y = top + free + turn;
  const place = (
    /** @type {Factor} */ factor,
    /** @type {Part["role"]} */ role,
    /** @type {{ x: number, y: number }} */ at,
    /** @type {import("../../kit/draw/slices.js").Span[]} */ spans,
    /** @type {number} */ ch,
    /** @type {(readonly string[] | null)[]} */ labels,
  ) => placeFactor(view, factor, result, { role, ...at }, matrixLayout(factor, spans, fit.cw, ch), labels);
  const height = fit.shared.count * fit.down;
  return {
    left: place(left, "before", { x: gutter, y }, [fit.rows, fit.shared], fit.ch, [
      words.left,
      words.below[0],
    ]),
    right: place(right, "before", { x, y: top + free - height }, [fit.shared, fit.cols], fit.down, [
      words.right,
      null,
    ]),
    result: place(result, "after", { x, y }, [fit.rows, fit.cols], fit.ch, [null, words.below[1]]),
    fit,
    stripes: striped ? stripesOf(view, right, across ? fit.cols : fit.shared, across) : [],
    across,
    turn,
    said,
    corner: inCorner ? end : null,
    besides,
    foot: y + fit.rows.count * fit.ch + under,
  };
}

/** The fit, if it needs no notes on windows; they leave a line for larger cells. @param {import("./product-layout.js").Product} fit */
const withoutNotes = (fit) =>
  [fit.rows, fit.cols, fit.shared].every(({ count, of }) => count === of) ? fit : null;

/** All heads, if their rows of the parameters are high enough for strips that can be pressed; otherwise 0. @param {import("./product-layout.js").Product} fit @param {number} heads */
const stripsBeside = ({ shared, down }, heads) =>
  shared.count === shared.of && shared.count * down >= heads * PITCH ? heads : 0;

/** @param {Factor} right @param {string[]} said @param {import("../../kit/draw/marks.js").Surface} surface */
const sayingsWidth = ({ name, shape, colouring }, said, surface) =>
  Math.max(
    titleWidth(surface, "", name, shape, true),
    legendWidth(surface, colouring.scale, BAR),
    ...said.map((line) => surface.measure(line)),
  );

/** @param {StageView} view @param {Factor} factor @param {-1 | -2} axis */
function wordsAlong({ picture }, { axes }, axis) {
  const name = /** @type {string} */ (axes.at(axis));
  return isToken(name) ? tokensAlong(name, picture.settings) : null;
}

/**
 * The range of each axis that must be in view. On narrow stages the range is at most one head's part.
 * @param {StageView} view @param {Factors} factors @param {boolean} narrow
 */
function rangesInView({ panned = NOWHERE }, { left, right, result }, narrow) {
  const ask = (/** @type {Factor} */ factor, /** @type {-1 | -2} */ axis) => ({
    axis: /** @type {string} */ (factor.axes.at(axis)),
    of: /** @type {number} */ (factor.shape.at(axis)),
    at: /** @type {number} */ (factor.focus.at(axis)),
    start: startAlong(/** @type {string} */ (factor.axes.at(axis)), panned),
    most: narrow && !right.step && axis === -1 ? ownColumns(factor) : undefined,
  });
  return { rows: ask(left, -2), shared: ask(left, -1), cols: ask(result, -1) };
}

/** Number of columns of the selected head; undefined if columns do not belong to heads. @param {Factor} factor */
function ownColumns({ heads, shape, at }) {
  if (!heads) return undefined;
  const own = heads(at);
  const columns = Array.from({ length: /** @type {number} */ (shape.at(-1)) }, (_, i) =>
    heads([...at.slice(0, -1), i]),
  );
  return columns.filter((head) => head === own).length;
}

/** @param {StageView} view @param {Factor} factor @param {Factor} result @param {{ role: Part["role"], x: number, y: number }} where @param {import("../../kit/draw/slices.js").Layout} layout @param {(readonly string[] | null)[]} labels @returns {Placed} */
export function placeFactor(
  { picture, selection, lit, axis },
  factor,
  result,
  where,
  layout,
  [rowLabels, colLabels],
) {
  const { step, colouring } = factor;
  const tensor = {
    ...colouring,
    layout,
    selection,
    group: groupSize(picture.steps),
    element: null,
    rowLabels,
    colLabels,
    lit: (step && lit?.get(step.id)) ?? null,
    axis,
  };
  if (step) return { factor, part: { ...where, step, tensor } };
  // A press on a column of the parameters selects the result that it makes for the selected token.
  const means = (/** @type {readonly number[]} */ [, column]) => [...result.at.slice(0, -1), column];
  return {
    factor,
    part: { ...where, step: /** @type {any} */ (result.step), tensor, means, name: factor.name },
  };
}

/** @param {StageView} view @param {Factor} right @param {import("../../kit/draw/slices.js").Span} span @param {boolean} across @returns {Stripe[]} */
function stripesOf({ selection }, { heads, at }, { from, count }, across) {
  if (!heads) return [];
  const headAt = (/** @type {number} */ i) => heads(across ? [0, from + i] : [from + i, 0]);
  const own = selection.head === null ? null : heads(at);
  /** @type {Stripe[]} */
  const stripes = [];
  for (let i = 0; i < count; i++) {
    const head = headAt(i);
    const last = stripes.at(-1);
    if (last?.head === head) last.count++;
    else stripes.push({ from: i, count: 1, head, chosen: head === own });
  }
  return stripes;
}

/**
 * Notes on which head is shown, or which part of the parameters belongs to the selected one.
 * @param {StageView} view @param {Factors} factors @param {boolean} across @param {import("../../kit/draw/marks.js").Surface} surface
 */
function sayingsOf(view, { left, right, result }, across, surface) {
  const whose = across ? result : left;
  if (!whose.heads) return [];
  const { word, of } = headNames(view, whose, surface);
  const own = whose.heads(whose.at);
  const name = `${word} ${of(own)}`;
  if (right.step) return [name];
  if (view.selection.head === null) return [];
  // In joined matrices, the columns of the selected column's matrix.
  const isOwn = (/** @type {number} */ i) => whose.heads?.([...whose.at.slice(0, -1), i]) === own;
  let from = /** @type {number} */ (whose.at.at(-1));
  let to = from;
  while (from > 0 && isOwn(from - 1)) from--;
  while (to + 1 < /** @type {number} */ (whose.shape.at(-1)) && isOwn(to + 1)) to++;
  const { columns: inColumns, rows: inRows } = say(SCENES, surface);
  return (across ? inColumns : inRows)({ from, to, head: name });
}
