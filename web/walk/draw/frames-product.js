import { formatNumber } from "../../kit/draw/legend.js";
import { path, rect, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { isToken, tokensAlong } from "../../kit/draw/token-words.js";
import { ARITHMETIC } from "../words-arithmetic.js";
import { say } from "../../kit/text/words.js";
import { factorsOf } from "./factors.js";
import { interpolate, cellAt, cloudOf, easedShare, element, numbersIn, shareOf } from "./frames-cells.js";

/**
 * Animation: a column turns to lie under a row, each pair of cells is multiplied, and the sum grows.
 *
 * @typedef {import("./frames-cells.js").Cell} Cell
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 *
 * @typedef {object} ProductData
 * @property {{ name: string, cells: Cell[] }} row
 * @property {{ name: string, cells: Cell[] }} column
 * @property {Cell[]} products of the pairs, followed by the bias if there is one
 * @property {boolean} hasBias
 * @property {number[]} sums running sums after each product; the last is the core's result
 * @property {string} result name of the result
 * @property {number[] | null} heads  head of each cell of the row, for a row made of several heads' pieces
 */

const MEET = 0.22; // time, as a share of the motion, at which the column lies under the row
const DONE = 0.92; // time at which all products are added up
const H = 28; // px, height of a cell
const Y = { row: 26, column: 90, products: 154, sum: 226, last: 296 };
const LINE = 20;
const MOST = 64; // px, width of a cell
const END = 96; // px for the number beside the bar of the sum

/** @param {import("./stage.js").StageView} view @param {Surface} surface @returns {ProductData} */
export function productData(view, surface) {
  const { left, right, result } = factorsOf(view, surface);
  const [row, column] = [result.at.slice(0, -1), Number(result.at.at(-1))];
  const count = Number(left.shape.at(-1));
  const along = Array.from({ length: count }, (_, i) => i);
  const rowAt = (/** @type {number} */ i) => [...left.at.slice(0, -2), Number(row.at(-1)), i];
  const columnAt = (/** @type {number} */ i) => [...right.at.slice(0, -2), i, column];
  const a = along.map((i) => cellAt(left, rowAt(i)));
  const b = along.map((i) => cellAt(right, columnAt(i)));
  const bias = biasOf(view, column);
  const values = [...a.map(({ value }, i) => value * b[i].value), ...(bias === null ? [] : [bias])];
  const heads = left.heads && !result.heads ? along.map((i) => Number(left.heads?.(rowAt(i)))) : null;
  const scale = scaleOf([values.filter(Number.isFinite)], false);
  const sums = runningSums(values);
  sums[sums.length - 1] = cellAt(result, result.at).value;
  const asks = wordAt(view, left.axes.at(-2), Number(row.at(-1)));
  const answers = wordAt(view, right.axes.at(-1), column);
  return {
    row: {
      name: `${element(left.name, [...left.at.slice(0, -2), Number(row.at(-1)), ":"])}${asks}`,
      cells: a,
    },
    column: { name: `${element(right.name, [...right.at.slice(0, -2), ":", column])}${answers}`, cells: b },
    products: values.map((value, i) => {
      const ramp = heads && i < count ? surface.palette.cells(heads[i]) : surface.palette.model;
      return { value, color: ramp[scale.index(value)] };
    }),
    hasBias: bias !== null,
    sums,
    result: element(result.name, result.at),
    heads,
  };
}

/**
 * The word of the token that a row or column belongs to, or "".
 * @param {import("./stage.js").StageView} view @param {string} [axis] @param {number} [at]
 */
function wordAt({ picture }, axis = "", at = 0) {
  return isToken(axis) ? ` · ${tokensAlong(axis, picture.settings)[at]}` : "";
}

/** The bias of a column of the result; null without one. @param {import("./stage.js").StageView} view @param {number} column */
function biasOf({ picture, step }, column) {
  const names = /** @type {import("../../core/types.js").WeightName[]} */ (step.weights).filter((name) =>
    name.startsWith("b"),
  );
  const all = names.flatMap((name) => [...picture.weight(name).data]);
  return all[column] ?? null;
}

/** @param {readonly number[]} values */
function runningSums(values) {
  let sum = 0;
  return values.map((value) => (sum += value));
}

/** @param {ProductData} data @param {number} t @param {Surface} surface @returns {import("../../kit/draw/marks.js").Scene} */
export function productFrame(data, t, surface) {
  const { row, column, products, heads, hasBias } = data;
  const { palette, width } = surface;
  const said = say(ARITHMETIC, surface);
  const count = row.cells.length;
  const w = Math.min(MOST, (width - 2) / (count + (hasBias ? 1 : 0)));
  const size = { w, h: H };
  const met = easedShare(t, 0, MEET);
  const done = Math.floor(shareOf(t, MEET, DONE) * products.length + 1e-9);
  const place = (/** @type {number} */ y) => (/** @type {number} */ i) => /** @type {const} */ ([i * w, y]);
  const rowPlace = heads ? gathered(heads, w, met) : place(Y.row);
  const columnPlace = laidDown(count, { w, width }, met);
  const lies = met === 1;
  const now = Math.min(done, products.length) - 1;
  return {
    width,
    height: Y.last + 2 * LINE,
    marks: [
      label(row.name, Y.row, palette),
      ...cloudOf(row.cells, rowPlace, size),
      ...(lies || !heads ? numbersIn(row.cells, rowPlace, size) : []),
      label(column.name, Y.column, palette),
      ...cloudOf(column.cells, columnPlace, size),
      ...(lies ? numbersIn(column.cells, columnPlace, size) : []),
      ...(lies ? [label(hasBias ? said.productsAndBias : said.products, Y.products, palette)] : []),
      ...cloudOf(products.slice(0, done), place(Y.products), size),
      ...numbersIn(products.slice(0, done), place(Y.products), size),
      ...(now >= 0 && now < count && done < products.length ? pairMarks(now, size, palette) : []),
      ...(lies ? sumMarks(data, now, surface) : []),
      ...(now >= 0 ? [equation(data, now, surface)] : []),
    ],
  };
}

/** @param {string} said @param {number} y top of the cells @param {import("../../kit/draw/palette.js").Palette} palette */
const label = (said, y, palette) => text({ x: 0, y: y - 8, text: said, fill: palette.muted });

/**
 * Positions of the column's cells, on their way from the right edge to below the row.
 * @param {number} count @param {{ w: number, width: number }} room @param {number} met
 */
function laidDown(count, { w, width }, met) {
  const pitch = Math.min(H, (Y.last - Y.column) / count);
  const x = width - w;
  return (/** @type {number} */ i) =>
    /** @type {const} */ ([interpolate(x, i * w, met), interpolate(Y.column + i * pitch, Y.column, met)]);
}

/**
 * Positions of the row's cells: the heads' pieces stand below each other, and slide together into one row.
 * @param {readonly number[]} heads @param {number} w @param {number} met
 */
function gathered(heads, w, met) {
  const first = heads.map((head, i) => (heads[i - 1] === head ? -1 : i));
  let start = 0;
  const starts = first.map((at) => (start = at < 0 ? start : at));
  const many = heads.length ? Math.max(...heads) + 1 : 1;
  const pitch = Math.min(H + 2, (Y.last - Y.products) / many);
  return (/** @type {number} */ i) =>
    /** @type {const} */ ([
      interpolate((i - starts[i]) * w, i * w, met),
      interpolate(Y.products + heads[i] * pitch, Y.row, met),
    ]);
}

/**
 * Marks of the pair that is being multiplied.
 * @param {number} i @param {{ w: number, h: number }} size @param {import("../../kit/draw/palette.js").Palette} palette
 */
function pairMarks(i, { w, h }, palette) {
  const outline = {
    x: i * w - 1,
    w: Math.max(3, w + 1),
    h: h + 1,
    stroke: palette.accent,
    line: 1.75,
    radius: 2,
  };
  const x = i * w + w / 2;
  return [
    ...[Y.row, Y.column, Y.products].map((y) => rect({ ...outline, y: y - 1 })),
    path({
      d: `M${x} ${Y.row + h + 2}V${Y.column - 3}M${x} ${Y.column + h + 2}V${Y.products - 3}`,
      stroke: palette.accent,
      line: 1.25,
      alpha: 0.6,
    }),
  ];
}

/** The running sum as a bar from 0, and its number. @param {ProductData} data @param {number} now @param {Surface} surface @returns {Mark[]} */
function sumMarks({ sums }, now, { palette, width }) {
  const finite = sums.filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...finite), Math.max(0, ...finite)];
  const room = Math.max(40, width - END);
  const x = (/** @type {number} */ value) => ((value - low) / (high - low || 1)) * room;
  const sum = now < 0 ? 0 : sums[now];
  const end = Number.isFinite(sum) ? x(sum) : x(0);
  const [from, to] = [Math.min(x(0), end), Math.max(x(0), end)];
  return [
    rect({ x: from, y: Y.sum, w: Math.max(1, to - from), h: 22, fill: palette.accent, radius: 2 }),
    rect({ x: x(0) - 0.5, y: Y.sum - 5, w: 1, h: 32, fill: palette.ink }),
    text({ x: to + 10, y: Y.sum + 18, text: formatNumber(sum), size: 21, bold: true, fill: palette.ink }),
  ];
}

/** The products added up so far: the last one in numbers, and at the end the result. @param {ProductData} data @param {number} now @param {Surface} surface */
function equation({ row, column, products, sums, result }, now, surface) {
  const { palette } = surface;
  const ended = now === products.length - 1;
  const product = formatNumber(products[now].value);
  const [a, b] = [row.cells[now], column.cells[now]];
  const pair = a ? `${formatNumber(a.value)} × ${formatNumber(b.value)} = ${product}` : product; // the bias has no pair
  const said = ended ? `${result} = ${formatNumber(sums[now])}` : pair;
  return text({ x: 0, y: Y.last, text: said, size: 15, mono: true, bold: ended, fill: palette.ink });
}
