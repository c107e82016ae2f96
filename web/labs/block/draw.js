import { legendMarks, legendWidth, formatNumber } from "../../kit/draw/legend.js";
import { cells, rect, text, path } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { rowOf, stationsOf, widthOf, branchesOf } from "./state.js";

/** @import { BlockSteps } from "./state.js" */

export const PLUS = 8; // px, radius
/** Empty space in px around a square, where no line is drawn. */
const CLEAR = 4;
const APART = 18; // px between the stream and a parallel line
const TURN = 48; // height in px of the curve from the stream to a branch, in the vertical layout
export const LINE = { stream: 2.5, branch: 1.25 };

/**
 * A block as a line with two branches: the residual stream, and what attention and the MLP add to it. Each station shows one word's row as
 * a square of cells. From left to right or, where that is too wide, from top to bottom.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/scale.js").Scale} Scale
 * @typedef {import("./state.js").Station} Station
 *
 * @typedef {object} BlockView
 * @property {import("./state.js").BlockSteps} steps
 * @property {number} token    whose rows are shown
 * @property {number} feature  the selected one of d_model
 * @property {Readonly<Record<Station, string>>} names
 * @property {Readonly<Record<keyof typeof SCALED, string>>} scales  names of the scales
 *
 * @typedef {object} Tile   a station in the picture
 * @property {Station} name
 * @property {import("./state.js").Track} track
 * @property {number} x     left edge of the cells
 * @property {number} y
 * @property {number} side  width and height of the cells
 * @property {number} count cells in a row of the square
 * @property {number} width of the row, in numbers
 *
 * @typedef {Omit<Tile, "name" | "track">} Square
 *
 * @typedef {import("../../kit/draw/marks.js").Scene & { hit: (x: number, y: number) => number | null }} BlockScene
 */

/** Stations that share a scale, since they show the same quantity. @type {Readonly<Record<"stream" | "norm" | "mlp", readonly Station[]>>} */
const SCALED = {
  stream: [
    "before",
    "attention",
    "attentionNormed",
    "middle",
    "middleNormed",
    "down",
    "downNormed",
    "after",
    "afterNormed",
  ],
  norm: ["normed", "mlpNormed"],
  mlp: ["router", "up", "activated", "gated"],
};

const WIDE = 760; // px of the surface from which the line runs from left to right
const LARGE = 1100; // px from which the squares are larger
const SIDES = { usual: { narrow: 56, wide: 72 }, large: { narrow: 72, wide: 96 } }; // px of squares of d_model numbers and of the MLP's
const GAP = { most: 72, least: 20 }; // px between squares
export const NAME = 18; // px above a square
export const VALUE = 17; // px below a square
const LOW = 130; // least distance in px between the tops of two rows of squares
const LOW_GAP = 23; // least distance in px between the numbers of a row and the names of the next
const BRANCH = 168; // left edge of a branch in px, in the vertical layout
export const BESIDE = 10; // px between a square and its name
const LEGEND = { bar: 96, short: 64, line: 20, gap: 28 }; // px; short: a bar where there is little room

/** @param {BlockView} view @param {Surface} surface @returns {BlockScene} */
export function blockScene(view, surface) {
  const across = tilesAcross(view, surface.width);
  const tiles = across ?? tilesDown(view, surface);
  const scales = scalesOf(view);
  const bottom = Math.max(...tiles.map(({ y, side }) => y + side)) + VALUE + 14;
  const legend = scaleMarks(view.scales, scales, bottom, surface);
  const isWide = across !== null;
  return {
    width: surface.width,
    height: Math.ceil(legend.bottom),
    marks: [
      ...lineMarks(tiles, view.steps, isWide, surface),
      ...tiles.flatMap((tile) => tileMarks(tile, view, scales, isWide, surface)),
      ...legend.marks,
    ],
    hit: (x, y) => featureAt(tiles, widthOf(view.steps, "before"), x, y),
  };
}

/** The scales of the stations that the block has. @param {BlockView} view @returns {Record<string, Scale>} */
function scalesOf({ steps, token }) {
  const all = Object.entries(SCALED).map(([kind, names]) => {
    const rows = names.flatMap((name) => (steps[name] ? [rowOf(steps, name, token)] : []));
    return [kind, rows.length ? scaleOf(rows, false) : null];
  });
  return Object.fromEntries(all.filter(([, scale]) => scale));
}

/** @param {Station} station */
const kindOf = (station) =>
  Object.entries(SCALED).find(([, names]) => names.includes(station))?.[0] ?? "stream";

/** @param {BlockView} view @param {typeof SIDES.usual} sides */
function sizedTiles({ steps }, sides) {
  return stationsOf(steps).map(({ name, track }) => {
    const width = widthOf(steps, name);
    return { name, track, ...squareOf(width, width > widthOf(steps, "before") ? sides.wide : sides.narrow) };
  });
}

/** Whole pixels for each cell. @param {number} width of the row, in numbers @param {number} most px of the square */
export function squareOf(width, most) {
  const count = Math.ceil(Math.sqrt(width));
  return { width, count, side: Math.max(2, Math.floor(most / count)) * count };
}

/** Null if the stations do not fit beside each other. @param {BlockView} view @param {number} width @returns {Tile[] | null} */
function tilesAcross(view, width) {
  if (width < WIDE) return null;
  const all = sizedTiles(view, width < LARGE ? SIDES.usual : SIDES.large);
  // In a parallel block, both branches leave the same square. The branch of the MLP is longer; it stands below the branch of attention.
  const isParallel = !view.steps.middle;
  const isApart = (/** @type {typeof all[number]} */ { track }) => isParallel && track === "attention";
  const longest = all.filter((tile) => !isApart(tile));
  const sum = longest.reduce((total, { side }) => total + side, 0);
  const gap = Math.min(GAP.most, (width - sum) / (longest.length - 1));
  if (gap < GAP.least) return null;
  const low = Math.max(LOW, longest[0].side + NAME + VALUE + LOW_GAP);
  const rows = { stream: 0, attention: 1, mlp: isParallel ? 2 : 1 };
  const placed = (/** @type {typeof all} */ tiles, /** @type {number} */ from) => {
    let left = from;
    return tiles.map((tile) => {
      const x = left;
      left += tile.side + gap;
      return { ...tile, x, y: NAME + low * rows[tile.track] };
    });
  };
  return [...placed(longest, 0), ...placed(all.filter(isApart), longest[0].side + gap)];
}

/** @param {BlockView} view @param {Surface} surface @returns {Tile[]} */
function tilesDown(view, { width, measure }) {
  const all = sizedTiles(view, SIDES.usual);
  const branches = all.filter(({ track }) => track !== "stream");
  const beside = Math.max(...branches.map(({ name, side }) => side + BESIDE + measure(view.names[name])));
  const branch = Math.min(BRANCH, width / 2, width - beside);
  let top = 0;
  return all.map((tile) => {
    const y = top + NAME;
    top = y + tile.side + VALUE + 10;
    return { ...tile, x: tile.track === "stream" ? 0 : branch, y };
  });
}

/**
 * @param {Tile} tile @param {BlockView} view @param {Record<string, Scale>} scales @param {boolean} isWide @param {Surface} surface
 * @returns {Mark[]}
 */
function tileMarks(tile, { steps, token, feature, names }, scales, isWide, { palette }) {
  const { name, track, width } = tile;
  return squareMarks(
    tile,
    {
      ...{ row: rowOf(steps, name, token), scale: scales[kindOf(name)], text: names[name] },
      ...{ bold: track === "stream", said: isWide ? "around" : "right" },
      feature: width > widthOf(steps, "before") ? null : feature,
    },
    palette,
  );
}

/**
 * A row as a square of cells, with its name and the selected number, or the number of features if none is selected.
 * @param {Square} square
 * @param {{ row: Float32Array, scale: Scale, text: string, bold: boolean, said: "around" | "left" | "right", feature: number | null }} what said: where name and number stand
 * @param {import("../../kit/draw/palette.js").Palette} palette
 * @returns {Mark[]}
 */
export function squareMarks({ x, y, side, count }, { row, scale, text: name, bold, said, feature }, palette) {
  const cell = side / count;
  const rgba = Uint32Array.from({ length: count * count }, (_, i) =>
    i < row.length ? palette.model[scale.index(row[i])] : 0,
  );
  const label = { size: 12.5, fill: palette.ink };
  const [nameAt, valueAt] =
    said === "around" ? [y - 7, y + side + VALUE - 1] : [y + side / 2 - 3, y + side / 2 + 15];
  const at = {
    around: { x: x + side / 2, align: /** @type {const} */ ("middle") },
    right: { x: x + side + BESIDE, align: /** @type {const} */ ("start") },
    left: { x: x - BESIDE, align: /** @type {const} */ ("end") },
  }[said];
  return [
    rect({
      ...{ x: x - CLEAR, y: y - CLEAR, w: side + 2 * CLEAR, h: side + 2 * CLEAR },
      ...{ radius: 3, fill: palette.paper },
    }),
    cells({ x, y, rows: count, cols: count, cw: cell, ch: cell, gap: cell > 6 ? 1 : 0.5, rgba }),
    text({ ...label, ...at, y: nameAt, text: name, bold }),
    text({
      ...{
        ...label,
        ...at,
        y: valueAt,
        text: feature === null ? `${row.length}` : formatNumber(row[feature]),
      },
      ...{ mono: true, fill: feature === null ? palette.muted : palette.ink },
    }),
    ...(feature === null
      ? []
      : [
          rect({
            ...{ x: x + (feature % count) * cell - 0.5, y: y + Math.floor(feature / count) * cell - 0.5 },
            ...{ w: cell, h: cell, stroke: palette.ink, line: 1.5, radius: 1 },
          }),
        ]),
  ];
}

/** A colour bar for each scale, side by side where there is room. @param {BlockView["scales"]} names @param {Record<string, Scale>} scales @param {number} top @param {Surface} surface */
export function scaleMarks(names, scales, top, surface) {
  const { palette, measure, width } = surface;
  const bar = width < WIDE ? LEGEND.short : LEGEND.bar;
  let [x, y] = [0, top];
  /** @type {Mark[]} */
  const marks = [];
  for (const [kind, scale] of Object.entries(scales)) {
    const name = names[/** @type {keyof typeof SCALED} */ (kind)];
    const named = measure(name) + 8;
    const wide = named + legendWidth(surface, scale, bar);
    if (x > 0 && x + wide > width) [x, y] = [0, y + LEGEND.line];
    marks.push(
      text({ x, y: y + 9, text: name, fill: palette.muted }),
      ...legendMarks(surface, scale, palette.model, {
        x: x + named,
        y,
        width: bar,
        room: wide - named,
      }),
    );
    x += wide + LEGEND.gap;
  }
  return { marks, bottom: y + LEGEND.line };
}

/** The feature whose cell is at a place, in a row of so many numbers. @param {readonly Square[]} tiles @param {number} width @param {number} x @param {number} y */
export function featureAt(tiles, width, x, y) {
  for (const tile of tiles) {
    if (tile.width !== width) continue;
    const cell = tile.side / tile.count;
    const [col, row] = [Math.floor((x - tile.x) / cell), Math.floor((y - tile.y) / cell)];
    const feature = row * tile.count + col;
    if (col >= 0 && row >= 0 && col < tile.count && row < tile.count && feature < width) return feature;
  }
  return null;
}

/** The stream, and the branches that leave it and come back to it at a plus. @param {readonly Tile[]} tiles @param {BlockSteps} steps @param {boolean} isWide @param {Surface} surface @returns {Mark[]} */
function lineMarks(tiles, steps, isWide, { palette }) {
  const at = (/** @type {Station} */ name) => /** @type {Tile} */ (tiles.find((tile) => tile.name === name));
  const stream = tiles.filter(({ track }) => track === "stream");
  const [from, to] = [stream[0], stream[stream.length - 1]].map(centre);
  const branches = branchesOf(steps);
  const sums = new Set(Object.values(branches).map((branch) => branch.to));
  return [
    path({ d: `M${from.x} ${from.y}L${to.x} ${to.y}`, stroke: palette.axis.model, line: LINE.stream }),
    ...Object.entries(branches).flatMap(([track, { from: start, to: end }]) => {
      const branch = tiles.filter((tile) => tile.track === track);
      const [first, last] = [branch[0], branch[branch.length - 1]];
      const [a, b] = [first, last].map(centre);
      const passes = !isWide && track === "attention" && branches.mlp.to === end;
      const meets = plusBefore(at(end), isWide);
      const d = [
        leaving(at(start), first, isWide),
        isWide ? `M${a.x} ${b.y}L${b.x} ${b.y}` : `M${b.x} ${a.y}L${b.x} ${b.y}`, // squares differ in size
        passes ? besideStream(last, meets) : joining(last, meets, isWide),
      ];
      return d.map((each) => path({ d: each, stroke: palette.muted, line: LINE.branch }));
    }),
    ...[...sums].flatMap((name) => plusMarks(plusBefore(at(name), isWide), palette)),
  ];
}

/** @param {Square} tile */
export const centre = ({ x, y, side }) => ({ x: x + side / 2, y: y + side / 2 });

/** The place of the sum, in front of its station. @param {Tile} tile @param {boolean} isWide */
const plusBefore = ({ x, y, side }, isWide) =>
  isWide ? { x: x - PLUS - 8, y: y + side / 2 } : { x: x + side / 2, y: y - PLUS - 8 };

/** The line from beside a station of the stream into the first square of a branch. @param {Tile} start @param {Tile} first @param {boolean} isWide */
function leaving(start, first, isWide) {
  const [a, b] = [centre(start), centre(first)];
  if (!isWide) {
    const top = Math.max(start.y + start.side, b.y - TURN);
    return `M${a.x} ${top}Q${a.x} ${b.y} ${first.x} ${b.y}`;
  }
  const [left, right] = [start.x + start.side + CLEAR, first.x];
  const middle = (left + right) / 2;
  return `M${left} ${a.y}C${middle} ${a.y} ${middle} ${b.y} ${right} ${b.y}`;
}

/** The line from the last square of a branch to the plus. @param {Tile} last @param {{ x: number, y: number }} plus @param {boolean} isWide */
function joining(last, plus, isWide) {
  const { y } = centre(last);
  return `M${isWide ? last.x + last.side : last.x} ${y}Q${plus.x} ${y} ${plus.x} ${plus.y}`;
}

/** In the vertical layout: from the last square of a branch to the plus, between the stream and the other branch. @param {Tile} last @param {{ x: number, y: number }} plus */
function besideStream(last, plus) {
  const y = centre(last).y;
  const x = plus.x + APART;
  return `M${last.x} ${y}L${x + CLEAR} ${y}Q${x} ${y} ${x} ${y + CLEAR}L${x} ${plus.y - CLEAR}Q${x} ${plus.y} ${x - CLEAR} ${plus.y}L${plus.x} ${plus.y}`;
}

/** @param {{ x: number, y: number }} at @param {import("../../kit/draw/palette.js").Palette} palette @returns {Mark[]} */
export function plusMarks({ x, y }, { paper, axis }) {
  const stroke = axis.model;
  const arm = PLUS / 2;
  return [
    rect({
      ...{ x: x - PLUS, y: y - PLUS, w: 2 * PLUS, h: 2 * PLUS, radius: PLUS },
      ...{ fill: paper, stroke, line: 1.5 },
    }),
    path({ d: `M${x - arm} ${y}L${x + arm} ${y}M${x} ${y - arm}L${x} ${y + arm}`, stroke, line: 1.5 }),
  ];
}
