import { OUT, PITCH } from "./draw-layout.js";

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
export function dashPath(points, dash = DASH) {
  const length = lengthOf(points);
  let d = "";
  for (let from = 0; from < length; from += 2 * dash) {
    const [a, b] = [pointAlong(points, from), pointAlong(points, Math.min(length, from + dash))];
    d += `M${at([a.x, a.y])}L${at([b.x, b.y])}`;
  }
  return d;
}

/** The outline of a box with round corners. @param {{ x: number, y: number, w: number, h: number, radius: number }} box @returns {Points} */
export function outlineBox({ x, y, w, h, radius }) {
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

/**
 * Routes of a network's legs: bundled by operand, from their node along a track to their reader.
 *
 * @typedef {import("./state.js").NetworkNode} NetworkNode
 * @typedef {import("./state.js").Leg} Leg
 * @typedef {import("./draw-layout.js").Layout} Layout
 * @typedef {import("./draw-layout.js").Place} Place
 * @typedef {[number, number][]} Corners
 * @typedef {{ leg: Leg, reader: string | null, points: Corners, letter: number }} Line  letter: px from the start of the line to its letter
 */

const APART = 16; // px between the legs of parameters, whose letters stand side by side
const TURN = 25; // px between a node and the bend of its line
const STAGGER = 12; // px between letters

/**
 * The legs that open nodes read, and the open legs of the result.
 * @param {readonly NetworkNode[]} nodes @param {ReadonlyMap<string, import("./state.js").Standing>} standing
 * @param {Layout} layout @returns {Line[]}
 */
export function linesOfLegs(nodes, standing, { places, ports, trackAt, isDown }) {
  const place = (/** @type {string} */ id) => /** @type {Place} */ (places.get(id));
  const turned = (/** @type {Line} */ line) =>
    isDown ? { ...line, points: /** @type {Corners} */ (line.points.map(([u, v]) => [v, u])) } : line;
  const read = new Set(nodes.flatMap(({ operands }) => operands.map(({ from }) => from)));
  return nodes
    .flatMap((node) => {
      const to = place(node.id);
      const isOpen = ["ready", "waiting"].includes(standing.get(node.id) ?? "");
      const enters = (isOpen ? node.operands : []).flatMap((operand) => {
        const { from, legs, row } = operand;
        if (nodes.some(({ id, step }) => id === from && !step))
          return spread(legs, node.id, straight(place(from), to), APART);
        return spread(
          legs,
          node.id,
          routed(place(from), Number(ports.get(operand)), to, trackAt(row)),
          PITCH,
        );
      });
      return read.has(node.id) ? enters : [...enters, ...spread(node.legs, null, left(to), PITCH)];
    })
    .map(turned);
}

/**
 * Places legs side by side, and staggers the letters of close legs.
 * @param {readonly Leg[]} legs @param {string | null} reader @param {Corners} points @param {number} apart @returns {Line[]}
 */
function spread(legs, reader, points, apart) {
  const { before, length } = longestOf(points);
  const isClose = apart < APART;
  const first = before + Math.min(length / 2 - ((legs.length - 1) / 2) * STAGGER, STAGGER);
  return legs.map((leg, i) => ({
    ...{ leg, reader, points: offsetBy(points, ((legs.length - 1) / 2 - i) * apart) },
    letter: isClose ? first + i * STAGGER : before + length / 2,
  }));
}

/** A straight line between two nodes. @param {Place} from @param {Place} to @returns {Corners} */
const straight = (from, to) => [
  [from.u, from.v + from.across / 2],
  [to.u, to.v - to.across / 2],
];

/** @param {Place} of @returns {Corners} */
const left = ({ u, v, along }) => [
  [u + along / 2, v],
  [u + along / 2 + OUT, v],
];

/**
 * From the port to the track, along the track, and into the reader from the front or a side.
 * @param {Place} from @param {number} port @param {Place} to @param {number} track @returns {Corners}
 */
function routed(from, port, to, track) {
  const out = from.u + from.along / 2;
  const points = /** @type {Corners} */ ([[out, from.v + port]]);
  if (Math.abs(track - from.v - port) > 1) points.push([out + TURN, from.v + port], [out + TURN, track]);
  const side = Math.abs(track - to.v) > 1 ? Math.sign(track - to.v) : 0;
  if (side) points.push([to.u, track], [to.u, to.v + (side * to.across) / 2]);
  else points.push([to.u - to.along / 2, track]);
  return points;
}

/** The longest piece, and the distance to its start. @param {Corners} points */
function longestOf(points) {
  let found = { before: 0, length: 0 };
  let before = 0;
  for (let i = 1; i < points.length; i++) {
    const length = lengthOf(points.slice(i - 1, i + 1));
    if (length > found.length) found = { before, length };
    before += length;
  }
  return found;
}
