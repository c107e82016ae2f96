import { legendMarks, legendWidth, number } from "../../kit/draw/legend.js";
import { cells, rect, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { CLEAR, lineMarks } from "./draw-lines.js";
import { rowOf, stationsOf, widthOf } from "./state.js";

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
  mlp: ["up", "activated", "gated"],
};

const WIDE = 760; // px of the surface from which the line runs from left to right
const LARGE = 1100; // px from which the squares are larger
const SIDES = { usual: { narrow: 56, wide: 72 }, large: { narrow: 72, wide: 96 } }; // px of squares of d_model numbers and of the MLP's
const GAP = { most: 72, least: 20 }; // px between squares
const NAME = 18; // px above a square
const VALUE = 17; // px below a square
const LOW = 130; // least distance in px between the tops of two rows of squares
const LOW_GAP = 23; // least distance in px between the numbers of a row and the names of the next
const BRANCH = 168; // left edge of a branch in px, in the vertical layout
const BESIDE = 10; // px between a square and its name
const LEGEND = { bar: 96, short: 64, line: 20, gap: 28 }; // px; short: a bar where there is little room

/** @param {BlockView} view @param {Surface} surface @returns {BlockScene} */
export function blockScene(view, surface) {
  const across = tilesAcross(view, surface.width);
  const tiles = across ?? tilesDown(view, surface);
  const scales = scalesOf(view);
  const bottom = Math.max(...tiles.map(({ y, side }) => y + side)) + VALUE + 14;
  const legend = scaleMarks(view, scales, bottom, surface);
  const isWide = across !== null;
  return {
    width: surface.width,
    height: Math.ceil(legend.bottom),
    marks: [
      ...lineMarks(tiles, view.steps, isWide, surface),
      ...tiles.flatMap((tile) => tileMarks(tile, view, scales, isWide, surface)),
      ...legend.marks,
    ],
    hit: (x, y) => featureAt(tiles, view, x, y),
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
    const most = width > widthOf(steps, "before") ? sides.wide : sides.narrow;
    const count = Math.ceil(Math.sqrt(width));
    return { name, track, count, side: Math.max(2, Math.floor(most / count)) * count };
  });
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
  const { name, track, x, y, side, count } = tile;
  const row = rowOf(steps, name, token);
  const scale = scales[kindOf(name)];
  const cell = side / count;
  const rgba = Uint32Array.from({ length: count * count }, (_, i) =>
    i < row.length ? palette.model[scale.index(row[i])] : 0,
  );
  const isWider = row.length > widthOf(steps, "before");
  const label = { size: 12.5, fill: palette.ink };
  const middle = { x: x + side / 2, align: /** @type {const} */ ("middle") };
  const beside = { x: x + side + BESIDE, align: /** @type {const} */ ("start") };
  const value = isWider ? `${row.length}` : number(row[feature]);
  return [
    rect({
      ...{ x: x - CLEAR, y: y - CLEAR, w: side + 2 * CLEAR, h: side + 2 * CLEAR },
      ...{ radius: 3, fill: palette.paper },
    }),
    cells({ x, y, rows: count, cols: count, cw: cell, ch: cell, gap: cell > 6 ? 1 : 0.5, rgba }),
    text({
      ...{ ...label, text: names[name], bold: track === "stream" },
      ...(isWide ? { ...middle, y: y - 7 } : { ...beside, y: y + side / 2 - 3 }),
    }),
    text({
      ...{ ...label, text: value, mono: true, fill: isWider ? palette.muted : palette.ink },
      ...(isWide ? { ...middle, y: y + side + VALUE - 1 } : { ...beside, y: y + side / 2 + 15 }),
    }),
    ...(isWider
      ? []
      : [
          rect({
            ...{ x: x + (feature % count) * cell - 0.5, y: y + Math.floor(feature / count) * cell - 0.5 },
            ...{ w: cell, h: cell, stroke: palette.ink, line: 1.5, radius: 1 },
          }),
        ]),
  ];
}

/** A colour bar for each scale, side by side where there is room. @param {BlockView} view @param {Record<string, Scale>} scales @param {number} top @param {Surface} surface */
function scaleMarks({ scales: names }, scales, top, surface) {
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

/** The feature whose cell is at a place. @param {readonly Tile[]} tiles @param {BlockView} view @param {number} x @param {number} y */
function featureAt(tiles, { steps }, x, y) {
  const width = widthOf(steps, "before");
  for (const tile of tiles) {
    if (widthOf(steps, tile.name) !== width) continue;
    const cell = tile.side / tile.count;
    const [col, row] = [Math.floor((x - tile.x) / cell), Math.floor((y - tile.y) / cell)];
    const feature = row * tile.count + col;
    if (col >= 0 && row >= 0 && col < tile.count && row < tile.count && feature < width) return feature;
  }
  return null;
}
