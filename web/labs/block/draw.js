import { legendMarks, legendWidth, number } from "../../kit/draw/legend.js";
import { cells, path, rect, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { STATIONS, rowOf } from "./state.js";

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

/** Stations that share a scale, since they show the same quantity. */
const SCALED = /** @type {const} */ ({
  stream: ["before", "attention", "middle", "down", "after"],
  norm: ["normed", "mlpNormed"],
  mlp: ["up", "relu"],
});

const WIDE = 760; // px of the surface from which the line runs from left to right
const LARGE = 1100; // px from which the squares are larger
const SIDES = { usual: { narrow: 56, wide: 72 }, large: { narrow: 72, wide: 96 } }; // px of squares of d_model numbers and of the MLP's
const GAP = 72; // px between squares, at most
const NAME = 18; // px above a square
const VALUE = 17; // px below a square
const LOW = 130; // px from the stream down to the branches
const PLUS = 8; // px, radius
const CLEAR = 4; // px between a square and a line
const LINE = { stream: 2.5, branch: 1.25 };
const LEGEND = { bar: 96, short: 64, line: 20, gap: 28 }; // px; short: a bar where there is little room

/** @param {BlockView} view @param {Surface} surface @returns {BlockScene} */
export function blockScene(view, surface) {
  const isWide = surface.width >= WIDE;
  const tiles = isWide ? tilesAcross(view, surface.width) : tilesDown(view, surface.width);
  const scales = scalesOf(view);
  const bottom = Math.max(...tiles.map(({ y, side }) => y + side)) + VALUE + 14;
  const legend = scaleMarks(view, scales, bottom, surface);
  return {
    width: surface.width,
    height: Math.ceil(legend.bottom),
    marks: [
      ...lineMarks(tiles, isWide, surface),
      ...tiles.flatMap((tile) => tileMarks(tile, view, scales[tile.name], isWide, surface)),
      ...legend.marks,
    ],
    hit: (x, y) => featureAt(tiles, view, x, y),
  };
}

/** @param {BlockView} view @returns {Record<Station, Scale>} */
function scalesOf({ steps, token }) {
  const each = Object.values(SCALED).flatMap((names) => {
    const rows = names.map((name) => rowOf(steps, name, token));
    const scale = scaleOf(rows, false);
    return names.map((name) => [name, scale]);
  });
  return Object.fromEntries(each);
}

/** @param {BlockView} view @param {Station} name @param {import("./state.js").Track} track @param {typeof SIDES.usual} sides */
function sized({ steps }, name, track, sides) {
  const width = widthOf(steps, name);
  const most = width > widthOf(steps, "before") ? sides.wide : sides.narrow;
  const count = Math.ceil(Math.sqrt(width));
  return { name, track, count, side: Math.max(2, Math.floor(most / count)) * count };
}

/** @param {BlockView["steps"]} steps @param {Station} name */
const widthOf = (steps, name) => Number(steps[name].shape.at(-1));

/** @param {BlockView} view @param {number} width @returns {Tile[]} */
function tilesAcross(view, width) {
  const sides = width < LARGE ? SIDES.usual : SIDES.large;
  const all = STATIONS.map(([name, track]) => sized(view, name, track, sides));
  const gap = Math.min(GAP, (width - all.reduce((sum, { side }) => sum + side, 0)) / (all.length - 1));
  let left = 0;
  return all.map((tile) => {
    const x = left;
    left += tile.side + gap;
    return { ...tile, x, y: NAME + (tile.track === "stream" ? 0 : LOW) };
  });
}

/** @param {BlockView} view @param {number} width @returns {Tile[]} */
function tilesDown(view, width) {
  let top = 0;
  return STATIONS.map(([name, track]) => {
    const tile = sized(view, name, track, SIDES.usual);
    const y = top + NAME;
    top = y + tile.side + VALUE + 10;
    return { ...tile, x: track === "stream" ? 0 : Math.min(width / 2, 168), y };
  });
}

/** @param {Tile} tile */
const centre = ({ x, y, side }) => ({ x: x + side / 2, y: y + side / 2 });

/** The stream, and the branches that leave it and come back to it at a plus. @param {readonly Tile[]} tiles @param {boolean} isWide @param {Surface} surface @returns {Mark[]} */
function lineMarks(tiles, isWide, { palette }) {
  const at = (/** @type {Station} */ name) => /** @type {Tile} */ (tiles.find((tile) => tile.name === name));
  const [before, middle, after] = /** @type {const} */ (["before", "middle", "after"]).map(at);
  const [from, to] = [centre(before), centre(after)];
  const branches = /** @type {const} */ ([
    ["attention", before, middle],
    ["mlp", middle, after],
  ]);
  return [
    path({ d: `M${from.x} ${from.y}L${to.x} ${to.y}`, stroke: palette.axis.model, line: LINE.stream }),
    ...branches.flatMap(([track, start, end]) => {
      const branch = tiles.filter((tile) => tile.track === track);
      const [first, last] = [branch[0], branch[branch.length - 1]];
      const [a, b] = [first, last].map(centre);
      const meets = plusBefore(end, isWide);
      const d = [leaving(start, first, isWide), `M${a.x} ${a.y}L${b.x} ${b.y}`, joining(last, meets, isWide)];
      return [
        ...d.map((each) => path({ d: each, stroke: palette.muted, line: LINE.branch })),
        ...plusMarks(meets, palette),
      ];
    }),
  ];
}

/** The place of the sum, in front of its station. @param {Tile} tile @param {boolean} isWide */
const plusBefore = ({ x, y, side }, isWide) =>
  isWide ? { x: x - PLUS - 8, y: y + side / 2 } : { x: x + side / 2, y: y - PLUS - 8 };

/** From beside a station of the stream into the first square of a branch. @param {Tile} start @param {Tile} first @param {boolean} isWide */
function leaving(start, first, isWide) {
  const [a, b] = [centre(start), centre(first)];
  if (!isWide) return `M${a.x} ${start.y + start.side}Q${a.x} ${b.y} ${first.x} ${b.y}`;
  const [left, right] = [start.x + start.side + CLEAR, first.x];
  const middle = (left + right) / 2;
  return `M${left} ${a.y}C${middle} ${a.y} ${middle} ${b.y} ${right} ${b.y}`;
}

/** From the last square of a branch to the plus. @param {Tile} last @param {{ x: number, y: number }} plus @param {boolean} isWide */
function joining(last, plus, isWide) {
  const { y } = centre(last);
  return `M${isWide ? last.x + last.side : last.x} ${y}Q${plus.x} ${y} ${plus.x} ${plus.y}`;
}

/** @param {{ x: number, y: number }} at @param {import("../../kit/draw/palette.js").Palette} palette @returns {Mark[]} */
function plusMarks({ x, y }, { paper, axis }) {
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

/**
 * @param {Tile} tile @param {BlockView} view @param {Scale} scale @param {boolean} isWide @param {Surface} surface
 * @returns {Mark[]}
 */
function tileMarks(tile, { steps, token, feature, names }, scale, isWide, { palette }) {
  const { name, track, x, y, side, count } = tile;
  const row = rowOf(steps, name, token);
  const cell = side / count;
  const rgba = Uint32Array.from({ length: count * count }, (_, i) =>
    i < row.length ? palette.model[scale.index(row[i])] : 0,
  );
  const isWider = row.length > widthOf(steps, "before");
  const label = { size: 12.5, fill: palette.ink };
  const middle = { x: x + side / 2, align: /** @type {const} */ ("middle") };
  const beside = { x: x + side + 10, align: /** @type {const} */ ("start") };
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

/** A colour bar for each scale, side by side where there is room. @param {BlockView} view @param {Record<Station, Scale>} scales @param {number} top @param {Surface} surface */
function scaleMarks({ scales: names }, scales, top, surface) {
  const { palette, measure, width } = surface;
  const bar = width < WIDE ? LEGEND.short : LEGEND.bar;
  let [x, y] = [0, top];
  /** @type {Mark[]} */
  const marks = [];
  for (const kind of /** @type {(keyof typeof SCALED)[]} */ (Object.keys(SCALED))) {
    const scale = scales[SCALED[kind][0]];
    const named = measure(names[kind]) + 8;
    const wide = named + legendWidth(surface, scale, bar);
    if (x > 0 && x + wide > width) [x, y] = [0, y + LEGEND.line];
    marks.push(
      text({ x, y: y + 9, text: names[kind], fill: palette.muted }),
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
