import { path, rect, text } from "../../kit/draw/marks.js";
import { axisColor, axisKind } from "../../kit/draw/palette.js";
import { linesOfLegs, dashPath, distanceTo, outlineBox, pointAlong, roundedPath } from "./draw-lines.js";
import { boxAt, layoutOf, linesOf } from "./draw-layout.js";

/**
 * A layer as a tensor network: a tensor is a box, an index is a line in its axis's colour, and a summed index is a thick line with both
 * ends in the same product.
 *
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("./state.js").NetworkNode} NetworkNode
 * @typedef {import("./state.js").Leg} Leg
 * @typedef {import("./state.js").Standing} Standing
 * @typedef {import("./draw-layout.js").Box} Box
 *
 * @typedef {object} NetworkView
 * @property {readonly NetworkNode[]} nodes
 * @property {ReadonlyMap<string, Standing>} standing
 * @property {string | null} lit   kind of the hovered axis
 * @property {string} at           the current node
 * @property {string | null} [last]  the node contracted just now
 *
 * @typedef {import("../../kit/draw/marks.js").Scene & {
 *   hit: (x: number, y: number) => { node: string | null, leg: Leg | null },
 *   next: (from: string, dx: number, dy: number) => string,
 *   flight: () => import("../../kit/draw/motion.js").Flight | null }} NetworkScene  next: the neighbour in a direction
 */

const LETTER = 12; // px, including the space around it
const NEAR = 6; // px, distance at which a leg is hovered
const FLIES = { w: 30, h: 20 };

/** @param {NetworkView} view @param {Surface} surface @returns {NetworkScene} */
export function networkScene({ nodes, standing, lit, at, last = null }, surface) {
  const layout = layoutOf(nodes, surface);
  const lines = linesOfLegs(nodes, standing, layout);
  const boxes = new Map(Array.from(layout.places, ([id, place]) => [id, boxAt(place, layout.isDown)]));
  const boxOf = (/** @type {NetworkNode} */ { id }) => /** @type {Box} */ (boxes.get(id));
  const isGone = ({ id = "" }) => standing.get(id) === "gone";
  const shown = nodes.filter((node) => !isGone(node));
  const worked = nodes.find(({ id }) => id === last);
  return {
    ...{ width: layout.width, height: layout.height },
    marks: [
      ...nodes.filter(isGone).flatMap((node) => nameMarks(node, boxOf(node), surface.palette.muted, false)),
      ...lines.map((line) => lineMark(line, lit, surface)),
      ...lines.flatMap((line) => letterMarks(line, surface)),
      ...shown.flatMap((node) => boxMarks(node, standing.get(node.id), boxOf(node), surface)),
      ...shown.filter(({ id }) => id === at).map((node) => frameMark(boxOf(node), surface)),
    ],
    hit(x, y) {
      const node = shown.find((each) => isIn(boxOf(each), x, y));
      if (node) return { node: node.id, leg: null };
      const near = lines.map(({ leg, reader, points }) => ({ leg, reader, far: distanceTo(points, x, y) }));
      const [line] = near.sort((a, b) => a.far - b.far);
      if (!line || line.far > NEAR) return { node: null, leg: null };
      return { node: line.leg.isSummed ? line.reader : null, leg: line.leg };
    },
    next: (from, dx, dy) =>
      nextOf(new Map(shown.map((node) => [node.id, boxOf(node)])), boxes.get(from), dx, dy) ?? from,
    flight: () => (worked ? flightTo(worked, boxes, surface) : null),
  };
}

/** @param {Box} box @param {number} x @param {number} y */
const isIn = (box, x, y) => Math.abs(x - box.x) <= box.w / 2 && Math.abs(y - box.y) <= box.h / 2;

/**
 * The nearest node in a direction. Distance across the direction counts twice.
 * @param {ReadonlyMap<string, Box>} boxes @param {Box | undefined} from @param {number} dx @param {number} dy
 */
function nextOf(boxes, from, dx, dy) {
  if (!from) return undefined;
  const ways = Array.from(boxes, ([id, { x, y }]) => {
    const [along, aside] = [
      dx * (x - from.x) + dy * (y - from.y),
      Math.abs(dy * (x - from.x) + dx * (y - from.y)),
    ];
    return { id, far: along > 1 ? along + 2 * aside : Infinity };
  }).sort((a, b) => a.far - b.far);
  return ways[0]?.far < Infinity ? ways[0].id : undefined;
}

/** @param {import("./draw-lines.js").Line} line @param {string | null} lit @param {Surface} surface */
function lineMark({ leg, points }, lit, { palette }) {
  const stroke = axisColor(palette, leg.axis);
  const line = (leg.isSummed ? 3.5 : 1.5) + (lit === axisKind(leg.axis) ? 2 : 0);
  return path({ d: leg.isShared ? dashPath(points) : roundedPath(points), stroke, line });
}

/** @param {import("./draw-lines.js").Line} line @param {Surface} surface */
function letterMarks({ leg, points, letter }, { palette }) {
  const { x, y } = pointAlong(points, letter);
  const half = LETTER / 2;
  return [
    rect({ x: x - half + 1, y: y - half, w: LETTER - 2, h: LETTER, fill: palette.paper }),
    text({
      ...{ x, y: y + 3.5, text: leg.letter, align: "middle", mono: true, bold: leg.isSummed },
      fill: axisColor(palette, leg.axis),
    }),
  ];
}

/** @param {NetworkNode} node @param {Standing | undefined} standing @param {Box} box @param {Surface} surface */
function boxMarks(node, standing, { x, y, w, h }, { palette }) {
  const radius = node.kind === "function" ? 18 : 7;
  const around = { x: x - w / 2, y: y - h / 2, w, h, radius };
  const ink = standing === "waiting" ? palette.muted : palette.ink;
  const isMade = standing === "standing";
  const edge = isMade
    ? rect({ ...around, stroke: ink, line: 1.5 })
    : path({ d: dashPath(outlineBox(around), standing === "ready" ? 6 : 2.5), stroke: ink, line: 1.5 });
  return [
    rect({ ...around, fill: isMade ? palette.card : palette.paper }),
    edge,
    ...nameMarks(node, { x, y, w, h }, ink, isMade),
  ];
}

/** @param {NetworkNode} node @param {Box} box @param {string} fill @param {boolean} bold */
function nameMarks(node, { x, y }, fill, bold) {
  const lines = linesOf(node);
  return lines.map((line, i) =>
    text({
      ...{ x, y: y + 4.5 + (i - (lines.length - 1) / 2) * 15, text: line },
      ...{ align: /** @type {const} */ ("middle"), mono: true, bold, fill },
    }),
  );
}

/** A frame around the current node. @param {Box} box @param {Surface} surface */
const frameMark = ({ x, y, w, h }, { palette }) =>
  rect({ x: x - w / 2 - 4, y: y - h / 2 - 4, w: w + 8, h: h + 8, radius: 10, stroke: palette.ink, line: 2 });

/** Animates a node's inputs to its position. @param {NetworkNode} node @param {ReadonlyMap<string, Box>} boxes @param {Surface} surface */
function flightTo(node, boxes, { palette }) {
  const middle = (/** @type {string} */ id) => {
    const { x, y } = /** @type {Box} */ (boxes.get(id));
    return [x - FLIES.w / 2, y - FLIES.h / 2, FLIES.w, FLIES.h];
  };
  return {
    from: Float32Array.from(node.operands.flatMap(({ from }) => middle(from))),
    to: Float32Array.from(node.operands.flatMap(() => middle(node.id))),
    rgba: Uint32Array.from(node.operands, () => palette.model[200]),
  };
}
