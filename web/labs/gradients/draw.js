import { headOf, groupSize } from "../../kit/state/selection.js";
import { flatIndex } from "../../kit/state/memory.js";
import { cells, path, rect, text } from "../../kit/draw/marks.js";
import { formatNumber } from "../../kit/draw/legend.js";
import { axisKind } from "../../kit/draw/palette.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { placeStaged, stagedMarks } from "../../kit/draw/staged.js";

/**
 * The gradients of a loss: one for each step on the map, one of them large, and the loss as one weight changes.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} GradientsView
 * @property {Picture} picture
 * @property {ReadonlyMap<string, Float32Array>} gradients  gradients by step
 * @property {number} head
 * @property {string} station   id of the step that is shown large
 *
 * @typedef {{ id: string, x: number, y: number, stage: number, lane: number }} Tile  position of a station
 */

const NARROW = 620;
const GAP = 8;
const SMALL = 78; // px, size of a tile where tiles wrap into rows
const LANES = ["q", "k", "v"];
const FOOT = 38; // px below a tile for its name and scale

/** @param {GradientsView} view @param {Surface} surface @returns {import("../../kit/draw/marks.js").Scene & { tiles: Tile[], hit: (x: number, y: number) => string | null }} */
export function gradientsScene(view, surface) {
  const { width } = surface;
  const { tiles, size } = width < NARROW ? inLines(view.picture, width) : asMap(view.picture, width);
  const height = Math.max(...tiles.map(({ y }) => y)) + size + FOOT;
  return {
    width,
    height,
    marks: tiles.flatMap((tile) => tileMarks(view, surface, tile, size)),
    tiles,
    hit: (x, y) =>
      tiles.find((tile) => x >= tile.x && x < tile.x + size && y >= tile.y && y < tile.y + size + FOOT)?.id ??
      null,
  };
}

/**
 * One column per stage, one row per lane. A step without a lane stands in the middle row, or in the top row if its column has keys.
 * @param {Picture} picture @param {number} width
 */
function asMap({ stages }, width) {
  /** @type {(Omit<Tile, "x" | "y"> & { column: number })[]} */
  const placed = [];
  let column = 0;
  stages.forEach((steps, stage) => {
    const counts = [0, 0, 0];
    const hasKeys = steps.some(({ lane }) => lane === "k");
    for (const { id, lane } of steps) {
      const row = lane ? LANES.indexOf(lane) : hasKeys ? 0 : 1;
      placed.push({ id, stage, lane: row, column: column + counts[row]++ });
    }
    column += Math.max(...counts);
  });
  const size = Math.min(72, Math.floor((width - (column - 1) * GAP) / column));
  const tiles = placed.map(({ column: at, ...tile }) => ({
    ...tile,
    x: at * (size + GAP),
    y: 4 + tile.lane * (size + FOOT + 6),
  }));
  return { tiles, size };
}

/** @param {Picture} picture @param {number} width */
function inLines({ stages }, width) {
  const many = Math.max(1, Math.floor((width + GAP) / (SMALL + GAP)));
  const all = stages.flatMap((steps, stage) =>
    steps.map(({ id, lane }) => ({ id, stage, lane: LANES.indexOf(lane ?? "k") })),
  );
  const tiles = all.map((tile, i) => ({
    ...tile,
    x: (i % many) * (SMALL + GAP),
    y: 4 + Math.floor(i / many) * (SMALL + FOOT + 6),
  }));
  return { tiles, size: SMALL };
}

/** @param {GradientsView} view @param {Surface} surface @param {Tile} tile @param {number} size @returns {Mark[]} */
function tileMarks({ picture, gradients, head, station }, { palette, measure }, { id, x, y }, size) {
  const values = gradients.get(id);
  const step = /** @type {Step} */ (picture.step(id));
  const name = fitted(id, size + GAP - 2, measure);
  const chosen = id === station;
  const label = { x, fill: chosen ? palette.ink : palette.muted };
  /** @type {Mark[]} */
  const marks = [
    rect({
      x: x - 0.5,
      y: y - 0.5,
      w: size + 1,
      h: size + 1,
      stroke: chosen ? palette.ink : palette.hairline,
      line: chosen ? 2 : 1,
      radius: 3,
    }),
    text({ ...label, y: y + size + 15, text: name, bold: chosen }),
  ];
  if (!values) return [...marks, text({ ...label, y: y + size + 31, text: "–" })];
  const { rows, cols, at } = sliceOf(step, head, groupSize(picture.steps));
  const scale = scaleOf([values], false);
  const ramp = palette.scores;
  const rgba = new Uint32Array(rows * cols);
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) rgba[row * cols + col] = ramp[scale.index(values[at(row, col)])];
  const pitch = { cw: (size - 4) / cols, ch: (size - 4) / rows };
  return [
    ...marks,
    cells({ x: x + 2, y: y + 2, rows, cols, ...pitch, gap: 0, rgba, often: true }),
    text({ ...label, y: y + size + 31, text: isNothing(values) ? "0" : `±${formatNumber(scale.max, 2)}` }),
  ];
}

/** @param {Float32Array} values */
const isNothing = (values) => values.every((value) => value === 0);

/** A name cut to its room; a letter after an underscore stays: context_t and context_c. @param {string} name @param {number} room @param {Surface["measure"]} measure */
function fitted(name, room, measure) {
  const end = /_.$/.exec(name)?.[0] ?? "";
  let shown = name;
  for (let kept = name.length - end.length - 1; kept > 0 && measure(shown, 12.5, true) > room; kept--)
    shown = `${name.slice(0, kept)}…${end}`;
  return shown;
}

/** Rows and columns of a station, for the selected head if it has heads. @param {Step} step @param {number} head @param {number} group */
function sliceOf({ axes, shape }, head, group) {
  const last = shape.length - 1;
  const between = shape.length > 3 && axisKind(axes[last - 1]) === "H"; // heads beside their features
  const rowAxis = between ? last - 2 : last - 1;
  const index = shape.map(() => 0);
  const first = axes.map((_, axis) => (axis !== rowAxis && axis !== last ? shape[axis] : 1));
  // Visits every index of the axes outside the matrix, to find the head's.
  const total = first.reduce((product, size) => product * size, 1);
  for (let n = 0; n < total; n++) {
    for (let axis = last, left = n; axis >= 0; axis--) {
      index[axis] = left % first[axis];
      left = Math.floor(left / first[axis]);
    }
    const found = headOf(axes, index, group);
    if (
      found === null ||
      found === head ||
      (!axes.includes("G") && found === Math.floor(head / group) * group)
    )
      break;
  }
  const start = index.slice();
  return {
    rows: shape[rowAxis],
    cols: shape[last],
    at(/** @type {number} */ row, /** @type {number} */ col) {
      start[rowAxis] = row;
      start[last] = col;
      return flatIndex({ shape }, start);
    },
  };
}

/**
 * One station's gradient, large; its elements can be hovered.
 * @param {GradientsView & { selection: import("../../kit/state/selection.js").Selection }} view @param {Surface} surface
 */
export function stationScene({ picture, gradients, station, selection }, surface) {
  const step = /** @type {Step} */ (picture.step(station));
  const values = /** @type {Float32Array} */ (gradients.get(station));
  const of = { ...picture, values: () => values };
  const box = { x: 0, y: 0, w: surface.width, h: surface.width < NARROW ? 760 : 460 };
  const part = placeStaged({ picture: of, step, selection }, surface, step, "whole", box, { labelled: true });
  Object.assign(part.tensor, {
    ...{ scale: scaleOf([values], false), ramp: () => surface.palette.scores, format: undefined },
    note: undefined,
  });
  return {
    width: surface.width,
    height: Math.ceil(part.bottom),
    marks: stagedMarks(part, surface),
    parts: [part],
  };
}

/**
 * The loss as one weight changes, and the tangent given by its gradient.
 * @param {{ xs: readonly number[], losses: readonly number[], line: readonly number[], at: { by: number, loss: number }, words: { line: string, run: string } }} curve
 * @param {Surface} surface
 * @returns {import("../../kit/draw/marks.js").Scene}
 */
export function nudgeScene({ xs, losses, line, at, words }, { width, palette, measure }) {
  const box = { left: 56, right: width - 10, top: 30, bottom: 150 };
  const all = [...losses, ...line, at.loss];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const wide = high - low || Math.abs(high) || 1;
  const [least, most] = [low - 0.1 * wide, high + 0.1 * wide];
  const x = (/** @type {number} */ by) =>
    box.left + ((by - xs[0]) / (xs[xs.length - 1] - xs[0])) * (box.right - box.left);
  const y = (/** @type {number} */ value) =>
    box.bottom - ((Math.max(least, Math.min(most, value)) - least) / (most - least)) * (box.bottom - box.top);
  const label = { fill: palette.muted };
  const drawn = (/** @type {readonly number[]} */ values) =>
    values.map((value, i) => `${i ? "L" : "M"}${x(xs[i])} ${y(value)}`).join("");
  const series = /** @type {const} */ ([
    [words.line, palette.axis.T],
    [words.run, palette.axis.H],
  ]);
  let key = 0;
  return {
    width,
    height: 176,
    marks: [
      ...series.flatMap(([said, stroke]) => {
        const from = key;
        key += 15 + measure(said, 12.5, true) + 16;
        return [
          rect({ x: from, y: 8, w: 10, h: 3, fill: stroke }),
          text({ x: from + 15, y: 14, text: said, fill: stroke, bold: true }),
        ];
      }),
      ...[low, high].map((value) =>
        text({ ...label, x: box.left - 6, y: y(value) + 4, align: "end", text: formatNumber(value, 3) }),
      ),
      path({ d: `M${box.left} ${box.bottom}H${box.right}`, stroke: palette.hairline }),
      path({ d: `M${x(0)} ${box.top}V${box.bottom}`, stroke: palette.hairline }),
      ...[xs[0], 0, xs[xs.length - 1]].map((by, i) =>
        text({
          ...label,
          x: x(by),
          y: box.bottom + 17,
          text: formatNumber(by),
          align: i === 0 ? "start" : i === 2 ? "end" : "middle",
        }),
      ),
      path({ d: drawn(losses), stroke: palette.axis.H, line: 2 }),
      path({ d: drawn(line), stroke: palette.axis.T, line: 1.25 }),
      rect({ x: x(at.by) - 5, y: y(at.loss) - 5, w: 10, h: 10, radius: 5, stroke: palette.ink, line: 2 }),
    ],
  };
}
