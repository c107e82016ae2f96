import { path, rect, text } from "../../kit/draw/marks.js";
import { barsMarks } from "../draw-bars.js";

/**
 * A layer's matrices and their results, to scale and divided by head: each matrix above its result, as in every product. Below them, the cost
 * compared with the plain layer.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {import("./state.js").Block} Block
 * @typedef {import("./state.js").Column} Column
 *
 * @typedef {object} Sized
 * @property {readonly Column[]} columns
 * @property {number} tokens
 * @property {string | null} at      the hovered block
 * @property {string} mixed          label of the steps between the values and their mixture
 * @property {string} whole          name and shape of the joint product's result, or ""
 *
 * @typedef {import("../draw-bars.js").BarsView & { sized: Sized }} LayerView
 * @typedef {import("../../kit/draw/marks.js").Scene & { hit: (x: number, y: number) => string | null, part: (x: number, y: number) => import("../draw-bars.js").Cell | null }} LayerScene
 * @typedef {{ block: Block, x: number, y: number, w: number, h: number }} Place
 */

const LEAST = 80; // px: the longest side of the largest matrix, where more rows make room for it
const GAP = { apart: 22, mixed: 74 };
const LABEL = 34; // px: a name and a shape
const HIGH = 190; // px, height of the highest matrix
const TOKENS = { least: 16, most: 72, each: 4 };
const STRIP = 7; // px, height of a bias
const FEWEST = 3; // px; narrower heads are not separated

/** @param {LayerView} view @param {Surface} surface @returns {LayerScene} */
export function layerScene(view, surface) {
  const { sized } = view;
  const { rows, scale } = arrangedIn(sized.columns, surface);
  let y = 0;
  /** @type {Mark[]} */
  const marks = [];
  /** @type {Place[]} */
  const places = [];
  for (const columns of rows) {
    const row = rowMarks(columns, sized, surface, scale, y);
    marks.push(...row.marks);
    places.push(...row.places);
    y = row.bottom + 14;
  }
  const bars = barsMarks(view, surface, y + 10);
  return {
    width: surface.width,
    height: Math.ceil(bars.bottom),
    marks: [...marks, ...bars.marks],
    hit: (x, at) =>
      places.findLast(
        (each) => x >= each.x - 2 && x < each.x + each.w + 2 && at >= each.y - 2 && at < each.y + each.h + 2,
      )?.block.id ?? null,
    part: bars.hit,
  };
}

/** Width of a column: its matrix, or its label if that is wider. @param {Column} column @param {number} scale @param {Surface} surface */
const widthOf = ({ above, below }, scale, surface) =>
  Math.max(below.cols * scale, ...[above, below].map((block) => (block ? labelWidth(block, surface) : 0)));

/** @param {Block} block @param {Surface} surface */
const labelWidth = ({ name, shape }, { measure }) => Math.max(measure(name, 13, true), measure(shape) * 1.12);

/** Gap before a column. @param {Column} column @param {number} at */
const gapBefore = ({ joined, below }, at) =>
  at === 0 ? 0 : joined ? 1 : below.id === "concat" ? GAP.mixed : GAP.apart;

/**
 * All columns in one row or, where that is too narrow, the input, the projections and the way back in two or three rows.
 * @param {readonly Column[]} columns @param {Surface} surface
 */
function arrangedIn(columns, surface) {
  const [input, ...others] = columns;
  const [projected, back] = [others.slice(0, 3), others.slice(3)];
  const choices = [[columns], [[input, ...projected], back], [[input], projected, back]];
  const sides = columns.flatMap(({ above, below }) => [below.cols, above?.rows ?? 0]);
  const arranged = choices.map((rows) => ({ rows, scale: scaleFor(rows, surface) }));
  return arranged.find(({ scale }) => scale * Math.max(...sides) >= LEAST) ?? arranged[arranged.length - 1];
}

/** The largest number of px per feature with which every row fits. @param {readonly (readonly Column[])[]} rows @param {Surface} surface */
function scaleFor(rows, surface) {
  const highest = Math.max(...rows.flat().map(({ above }) => above?.rows ?? 1));
  let [least, most] = [0, HIGH / highest];
  const fits = (/** @type {number} */ scale) =>
    rows.every((columns) => {
      const wide = columns.map((column, i) => widthOf(column, scale, surface) + gapBefore(column, i));
      return wide.reduce((sum, each) => sum + each, 0) <= surface.width - 2;
    });
  if (fits(most)) return most;
  for (let i = 0; i < 40; i++) {
    const middle = (least + most) / 2;
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return least;
}

/**
 * Matrices above, results below, aligned on two lines.
 * @param {readonly Column[]} columns @param {Sized} sized @param {Surface} surface @param {number} scale @param {number} top
 */
function rowMarks(columns, sized, surface, scale, top) {
  const { palette, measure } = surface;
  const px = (/** @type {number} */ features) => Math.max(2, features * scale);
  const high = Math.max(0, ...columns.map(({ above }) => (above ? px(above.rows) + LABEL : 0)));
  const base = top + high; // bottom of the matrices
  const strips = columns.some(({ bias }) => bias) ? STRIP + 5 : 0;
  const line = base + strips + 10;
  const tall = Math.max(TOKENS.least, Math.min(TOKENS.most, sized.tokens * TOKENS.each));
  /** @type {Place[]} */
  const places = [];
  /** @type {Mark[]} */
  const marks = [];
  let x = 1;
  columns.forEach((column, i) => {
    const { above, bias, below } = column;
    x += gapBefore(column, i);
    if (below.id === "concat" && i > 0)
      marks.push(...mixedMarks(sized.mixed, x - GAP.mixed, line + tall / 2, surface));
    const w = px(below.cols);
    if (above) {
      const h = px(above.rows);
      places.push({ block: above, x, y: base - h, w: px(above.cols), h });
      marks.push(...labelMarks(above, x, base - h - LABEL + 12, surface));
    }
    if (bias) places.push({ block: bias, x, y: base + 4, w, h: STRIP });
    places.push({ block: below, x, y: line, w, h: tall });
    marks.push(...labelMarks(below, x, line + tall + 15, surface));
    x += widthOf(column, scale, surface);
  });
  let bottom = line + tall + LABEL;
  const joined = columns.some((column) => column.joined);
  if (joined && sized.whole) {
    const parts = places.filter(({ block }) => ["q", "k", "v"].includes(block.id));
    const [from, to] = [parts[0].x, parts[parts.length - 1].x + parts[parts.length - 1].w];
    const y = bottom + 4;
    marks.push(
      path({ d: `M${from} ${y - 4}V${y}H${to}V${y - 4}`, stroke: palette.muted, line: 1.25 }),
      text({
        x: Math.max(from, (from + to - measure(sized.whole)) / 2),
        y: y + 16,
        text: sized.whole,
        fill: palette.ink,
      }),
    );
    bottom = y + 20;
  }
  return {
    places,
    bottom,
    marks: [...places.flatMap((place) => blockMarks(place, sized.at, surface)), ...marks],
  };
}

/** An arrow with the label of the mixing steps. @param {string} said @param {number} x @param {number} y @param {Surface} surface @returns {Mark[]} */
function mixedMarks(said, x, y, { palette, measure }) {
  const [from, to] = [x + 8, x + GAP.mixed - 8];
  const at = x + (GAP.mixed - measure(said)) / 2;
  return [
    path({
      d: `M${from} ${y}H${to}M${to - 5} ${y - 4}L${to} ${y}L${to - 5} ${y + 4}`,
      stroke: palette.muted,
      line: 1.25,
    }),
    text({ x: at, y: y - 8, text: said, fill: palette.muted }),
  ];
}

/** @param {Block} block @param {number} x @param {number} y @param {Surface} surface @returns {Mark[]} */
const labelMarks = ({ name, shape }, x, y, { palette }) => [
  text({ x, y, text: name, size: 13, bold: true, fill: palette.ink }),
  text({ x, y: y + 15, text: shape, mono: true, fill: palette.muted }),
];

/**
 * Fills a block, in the hues of its heads if it has heads.
 * @param {Place} place @param {string | null} at @param {Surface} surface @returns {Mark[]}
 */
function blockMarks({ block, x, y, w, h }, at, { palette }) {
  const { heads } = block;
  const size = heads ? (heads.down ? h : w) / heads.count : 0;
  const outline =
    block.id === at
      ? [rect({ x: x - 2, y: y - 2, w: w + 4, h: h + 4, stroke: palette.ink, line: 2, radius: 3 })]
      : [];
  if (!heads || size < FEWEST)
    return [rect({ x, y, w, h, fill: heads ? palette.axis.H : palette.axis.model, radius: 1 }), ...outline];
  const cuts = Array.from({ length: heads.count }, (_, head) => {
    const fill = palette.swatch(head * heads.of);
    const cell = heads.down
      ? { x, y: y + head * size, w, h: size - 1 }
      : { x: x + head * size, y, w: size - 1, h };
    return rect({ ...cell, fill, radius: 1 });
  });
  return [...cuts, ...outline];
}
