import { number } from "../../kit/draw/legend.js";
import { cells, path, rect, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { STATIONS, rowOf } from "./state.js";

/**
 * A block as a line with two branches: the residual stream, and what attention and the MLP add to it. Each station shows one word's row as
 * a square of cells. From left to right or, where that is too wide, from top to bottom.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("./state.js").Station} Station
 *
 * @typedef {object} BlockView
 * @property {import("./state.js").BlockSteps} steps
 * @property {number} token    whose rows are shown
 * @property {number} feature  the selected one of d_model
 * @property {Readonly<Record<Station, string>>} names
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

const SIDE = 56; // px of a square of d_model numbers
const HIDDEN = 72; // px of the MLP's wider one
const WIDE = 700; // px of the surface from which the line runs from left to right
const NAME = 18; // px above a square
const VALUE = 17; // px below a square
const LOW = 150; // px from the stream down to the branches
const PLUS = 8; // px, radius
const LINE = { stream: 2.5, branch: 1.25 };

/** @param {BlockView} view @param {Surface} surface @returns {BlockScene} */
export function blockScene(view, surface) {
  const isWide = surface.width >= WIDE;
  const tiles = isWide ? tilesAcross(view, surface.width) : tilesDown(view, surface.width);
  const scale = scaleOf(
    STATIONS.map(([name]) => rowOf(view.steps, name, view.token)),
    false,
  );
  const bottom = Math.max(...tiles.map(({ y, side }) => y + side)) + VALUE + 6;
  return {
    width: surface.width,
    height: Math.ceil(bottom),
    marks: [
      ...lineMarks(tiles, isWide, surface),
      ...tiles.flatMap((tile) => tileMarks(tile, view, scale, isWide, surface)),
    ],
    hit: (x, y) => featureAt(tiles, view, x, y),
  };
}

/** Cells in a row of a square of this many numbers. @param {number} width */
const sideCount = (width) => Math.ceil(Math.sqrt(width));

/** @param {BlockView} view @param {Station} name @param {import("./state.js").Track} track */
function sized({ steps }, name, track) {
  const width = Number(steps[name].shape.at(-1));
  const most = width > Number(steps.before.shape.at(-1)) ? HIDDEN : SIDE;
  const count = sideCount(width);
  return { name, track, count, side: Math.max(2, Math.floor(most / count)) * count };
}

/** @param {BlockView} view @param {number} width @returns {Tile[]} */
function tilesAcross(view, width) {
  const all = STATIONS.map(([name, track]) => sized(view, name, track));
  const gap = Math.min(48, (width - all.reduce((sum, { side }) => sum + side, 0)) / (all.length - 1));
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
    const tile = sized(view, name, track);
    const y = top + NAME;
    top = y + tile.side + VALUE + 10;
    return { ...tile, x: track === "stream" ? 0 : Math.min(width / 2, 168), y };
  });
}

/** The stream, and the branches that leave it and come back to it at a plus. @param {readonly Tile[]} tiles @param {boolean} isWide @param {Surface} surface @returns {Mark[]} */
function lineMarks(tiles, isWide, { palette }) {
  const at = (/** @type {Station} */ name) => /** @type {Tile} */ (tiles.find((tile) => tile.name === name));
  const [before, middle, after] = /** @type {const} */ (["before", "middle", "after"]).map(at);
  const centre = (/** @type {Tile} */ { x, y, side }) => ({ x: x + side / 2, y: y + side / 2 });
  const [from, to] = [centre(before), centre(after)];
  /** @type {Mark[]} */
  const marks = [
    path({ d: `M${from.x} ${from.y}L${to.x} ${to.y}`, stroke: palette.axis.model, line: LINE.stream }),
  ];
  for (const [track, start, end] of /** @type {const} */ ([
    ["attention", before, middle],
    ["mlp", middle, after],
  ])) {
    const branch = tiles.filter((tile) => tile.track === track);
    const [first, last] = [branch[0], branch[branch.length - 1]].map(centre);
    const [leave, meet] = [centre(start), plusBefore(end, isWide)];
    const stroke = palette.muted;
    marks.push(
      path({ d: bend(leave, first, isWide), stroke, line: LINE.branch }),
      path({ d: `M${first.x} ${first.y}L${last.x} ${last.y}`, stroke, line: LINE.branch }),
      path({ d: bend(meet, last, isWide), stroke, line: LINE.branch }),
      ...plusMarks(meet, palette),
    );
  }
  return marks;
}

/** The place of the sum, in front of its station. @param {Tile} tile @param {boolean} isWide */
const plusBefore = ({ x, y, side }, isWide) =>
  isWide ? { x: x - PLUS - 8, y: y + side / 2 } : { x: x + side / 2, y: y - NAME - PLUS - 2 };

/** A curve from the stream to a branch. @param {{ x: number, y: number }} a  on the stream @param {{ x: number, y: number }} b @param {boolean} isWide */
const bend = (a, b, isWide) =>
  isWide
    ? `M${a.x} ${a.y}C${(a.x + b.x) / 2} ${a.y} ${(a.x + b.x) / 2} ${b.y} ${b.x} ${b.y}`
    : `M${a.x} ${a.y}C${a.x} ${(a.y + b.y) / 2} ${b.x} ${(a.y + b.y) / 2} ${b.x} ${b.y}`;

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
 * @param {Tile} tile @param {BlockView} view @param {import("../../kit/draw/scale.js").Scale} scale @param {boolean} isWide @param {Surface} surface
 * @returns {Mark[]}
 */
function tileMarks(tile, { steps, token, feature, names }, scale, isWide, { palette }) {
  const { name, track, x, y, side, count } = tile;
  const row = rowOf(steps, name, token);
  const cell = side / count;
  const rgba = Uint32Array.from({ length: count * count }, (_, i) =>
    i < row.length ? palette.model[scale.index(row[i])] : 0,
  );
  const isWider = row.length > rowOf(steps, "before", token).length;
  const label = { size: 12.5, fill: palette.ink };
  const middle = { x: x + side / 2, align: /** @type {const} */ ("middle") };
  const beside = { x: x + side + 10, align: /** @type {const} */ ("start") };
  const value = isWider ? `${row.length}` : number(row[feature], 2);
  return [
    rect({ x: x - 4, y: y - 4, w: side + 8, h: side + 8, radius: 3, fill: palette.paper }),
    cells({ x, y, rows: count, cols: count, cw: cell, ch: cell, gap: cell > 4 ? 1 : 0.5, rgba }),
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

/** The feature whose cell is at a place. @param {readonly Tile[]} tiles @param {BlockView} view @param {number} x @param {number} y */
function featureAt(tiles, { steps }, x, y) {
  const width = Number(steps.before.shape.at(-1));
  for (const tile of tiles) {
    if (steps[tile.name].shape.at(-1) !== width) continue;
    const cell = tile.side / tile.count;
    const [col, row] = [Math.floor((x - tile.x) / cell), Math.floor((y - tile.y) / cell)];
    const feature = row * tile.count + col;
    if (col >= 0 && row >= 0 && col < tile.count && row < tile.count && feature < width) return feature;
  }
  return null;
}
