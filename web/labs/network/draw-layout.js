/**
 * Where the nodes of a network stand: from left to right where there is room, else from top to bottom; queries, keys and values each in a
 * track of their own, parameters beside what reads them. It is laid out as if it ran to the right, u along it and v across; what runs down
 * is turned when it is drawn.
 *
 * @typedef {import("./state.js").NetworkNode} NetworkNode
 * @typedef {import("./state.js").Operand} Operand
 * @typedef {{ along: number, across: number }} Size
 * @typedef {Size & { u: number, v: number }} Place  its middle, and its size
 * @typedef {{ x: number, y: number, w: number, h: number }} Box  the same where it is drawn
 *
 * @typedef {object} Layout
 * @property {ReadonlyMap<string, Place>} places
 * @property {ReadonlyMap<Operand, number>} ports  how far across from its source's middle each leaves that
 * @property {(row: number) => number} trackAt  its v
 * @property {boolean} isDown
 * @property {number} width
 * @property {number} height
 */

export const PITCH = 10; // px between legs
export const OUT = 46; // px of what is left open
const BOX = { w: 62, h: 46 };
const GAP = 50; // px between two nodes along: four letters stand there one after the other
const MOST = 190; // px from node to node along
const BESIDE = 20; // px between parameters and what reads them
const ASIDE = 12; // px between these and the next track
const WIDEST = 168; // px from track to track
const BUNDLE = 28; // px that the legs of a track need on either side of it
const EDGE = 4;
const PAD = 7;
const LINE = 15;
const LETTER = 7.6; // px, of a monospace

/** @param {readonly NetworkNode[]} nodes @param {import("../../kit/draw/marks.js").Surface} surface @returns {Layout} */
export function layoutOf(nodes, { width }) {
  const deepest = Math.max(...nodes.map(({ depth }) => depth));
  const isDown = width < (deepest + 1) * (BOX.w + GAP) + OUT;
  const ports = portsOf(nodes);
  const sizes = new Map(nodes.map((node) => [node.id, sizeOf(node, ports, isDown)]));
  const most = (/** @type {keyof Size} */ side, /** @type {(node: NetworkNode) => boolean} */ which) =>
    Math.max(0, ...nodes.filter(which).map(({ id }) => /** @type {Size} */ (sizes.get(id))[side]));
  const along = most("along", ({ step }) => step !== null);
  const half = Math.max(
    BUNDLE,
    most("across", ({ row, step }) => step !== null && row !== 1 && row % 1 === 0) / 2,
  );
  const beside = BESIDE + most("across", ({ row, step }) => !step && row === 0);
  const track = isDown
    ? Math.min(WIDEST, (width - 2 * EDGE - beside - 2 * half) / 2)
    : 2 * half + beside + ASIDE;
  const far = (width - along - OUT - 2 * EDGE) / Math.max(1, deepest);
  const pitch = isDown ? along + GAP : Math.min(MOST, far);
  const placed = nodes.map((node) => {
    const size = /** @type {Size} */ (sizes.get(node.id));
    const reader = nodes.find((each) => !node.step && each.operands.some(({ from }) => from === node.id));
    const aside = reader ? (Number(sizes.get(reader.id)?.across) + size.across) / 2 + BESIDE : 0;
    return { id: node.id, ...size, u: EDGE + along / 2 + node.depth * pitch, v: node.row * track - aside };
  });
  const low = Math.min(-BUNDLE, ...placed.map(({ v, across }) => v - across / 2));
  const high = Math.max(2 * track + BUNDLE, ...placed.map(({ v, across }) => v + across / 2));
  const begin = isDown ? (width - low - high) / 2 : EDGE - low;
  return {
    ...{ ports, isDown, width, trackAt: (row) => begin + row * track },
    places: new Map(placed.map(({ id, ...place }) => [id, { ...place, v: begin + place.v }])),
    height: Math.ceil(isDown ? along + deepest * pitch + OUT + 2 * EDGE : high - low + 2 * EDGE),
  };
}

/** @param {Place} place @param {boolean} isDown @returns {Box} */
export const boxAt = ({ u, v, along, across }, isDown) =>
  isDown ? { x: v, y: u, w: across, h: along } : { x: u, y: v, w: along, h: across };

/** A node's name, in lines. @param {NetworkNode} node */
export function linesOf({ id, step, biases }) {
  if (!step) return id.split(" ").map((name) => name.replace("w", "W_"));
  return [...id.split("_"), ...(biases.length ? ["+ b"] : [])];
}

/** Each operand that leaves a node by itself, in the order of the tracks they go to. @param {readonly NetworkNode[]} nodes */
function portsOf(nodes) {
  const ports = new Map();
  for (const { id } of nodes) {
    const leaving = nodes
      .flatMap(({ operands }) => operands)
      .filter(({ from }) => from === id)
      .sort((a, b) => a.row - b.row);
    const wide = leaving.map(roomOf);
    let at = -wide.reduce((sum, each) => sum + each, 0) / 2;
    leaving.forEach((operand, i) => {
      ports.set(operand, at + wide[i] / 2);
      at += wide[i];
    });
  }
  return ports;
}

/** Across. @param {Operand} operand */
const roomOf = ({ legs }) => legs.length * PITCH + PAD;

/** Room for its name, and for its legs on each side. @param {NetworkNode} node @param {ReadonlyMap<Operand, number>} ports @param {boolean} isDown @returns {Size} */
function sizeOf(node, ports, isDown) {
  const lines = linesOf(node);
  const name = {
    w: Math.max(...lines.map(({ length }) => length)) * LETTER + PAD,
    h: lines.length * LINE + PAD,
  };
  const size = isDown ? { along: name.h, across: name.w } : { along: name.w, across: name.h };
  if (!node.step) return { ...size, along: Math.max(size.along, 30) };
  const enters = node.operands.map(roomOf);
  const leaves = [...ports].flatMap(([operand]) => (operand.from === node.id ? [roomOf(operand)] : []));
  return {
    along: Math.max(size.along, isDown ? BOX.h : BOX.w, ...enters),
    across: Math.max(
      size.across,
      isDown ? 0 : BOX.h,
      ...enters,
      leaves.reduce((sum, each) => sum + each, 0),
    ),
  };
}
