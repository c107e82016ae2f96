import { path, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import {
  BESIDE,
  LINE,
  PLUS,
  VALUE,
  centre,
  featureAt,
  plusMarks,
  scaleMarks,
  squareMarks,
  squareOf,
} from "./draw.js";
import { rowOfStop, stopsOf, widthOfStop } from "./state-pair.js";

/**
 * The encoder and the decoder beside each other, or above each other where there is no room: two residual streams from top to bottom, with
 * branches on the inner side. A line brings what the encoder says to the cross-attention of the decoder.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/scale.js").Scale} Scale
 * @typedef {import("./state-pair.js").Side} Side
 * @typedef {import("./state-pair.js").Stop} Stop
 * @typedef {import("./draw.js").Square} Square
 *
 * @typedef {object} PairView
 * @property {{ source: Side, target: Side }} pair
 * @property {{ source: number, target: number }} tokens  whose rows are shown
 * @property {number} feature   the selected one of d_model
 * @property {{ source: string, target: string, memory: string }} said  headings of the two, and the name of the line between them
 * @property {Readonly<Record<import("./state-pair.js").PairStation, string>>} names
 * @property {Readonly<Record<import("./state-pair.js").Quantity, string>>} scales  names of the scales
 *
 * @typedef {Square & { stop: Stop }} Tile
 *
 * @typedef {object} Column   one side of the picture
 * @property {Side} side
 * @property {number} token
 * @property {string} heading
 * @property {number} top
 * @property {(x: number) => number} across  from the distance from its stream's outer edge to x in the picture
 * @property {boolean} isMirrored            whether branches are at the left of the stream
 * @property {Tile[]} streams
 * @property {Tile[][]} branches
 * @property {Tile} last
 */

/** Largest squares first: px of squares of d_model numbers and of the MLP's, and the least px between two squares. */
const SIZES = [
  { narrow: 56, wide: 72, gap: 24 },
  { narrow: 40, wide: 48, gap: 12 },
  { narrow: 32, wide: 32, gap: 8 },
];
const NUMBER = "−0.00123"; // as wide as numbers are
const SPACE = 6; // px between a stream's number and the branches
const GAP = 64; // px, at most, between squares of a branch
const BETWEEN = 110; // px between the encoder and the decoder
const HEADING = 28; // px
const BELOW = 8; // px between the number below a square and the line under it
const EDGE = 12; // px from the last square of a branch to the outer end of its line
const APART = 28; // px between the encoder and the decoder below it
const ARROW = 6; // px

/** @param {PairView} view @param {Surface} surface @returns {import("./draw.js").BlockScene} */
export function pairScene(view, surface) {
  const columns = columnsOf(view, surface);
  const tiles = columns.flatMap(tilesOf);
  const scales = scalesOf(view);
  const bottom = Math.max(...tiles.map(({ y, side }) => y + side)) + VALUE + 14;
  const legend = scaleMarks(view.scales, scales, bottom, surface);
  return {
    width: surface.width,
    height: Math.ceil(legend.bottom),
    marks: [
      ...columns.flatMap((column) => lineMarks(column, surface)),
      ...memoryMarks(columns, view.said.memory, surface),
      ...columns.flatMap((column) => columnMarks(column, view, scales, surface)),
      ...legend.marks,
    ],
    hit: (x, y) => featureAt(tiles, widthOfStop(view.pair.source.last), x, y),
  };
}

/** @param {Column} column */
const tilesOf = ({ streams, branches, last }) => [...streams, ...branches.flat(), last];

/** @param {PairView} view @returns {Record<string, Scale>} */
function scalesOf({ pair, tokens }) {
  /** @type {Partial<Record<string, Float32Array[]>>} */
  const rows = { stream: [], norm: [], mlp: [] };
  for (const key of /** @type {const} */ (["source", "target"]))
    for (const stop of stopsOf(pair[key])) rows[stop.quantity]?.push(rowOfStop(stop, tokens[key]));
  return Object.fromEntries(Object.entries(rows).map(([kind, each]) => [kind, scaleOf(each ?? [], false)]));
}

/** The largest squares that fit, beside each other if any do. @param {PairView} view @param {Surface} surface @returns {[Column, Column]} */
function columnsOf(view, surface) {
  const { pair, tokens, said } = view;
  const fitting = (/** @type {number} */ room) =>
    SIZES.find((size) => widthOfColumn(view, size, surface) <= room);
  const half = (surface.width - BETWEEN) / 2;
  const isBeside = Boolean(fitting(half) && fitting(half) !== SIZES[SIZES.length - 1]);
  const room = isBeside ? half : surface.width;
  const size = fitting(room) ?? SIZES[SIZES.length - 1];
  const place = (
    /** @type {"source" | "target"} */ key,
    /** @type {number} */ top,
    /** @type {boolean} */ isMirrored,
  ) =>
    placeColumn(view, size, surface, {
      ...{ side: pair[key], token: tokens[key], heading: said[key], top, isMirrored },
      ...{ room, across: (x) => (isMirrored ? surface.width - x : x) },
    });
  const source = place("source", 0, false);
  const below = source.last.y + source.last.side + VALUE + APART;
  return [source, place("target", isBeside ? 0 : below, isBeside)];
}

/** Where branches begin: after a stream's square, its name and its number. @param {PairView} view @param {typeof SIZES[number]} size @param {Surface} surface */
function branchAt({ pair, names }, size, { measure }) {
  const said = [NUMBER, ...pair.target.streams.map(({ name }) => names[name])];
  return size.narrow + BESIDE + Math.ceil(Math.max(...said.map((each) => measure(each, 12.5)))) + SPACE;
}

/** @param {Stop} stop @param {number} dModel @param {typeof SIZES[number]} size */
const squareFor = (stop, dModel, size) =>
  squareOf(widthOfStop(stop), widthOfStop(stop) > dModel ? size.wide : size.narrow);

/** The least width of a side. @param {PairView} view @param {typeof SIZES[number]} size @param {Surface} surface */
function widthOfColumn(view, size, surface) {
  const { branches, last } = view.pair.target;
  const dModel = widthOfStop(last);
  const widths = branches.map((branch) =>
    branch.reduce((sum, stop) => sum + squareFor(stop, dModel, size).side + size.gap, -size.gap),
  );
  return branchAt(view, size, surface) + Math.max(...widths) + EDGE + 2;
}

/**
 * @param {PairView} view @param {typeof SIZES[number]} size @param {Surface} surface
 * @param {Omit<Column, "streams" | "branches" | "last"> & { room: number }} column @returns {Column}
 */
function placeColumn(view, size, surface, column) {
  const { side, across, isMirrored, room } = column;
  const start = branchAt(view, size, surface);
  const dModel = widthOfStop(side.last);
  const tile = (/** @type {Stop} */ stop, /** @type {number} */ from, /** @type {number} */ y) => {
    const square = squareFor(stop, dModel, size);
    return { ...square, stop, x: across(from) - (isMirrored ? square.side : 0), y };
  };
  let y = column.top + HEADING;
  /** @type {Tile[]} */
  const streams = [];
  const branches = side.branches.map((branch, i) => {
    streams.push(tile(side.streams[i], 0, y));
    const top = y + Math.round(0.75 * size.narrow);
    const sides = branch.map((stop) => squareFor(stop, dModel, size).side);
    const sum = sides.reduce((a, b) => a + b);
    const gap = Math.min(GAP, (room - start - EDGE - 2 - sum) / (branch.length - 1));
    let from = start;
    const tiles = branch.map((stop, at) => {
      const one = tile(stop, from, top);
      from += sides[at] + gap;
      return one;
    });
    y = top + Math.max(...sides) + VALUE + BELOW + PLUS + 8;
    return tiles;
  });
  streams.push(tile(side.streams[side.streams.length - 1], 0, y));
  return { ...column, streams, branches, last: tile(side.last, start, y + Math.round(0.75 * size.narrow)) };
}

/** @param {Column} column @param {PairView} view @param {Record<string, Scale>} scales @param {Surface} surface @returns {Mark[]} */
function columnMarks(column, { names, feature, pair }, scales, { palette }) {
  const { heading, top, across, isMirrored, token, streams } = column;
  const dModel = widthOfStop(pair.source.last);
  return [
    text({
      ...{ x: across(0), y: top + 14, text: heading, size: 13, bold: true, fill: palette.ink },
      align: isMirrored ? "end" : "start",
    }),
    ...tilesOf(column).flatMap((tile) => {
      const isStream = streams.includes(tile);
      return squareMarks(
        tile,
        {
          ...{
            row: rowOfStop(tile.stop, token),
            scale: scales[tile.stop.quantity],
            text: names[tile.stop.name],
          },
          ...{ bold: isStream, said: isStream ? (isMirrored ? "left" : "right") : "around" },
          feature: tile.width > dModel ? null : feature,
        },
        palette,
      );
    }),
  ];
}

/** The stream of a side, its branches, and the line to its last norm. @param {Column} column @param {Surface} surface @returns {Mark[]} */
function lineMarks({ streams, branches, last, isMirrored }, { palette }) {
  const out = isMirrored ? -1 : 1; // the direction from the stream to the branches
  const [first, end] = [centre(streams[0]), centre(streams[streams.length - 1])];
  const line = (/** @type {string} */ d) => path({ d, stroke: palette.muted, line: LINE.branch });
  const leaving = (/** @type {Tile} */ from, /** @type {Tile} */ to) => {
    const [a, b] = [centre(from), centre(to)];
    return line(`M${a.x} ${from.y + from.side}Q${a.x} ${b.y} ${b.x - (out * to.side) / 2} ${b.y}`);
  };
  return [
    path({ d: `M${first.x} ${first.y}L${end.x} ${end.y}`, stroke: palette.axis.model, line: LINE.stream }),
    ...branches.flatMap((branch, i) => {
      const [from, to] = [branch[0], branch[branch.length - 1]];
      const { y } = centre(from);
      const plus = { x: first.x, y: streams[i + 1].y - PLUS - 8 };
      const edge = outerEdge(to, isMirrored);
      const [far, low] = [edge + out * EDGE, to.y + 0.75 * to.side];
      return [
        leaving(streams[i], from),
        line(`M${centre(from).x} ${y}L${centre(to).x} ${y}`),
        line(
          `M${edge} ${low}Q${far} ${low} ${far} ${low + EDGE}L${far} ${plus.y - EDGE}Q${far} ${plus.y} ${far - out * EDGE} ${plus.y}L${plus.x} ${plus.y}`,
        ),
        ...plusMarks(plus, palette),
      ];
    }),
    leaving(streams[streams.length - 1], last),
  ];
}

/** The edge of a square that is away from its stream. @param {Square} square @param {boolean} isMirrored */
const outerEdge = ({ x, side }, isMirrored) => (isMirrored ? x : x + side);

/** The line from the encoder's last norm to the cross-attention. @param {readonly Column[]} columns @param {string} name @param {Surface} surface @returns {Mark[]} */
function memoryMarks([source, target], name, { palette, width }) {
  const farthest = Math.max(...[source, target].flatMap(tilesOf).map(({ x, side }) => x + side));
  const [, crossing] = target.branches;
  const cross = crossing[crossing.length - 1];
  const start = { x: outerEdge(source.last, false), y: centre(source.last).y };
  const end = { x: outerEdge(cross, target.isMirrored), y: cross.y + 0.25 * cross.side };
  const turn = target.isMirrored ? width / 2 : Math.min(farthest + 2 * EDGE, width - EDGE / 2);
  const [down, back] = [Math.sign(end.y - start.y), Math.sign(end.x - turn)];
  const stroke = palette.ink;
  return [
    path({
      d: `M${start.x} ${start.y}L${turn - EDGE} ${start.y}Q${turn} ${start.y} ${turn} ${start.y + down * EDGE}L${turn} ${end.y - down * EDGE}Q${turn} ${end.y} ${turn + back * EDGE} ${end.y}L${end.x - back * 3} ${end.y}`,
      ...{ stroke, line: 1.5 },
    }),
    path({
      d: `M${end.x - back * (3 + ARROW)} ${end.y - ARROW / 1.5}L${end.x - back * 3} ${end.y}L${end.x - back * (3 + ARROW)} ${end.y + ARROW / 1.5}`,
      ...{ stroke, line: 1.5 },
    }),
    text({ x: start.x + BESIDE, y: start.y - 6, text: name, fill: palette.muted, size: 12.5 }),
  ];
}
