import { number } from "../../kit/draw/legend.js";
import { rect, text } from "../../kit/draw/marks.js";
import { legibleOn, unpack } from "../../kit/draw/palette.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { span } from "../../kit/draw/slices.js";
import { NOWHERE, nearestIn, startAlong } from "../../kit/state/selection.js";
import { SCENES } from "../../kit/text/scenes.js";
import { say } from "../../kit/text/words.js";
import { shorten } from "../../kit/draw/tensor-labels.js";
import { gutterFor, tokensAlong } from "../../kit/draw/token-words.js";
import { mapsBeside } from "./maps-beside.js";
import { selectedIn } from "./selected.js";

/**
 * A bias by distance: a heat map per head, and what is added to the scores of the selected head, with its numbers.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/stage-parts.js").StageView} StageView
 */

const CELL = { w: 56, h: 26, gap: 1 };
const MOST = { across: 5, down: 8 };
const DIGITS = 3;
const FEW = { below: 0.1, digits: 2 }; // small numbers have zeros already
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
  const { at, head } = selectedIn(view, surface);
  const words = say(SCENES, surface);
  const slope = /** @type {number[]} */ (step.attributes.factors)[head ?? 0];
  const focus = nearestIn(step, held, picture.steps);
  const [rows, cols] = [-2, -1].map((axis) => {
    const place = step.axes.length + axis;
    const most = axis === -2 ? MOST.down : MOST.across;
    return span(step.axes, step.shape, focus, place, most, startAlong(step.axes[place], panned));
  });
  const [queries, keys] = [-2, -1].map((axis) =>
    tokensAlong(/** @type {string} */ (step.axes.at(axis)), picture.settings, surface),
  );
  const distance = (/** @type {number} */ i, /** @type {number} */ j) =>
    Math.abs(Number(step.attributes.first) + i - j);
  const scale = scaleOf([[slope * Math.max(keys.length, queries.length)]], false);
  const x = (/** @type {number} */ j) => left + gutter + (j - cols.from) * CELL.w;
  const y = (/** @type {number} */ i) => top + TOP + WORDS + (i - rows.from) * CELL.h;
  const each = (/** @type {import("../../kit/draw/slices.js").Span} */ { from, count }) =>
    Array.from({ length: count }, (_, i) => from + i);
  const word = (/** @type {string} */ said, chosen = false) => ({
    text: shorten(said, 6),
    bold: chosen,
    fill: chosen ? palette.axis.T : palette.muted,
  });
  /** @type {Mark[]} */
  const marks = [
    text({ x: left, y: top + 12, size: 13, bold: true, text: words.addedIn(head ?? 0), fill: palette.ink }),
    text({ x: left, y: top + 31, text: words.slope(number(slope, 6)), fill: palette.muted }),
    ...each(cols).map((j) =>
      text({
        x: x(j) + CELL.w / 2,
        y: y(rows.from) - 7,
        align: "middle",
        ...word(keys[j], j === selection.key),
      }),
    ),
    ...each(rows).map((i) => {
      const chosen = i === selection.token;
      return text({
        ...{ x: left + gutter - 8, y: y(i) + CELL.h / 2 + 4, align: "end" },
        ...{ ...word(queries[i], chosen), text: shorten(queries[i]) },
      });
    }),
    ...each(rows).flatMap((i) =>
      each(cols).flatMap((j) => {
        const added = -slope * distance(i, j);
        const colour = palette.scores[scale.index(added)];
        return [
          rect({
            x: x(j),
            y: y(i),
            w: CELL.w - CELL.gap,
            h: CELL.h - CELL.gap,
            radius: 1,
            fill: unpack(colour),
          }),
          text({
            ...{ x: x(j) + CELL.w / 2, y: y(i) + CELL.h / 2 + 4, align: "middle" },
            ...{
              text: number(added, Math.abs(added) < FEW.below ? FEW.digits : DIGITS),
              fill: legibleOn(colour),
            },
          }),
        ];
      }),
    ),
    ...outline(selection.token, Number(at.at(-2))),
  ];
  return { marks, bottom: y(rows.from + rows.count) + 8 };

  /** The selected row. @param {number | null} token @param {number} i @returns {Mark[]} */
  function outline(token, i) {
    if (token === null || i < rows.from || i >= rows.from + rows.count) return [];
    const box = { x: x(cols.from) - 1, y: y(i) - 1, w: cols.count * CELL.w + 1, h: CELL.h + 1 };
    return [rect({ ...box, radius: 2, stroke: palette.axis.T, line: 1.5 })];
  }
}
