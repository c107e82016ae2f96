import { formatNumber } from "../../kit/draw/legend.js";
import { path, text } from "../../kit/draw/marks.js";
import { flatIndex } from "../../kit/state/memory.js";
import { inputsOf } from "../../kit/state/quantity.js";
import { circle } from "./circle.js";
import { mapsBeside } from "./maps-beside.js";
import { selectedIn } from "./selected.js";

/**
 * A soft cap: a heat map per head, and the curve of capped scores over scores, with the selected score as a dot.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/stage-parts.js").StageView} StageView
 * @typedef {{ before: number, after: number }} Point
 */

const PLOT = { w: 268, h: 220, top: 46, left: 44 };
const ABOVE_CAP = 1.5; // height of the plot above 0, in caps
const DOT = 4; // px, radius

/** @param {StageView} view @param {Surface} surface */
export function capScene(view, surface) {
  return mapsBeside(view, surface, {
    width: PLOT.left + PLOT.w,
    height: PLOT.top + PLOT.h + 30,
    draw: ({ x, y }) => curveMarks(view, surface, x, y),
  });
}

/** @param {StageView} view @param {Surface} surface @param {number} left @param {number} top */
function curveMarks(view, surface, left, top) {
  const { palette } = surface;
  const { at, title } = selectedIn(view, surface);
  const { points, chosen } = pointsOf(view, at);
  const cap = Number(view.step.attributes.cap);
  const reach = Math.max(cap * ABOVE_CAP, ...points.map(({ before }) => Math.abs(before)));
  const box = { x: left + PLOT.left, y: top + PLOT.top, w: PLOT.w, h: PLOT.h };
  const x = (/** @type {number} */ value) => box.x + (box.w * (value + reach)) / (2 * reach);
  const y = (/** @type {number} */ value) =>
    box.y + (box.h * (ABOVE_CAP * cap - value)) / (2 * ABOVE_CAP * cap);
  const end = Math.min(reach, ABOVE_CAP * cap);
  const line = (/** @type {string} */ d, /** @type {string} */ stroke, width = 1) =>
    path({ d, stroke, line: width });
  const said = (/** @type {number} */ value) =>
    text({ x: box.x - 8, y: y(value) + 4, text: formatNumber(value), align: "end", fill: palette.muted });
  const dot = { x: x(chosen.before), y: y(chosen.after) };
  const leftward = dot.x > box.x + box.w / 2;
  /** @type {Mark[]} */
  const marks = [
    text({ x: left, y: top + 12, size: 13, bold: true, text: title, fill: palette.ink }),
    text({
      ...{ x: left, y: top + 31, mono: true, fill: palette.muted },
      text: `${formatNumber(chosen.before)} → ${formatNumber(chosen.after)}`,
    }),
    line(`M${box.x} ${y(0)}H${box.x + box.w}M${x(0)} ${box.y}V${box.y + box.h}`, palette.hairline),
    line(`M${x(-end)} ${y(-end)}L${x(end)} ${y(end)}`, palette.hairline),
    line(dashes(box.x, box.x + box.w, y(cap)) + dashes(box.x, box.x + box.w, y(-cap)), palette.muted),
    ...[cap, 0, -cap].map(said),
    line(`M${points.map(({ before, after }) => `${x(before)} ${y(after)}`).join("L")}`, palette.axis.H, 2),
    line(`M${dot.x} ${y(0)}V${dot.y}`, palette.axis.T),
    path({ d: circle(DOT), at: dot, fill: palette.axis.T }),
    text({
      ...{ x: dot.x + (leftward ? -8 : 8), y: dot.y - 10, align: leftward ? "end" : "start", bold: true },
      ...{ text: formatNumber(chosen.after), fill: palette.ink },
    }),
    ...[-reach, reach].map((value) =>
      text({
        ...{ x: x(value), y: box.y + box.h + 18, text: formatNumber(value), fill: palette.muted },
        align: value < 0 ? /** @type {const} */ ("start") : "end",
      }),
    ),
  ];
  return { marks, bottom: box.y + box.h + 26 };
}

/** All finite scores in order, and the selected one. @param {StageView} view @param {readonly number[]} at */
function pointsOf({ picture, step }, at) {
  const [input] = inputsOf(step, picture.steps);
  const [before, after] = [input, step].map(({ id }) => picture.values(id));
  const size = step.shape.slice(1).reduce((all, each) => all * each);
  const from = at[0] * size;
  /** @param {number} i @returns {Point} */
  const point = (i) => ({ before: before[i], after: after[i] });
  const points = Array.from({ length: size }, (_, i) => point(from + i))
    .filter((each) => Number.isFinite(each.before))
    .sort((a, b) => a.before - b.before);
  return { points, chosen: point(flatIndex(step, at)) };
}

/** Path data of a dashed horizontal line. @param {number} from @param {number} to @param {number} y */
const dashes = (from, to, y) =>
  Array.from({ length: Math.floor((to - from) / 8) }, (_, i) => `M${from + 8 * i} ${y}h4`).join("");
