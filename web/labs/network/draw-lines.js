/** Lines of straight pieces with right angles. @typedef {readonly (readonly [number, number])[]} Points */

const ROUND = 8;
const DASH = 5;
const ARC = 6; // segments of a quarter circle

/** @param {Points} points */
const pieces = (points) => points.slice(1).map((to, i) => ({ from: points[i], to }));

/** @param {readonly [number, number]} a @param {readonly [number, number]} b */
const distanceBetween = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** @param {Points} points */
export const lengthOf = (points) =>
  pieces(points).reduce((sum, { from, to }) => sum + distanceBetween(from, to), 0);

/** @param {Points} points @param {number} along px from the start */
export function pointAlong(points, along) {
  for (const { from, to } of pieces(points)) {
    const length = distanceBetween(from, to);
    if (along <= length && length) {
      const t = Math.max(0, along) / length;
      return { x: from[0] + t * (to[0] - from[0]), y: from[1] + t * (to[1] - from[1]) };
    }
    along -= length;
  }
  const [x, y] = /** @type {[number, number]} */ (points.at(-1));
  return { x, y };
}

/** Rounds the corners. @param {Points} points */
export function roundedPath(points) {
  let d = `M${at(points[0])}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [before, corner, after] = points.slice(i - 1, i + 2);
    const round = Math.min(ROUND, distanceBetween(before, corner) / 2, distanceBetween(corner, after) / 2);
    d += `L${at(towards(corner, before, round))}Q${at(corner)} ${at(towards(corner, after, round))}`;
  }
  return `${d}L${at(/** @type {[number, number]} */ (points.at(-1)))}`;
}

/** Splits a line into dashes. @param {Points} points @param {number} [dash] */
export function dashed(points, dash = DASH) {
  const length = lengthOf(points);
  let d = "";
  for (let from = 0; from < length; from += 2 * dash) {
    const [a, b] = [pointAlong(points, from), pointAlong(points, Math.min(length, from + dash))];
    d += `M${at([a.x, a.y])}L${at([b.x, b.y])}`;
  }
  return d;
}

/** The outline of a box with round corners. @param {{ x: number, y: number, w: number, h: number, radius: number }} box @returns {Points} */
export function outlined({ x, y, w, h, radius }) {
  const corners = [
    [x + w - radius, y + radius],
    [x + w - radius, y + h - radius],
    [x + radius, y + h - radius],
    [x + radius, y + radius],
  ];
  const points = corners.flatMap(([cx, cy], corner) =>
    Array.from({ length: ARC + 1 }, (_, i) => {
      const angle = ((corner - 1 + i / ARC) * Math.PI) / 2;
      return /** @type {[number, number]} */ ([cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)]);
    }),
  );
  return [...points, points[0]];
}

/** A parallel line, at a distance to the left. @param {Points} points @param {number} by @returns {[number, number][]} */
export function offsetBy(points, by) {
  const normals = pieces(points).map(({ from, to }) => {
    const length = distanceBetween(from, to) || 1;
    return [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
  });
  return points.map(([x, y], i) => {
    const [before, after] = [normals[i - 1], normals[i]];
    const turns = before && after && Math.abs(before[0] * after[0] + before[1] * after[1]) < 0.5;
    const by_ = turns ? [before[0] + after[0], before[1] + after[1]] : (after ?? before);
    return [x + by * by_[0], y + by * by_[1]];
  });
}

/** @param {Points} points @param {number} x @param {number} y */
export function distanceTo(points, x, y) {
  return Math.min(
    ...pieces(points).map(({ from, to }) => {
      const length = distanceBetween(from, to) || 1;
      const t = ((x - from[0]) * (to[0] - from[0]) + (y - from[1]) * (to[1] - from[1])) / length ** 2;
      const on = Math.max(0, Math.min(1, t));
      return distanceBetween([x, y], [from[0] + on * (to[0] - from[0]), from[1] + on * (to[1] - from[1])]);
    }),
  );
}

/** @param {readonly number[]} from @param {readonly [number, number]} to @param {number} by @returns {[number, number]} */
function towards([x, y], to, by) {
  const length = distanceBetween([x, y], to) || 1;
  return [x + ((to[0] - x) * by) / length, y + ((to[1] - y) * by) / length];
}

/** @param {readonly [number, number]} point */
const at = ([x, y]) => `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;
