import { lengthOf, offsetBy } from "./draw-lines.js";
import { OUT, PITCH } from "./draw-layout.js";

/**
 * Routes of a network's legs: bundled by operand, from their node along a track to their reader.
 *
 * @typedef {import("./state.js").NetworkNode} NetworkNode
 * @typedef {import("./state.js").Leg} Leg
 * @typedef {import("./draw-layout.js").Layout} Layout
 * @typedef {import("./draw-layout.js").Place} Place
 * @typedef {[number, number][]} Points
 * @typedef {{ leg: Leg, reader: string | null, points: Points, letter: number }} Line  letter: px from the start of the line to its letter
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
    isDown ? { ...line, points: /** @type {Points} */ (line.points.map(([u, v]) => [v, u])) } : line;
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
 * @param {readonly Leg[]} legs @param {string | null} reader @param {Points} points @param {number} apart @returns {Line[]}
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

/** A straight line between two nodes. @param {Place} from @param {Place} to @returns {Points} */
const straight = (from, to) => [
  [from.u, from.v + from.across / 2],
  [to.u, to.v - to.across / 2],
];

/** @param {Place} of @returns {Points} */
const left = ({ u, v, along }) => [
  [u + along / 2, v],
  [u + along / 2 + OUT, v],
];

/**
 * From the port to the track, along the track, and into the reader from the front or a side.
 * @param {Place} from @param {number} port @param {Place} to @param {number} track @returns {Points}
 */
function routed(from, port, to, track) {
  const out = from.u + from.along / 2;
  const points = /** @type {Points} */ ([[out, from.v + port]]);
  if (Math.abs(track - from.v - port) > 1) points.push([out + TURN, from.v + port], [out + TURN, track]);
  const side = Math.abs(track - to.v) > 1 ? Math.sign(track - to.v) : 0;
  if (side) points.push([to.u, track], [to.u, to.v + (side * to.across) / 2]);
  else points.push([to.u - to.along / 2, track]);
  return points;
}

/** The longest piece, and the distance to its start. @param {Points} points */
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
