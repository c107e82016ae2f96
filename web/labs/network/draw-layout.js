/**
 * Positions of a network's nodes: from left to right if there is room, else from top to bottom. Queries, keys and values have separate
 * tracks; parameters stand beside their readers. The layout always runs along u with v across; drawing rotates it if necessary.
 *
 * @typedef {import("./state.js").NetworkNode} NetworkNode
 * @typedef {import("./state.js").Operand} Operand
 * @typedef {{ along: number, across: number }} Size
 * @typedef {Size & { u: number, v: number }} Place  centre and size
 * @typedef {{ x: number, y: number, w: number, h: number }} Box  the same in drawing coordinates
 *
 * @typedef {object} Layout
 * @property {ReadonlyMap<string, Place>} places
 * @property {ReadonlyMap<Operand, number>} ports  for each operand, the distance across from its source's centre to its port
 * @property {(row: number) => number} trackAt v of a track
 * @property {boolean} isDown
 * @property {number} width
 * @property {number} height
 */

export const PITCH = 10; // px between legs
export const OUT = 46; // px, length of open legs
const BOX = { w: 62, h: 46 };
const GAP = 50; // px between two nodes along u, room for four letters in a row
const MOST = 190; // px, largest distance between nodes along u
const BESIDE = 20; // px between parameters and their readers
const ASIDE = 12; // px between parameters and the next track
const WIDEST = 168; // px between tracks
const BUNDLE = 28; // px on either side of a track, for its legs
const EDGE = 4;
const PAD = 7;
const LINE = 15;
const LETTER = 7.6; // px, width of a monospace letter

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

/** The lines of a node's name. @param {NetworkNode} node */
export function linesOf({ id, step, biases }) {
  if (!step) return id.split(" ").map((name) => name.replace("w", "W_"));
  return [...id.split("_"), ...(biases.length ? ["+ b"] : [])];
}

/** Distances across from a node's centre to the port of each operand, in the order of their tracks. @param {readonly NetworkNode[]} nodes */
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

/** Room across. @param {Operand} operand */
const roomOf = ({ legs }) => legs.length * PITCH + PAD;

/**
 * Room for a node's name, and for the legs on each side.
 * @param {NetworkNode} node @param {ReadonlyMap<Operand, number>} ports @param {boolean} isDown @returns {Size}
 */
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
