import { offsetOf } from "../state/memory.js";
import { oneAlong } from "../text/axes.js";
import { MEMORY } from "../text/memory.js";
import { say } from "../text/words.js";
import { path, text } from "./marks.js";
import { axisColor, axisKind } from "./palette.js";

/**
 * Arcs over the tape from an element to its neighbour along each axis. Names never overlap arcs or other names.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("./marks.js").Surface} Surface
 *
 * @typedef {object} Arc
 * @property {string[]} names  from longest to shortest
 * @property {string} stroke
 * @property {number} line     stroke width in px
 * @property {number} to       x of the arc's end
 * @property {number} top
 */

const NEAR = 90; // px; a name within this distance visibly belongs to its arc
const BEND = 44; // px; radius of an arc's shoulders
const LOOP = 5; // px to either side, for the loop of an arc that ends where it starts

/**
 * The name of an index along an axis of memory: query 3 is called token 3, because its elements belong to the token.
 * @param {string} axis @param {import("../text/words.js").Localized} speaker
 */
export const nameAlong = (axis, speaker) => oneAlong(axis.replace("_q", ""), speaker);

/**
 * @param {Step} step
 * @param {readonly number[]} element
 * @param {{ lit: string | null, bottom: number, level: number, xOf: (offset: number) => number }} how  lit: kind of the hovered axis
 * @param {Surface} surface
 */
export function arcMarks(step, element, { lit, bottom, level, xOf }, surface) {
  const { palette } = surface;
  const offset = offsetOf(step, element);
  const x = xOf(offset);
  const axes = step.axes.map((_, axis) => axis).filter((axis) => step.shape[axis] > 1); // only axes along which the element has a neighbour
  axes.sort((a, b) => step.strides[a] - step.strides[b]);
  const arcs = axes.map((axis, height) => {
    const forward = element[axis] + 1 < step.shape[axis];
    const stride = step.strides[axis];
    return {
      names: namesOf(nameAlong(step.axes[axis], surface), stride, forward, surface),
      stroke: axisColor(palette, step.axes[axis]),
      line: axisKind(step.axes[axis]) === lit ? 3 : 1.5,
      to: xOf(offset + (forward ? stride : -stride)),
      top: bottom - 14 - height * level,
    };
  });
  return [
    ...arcs.map(({ to, top, stroke, line }) => path({ d: arc(x, to, top, bottom - 4), stroke, line })),
    ...arcs.flatMap((each, height) => nameMarks(x, each, arcs.slice(height + 1), surface)),
  ];
}

/** @param {string} name @param {number} stride @param {boolean} forward @param {Surface} surface */
function namesOf(name, stride, forward, surface) {
  const by = `${forward ? "+" : "−"}${stride}`;
  return [say(MEMORY, surface).beside({ thing: name, by, forward, same: !stride }), `${name} ${by}`, by];
}

/**
 * Places a name on its arc if the arc is long enough, otherwise beside the arc and clear of higher arcs. Shortens the name if necessary.
 * @param {number} x @param {Arc} arc @param {readonly Arc[]} higher @param {Surface} surface
 */
function nameMarks(x, { names, stroke, to, top }, higher, { measure, width }) {
  const half = to === x ? LOOP : 0;
  const [left, right] = [Math.max(0, Math.min(x, to) - half), Math.min(width, Math.max(x, to) + half)];
  const legs = higher.flatMap((other) => legsOf(x, other.to));
  for (const reach of [NEAR, Infinity])
    for (const words of names) {
      const wide = measure(words, 12.5, true);
      const places = [(left + right - wide) / 2, left - 8 - wide, right + 8];
      for (const [from, end] of legs) places.push(from - 8 - wide, end + 8);
      const [best] = places
        .map((start) => ({ start, gap: Math.max(left - start - wide, start - right) }))
        .filter(({ gap }) => gap <= reach && (gap >= 0 || wide + 24 < right - left || reach > NEAR))
        .filter(({ start }) => start >= 0 && start + wide <= width)
        .filter(({ start }) => !legs.some(([from, end]) => start < end + 4 && start + wide > from - 4))
        .sort((a, b) => a.gap - b.gap);
      if (!best) continue;
      const y = top + (best.gap < 0 ? -5 : 4);
      return [text({ x: best.start, y, text: words, fill: stroke, bold: true })];
    }
  return [];
}

/** The ranges of x where an arc descends, from left to right. @param {number} x @param {number} to */
function legsOf(x, to) {
  const lean = bendOf(x, to) * 0.28; // how far the shoulder reaches at the height of the name
  return [
    [x, x + lean],
    [to - lean, to],
  ].map((ends) => (to === x ? [x - LOOP, x + LOOP] : ends.sort((a, b) => a - b)));
}

/** @param {number} x @param {number} to */
const bendOf = (x, to) => Math.min(Math.abs(to - x) / 2, BEND) * Math.sign(to - x);

/**
 * The path of a flat-topped arc: up, along, down. An arc with stride 0 is a loop.
 * @param {number} x @param {number} to @param {number} top @param {number} bottom
 */
function arc(x, to, top, bottom) {
  if (x === to) return `M${x} ${bottom}C${x - 16} ${top - 4} ${x + 16} ${top - 4} ${x} ${bottom}`;
  const bend = bendOf(x, to);
  return `M${x} ${bottom}C${x} ${top} ${x + bend / 2} ${top} ${x + bend} ${top}H${to - bend}C${to - bend / 2} ${top} ${to} ${top} ${to} ${bottom}`;
}
