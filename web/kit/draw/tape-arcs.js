import { offsetOf } from "../state/memory.js";
import { oneAlong } from "../text/axes.js";
import { MEMORY } from "../text/memory.js";
import { say } from "../text/words.js";
import { path, text } from "./marks.js";
import { axisColor, axisKind } from "./palette.js";

/**
 * Arcs over the tape, from an element to its neighbour along each axis, each with its name: on no arc, and not on another name.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("./marks.js").Surface} Surface
 *
 * @typedef {object} Arc
 * @property {string[]} names  from the longest to the shortest
 * @property {string} stroke
 * @property {number} line     px wide
 * @property {number} to       x of its end
 * @property {number} top
 */

const NEAR = 90; // px from an arc, within which its name is taken to be its
const BEND = 44; // px, of an arc's shoulders
const LOOP = 5; // px to either side, of an arc that ends where it began

/** Whose a place in memory is: what a query asks for lies in its token's. @param {string} axis @param {import("../text/words.js").Localized} speaker */
export const nameAlong = (axis, speaker) => oneAlong(axis.replace("_q", ""), speaker);

/**
 * @param {Step} step
 * @param {readonly number[]} element
 * @param {{ lit: string | null, bottom: number, level: number, xOf: (offset: number) => number }} how  lit: the kind of axis pointed at
 * @param {Surface} surface
 */
export function arcMarks(step, element, { lit, bottom, level, xOf }, surface) {
  const { palette } = surface;
  const offset = offsetOf(step, element);
  const x = xOf(offset);
  const axes = step.axes.map((_, axis) => axis).filter((axis) => step.shape[axis] > 1); // with a neighbour along them
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
 * Over its arc where that is long enough, or beside it; where no higher arc comes down through it, and shortened where that helps.
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

/** Where an arc comes down, as stretches from left to right. @param {number} x @param {number} to */
function legsOf(x, to) {
  const lean = bendOf(x, to) * 0.28; // as far in as it has come a name's height below its top
  return [
    [x, x + lean],
    [to - lean, to],
  ].map((ends) => (to === x ? [x - LOOP, x + LOOP] : ends.sort((a, b) => a - b)));
}

/** @param {number} x @param {number} to */
const bendOf = (x, to) => Math.min(Math.abs(to - x) / 2, BEND) * Math.sign(to - x);

/** A flat-topped arc: up, along, down; a stride of 0 ends where it began. @param {number} x @param {number} to @param {number} top @param {number} bottom */
function arc(x, to, top, bottom) {
  if (x === to) return `M${x} ${bottom}C${x - 16} ${top - 4} ${x + 16} ${top - 4} ${x} ${bottom}`;
  const bend = bendOf(x, to);
  return `M${x} ${bottom}C${x} ${top} ${x + bend / 2} ${top} ${x + bend} ${top}H${to - bend}C${to - bend / 2} ${top} ${to} ${top} ${to} ${bottom}`;
}
