import { text } from "./marks.js";
import { shortenWord } from "./tensor-labels.js";

/**
 * Names of points in a plane. A name is placed beside its point where it overlaps no point, no other name and no marked line. A name without such a
 * place is omitted, unless its point is selected: then it is placed where the overlap is smallest.
 *
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ dx: number, dy: number }} Side
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 * @typedef {{ tip: Point, word: string, fill: string, chosen: boolean }} Named  first in the list, first to choose a place
 */

const GAP = 8; // px from the middle of a point to its name
const ASCENT = 10; // px of a name above its baseline
const HIGH = 13; // px
const APART = 3; // px between two names
const DOT = 4; // px between the centres of neighbouring boxes; a row of boxes covers a line

/** Directions from a point to its name; if two are equally good, the first is taken. @type {readonly Side[]} */
const SIDES = [
  { dx: 1, dy: 0 },
  { dx: -1, dy: 0 },
  { dx: 1, dy: -1 },
  { dx: -1, dy: -1 },
  { dx: 1, dy: 1 },
  { dx: -1, dy: 1 },
  { dx: 0, dy: -1 },
  { dx: 0, dy: 1 },
];

/**
 * @param {readonly Named[]} names
 * @param {readonly Box[]} covered  points and lines that names keep clear of
 * @param {Point} middle  names are placed on the far side of their point, if possible
 * @param {import("./marks.js").Surface} surface
 * @returns {import("./marks.js").Mark[]}
 */
export function nameMarks(names, covered, middle, { width, measure }) {
  const taken = [...covered];
  return names.flatMap(({ tip, word, fill, chosen }) => {
    const short = shortenWord(word);
    const w = measure(short, 12.5, chosen);
    const places = SIDES.map((side) => boxBeside(tip, side, w, width)).map((box, i) => ({
      box,
      over: taken.reduce((sum, other) => sum + overlap(box, other), 0),
      away: awayFrom(middle, tip, SIDES[i]),
    }));
    const [best] = places.sort((a, b) => a.over - b.over || b.away - a.away);
    if (best.over && !chosen) return [];
    const { x, y } = best.box;
    taken.push({ x: x - APART, y, w: w + 2 * APART, h: HIGH });
    return [text({ x, y: y + ASCENT, text: short, fill, bold: chosen })];
  });
}

/** The name's box on one side of its point, within the picture. @param {Point} tip @param {Side} side @param {number} w @param {number} width @returns {Box} */
function boxBeside(tip, { dx, dy }, w, width) {
  const slanted = dx && dy ? 0.5 : 1; // a name beside a corner can be closer
  const x = tip.x + (dx > 0 ? GAP * slanted : dx < 0 ? -GAP * slanted - w : -w / 2);
  const y = tip.y + (dy > 0 ? GAP : dy < 0 ? -GAP - HIGH : -HIGH / 2);
  return { x: Math.max(0, Math.min(width - w, x)), y, w, h: HIGH };
}

/** How far a side points away from the middle, -1 to 1. @param {Point} middle @param {Point} tip @param {Side} side */
function awayFrom(middle, tip, { dx, dy }) {
  const [x, y] = [tip.x - middle.x, tip.y - middle.y];
  return (x * dx + y * dy) / (Math.hypot(x, y) * Math.hypot(dx, dy) || 1);
}

/** The area that two boxes share. @param {Box} a @param {Box} b */
const overlap = (a, b) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** A square around a point. @param {Point} point @param {number} r half a side @returns {Box} */
export const boxAround = ({ x, y }, r) => ({ x: x - r, y: y - r, w: 2 * r, h: 2 * r });

/** Small boxes along a line. @param {Point} from @param {Point} to @returns {Box[]} */
export function boxesAlong(from, to) {
  const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / DOT));
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [from.x + ((to.x - from.x) * i) / count, from.y + ((to.y - from.y) * i) / count];
    return boxAround({ x, y }, DOT / 2);
  });
}
