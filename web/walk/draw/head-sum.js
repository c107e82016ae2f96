import { SCENES } from "../../kit/text/scenes.js";
import { say } from "../../kit/text/words.js";
import { gapBetween } from "../../kit/draw/grid.js";
import { formatNumber } from "../../kit/draw/legend.js";
import { cells, path, rect, text } from "../../kit/draw/marks.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { tokensAlong } from "../../kit/draw/token-words.js";

/**
 * The selected row of the output as a sum: a strip of features for each head, and their sum. Strips of heads that are off are hollow.
 *
 * @typedef {import("./product-place.js").Arranged} Arranged
 * @typedef {import("./stage.js").StageView} StageView
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../state/head-sum.js").HeadSum} HeadSum
 *
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 *
 * @typedef {object} Switches   areas that switch heads and W_O
 * @property {readonly Box[]} heads   by head
 * @property {Box | null} identity    null if W_O cannot be the identity
 * @property {HeadSum} sum
 * @property {string} said   the sum of the selected feature
 */

export const PITCH = 24; // px, least height of a strip, which can be pressed
export const NUMBER = 58; // px before the strips, for numbers
const NAME = 34; // px after strips below the product, for the names of the terms
const HEAD = 46; // px, height of the title and the switch
const GAP = 12; // px between the product and strips below
const BOX = 11; // px, width and height of the switch
const SUM = { above: 3, height: 14, below: 8 }; // px

/** Height of strips that stand below the product, with the gap. @param {HeadSum} sum */
export const headSumHeight = ({ terms, bias }) =>
  GAP + HEAD + (terms.shape[1] + Number(bias !== null)) * PITCH + SUM.above + SUM.height + SUM.below;

/**
 * @param {StageView} view @param {Arranged} arranged @param {HeadSum} sum @param {Surface} surface
 * @param {number} foot  bottom of the product
 * @returns {{ marks: Mark[], bottom: number, switches: Switches }}
 */
export function headSumMarks(view, arranged, sum, surface, foot) {
  const { palette } = surface;
  const said = say(SCENES, surface);
  const { factor } = arranged.result;
  const row = Number(factor.at.at(-2));
  const strips = stripsOf(sum, row, palette);
  const place = placeOf(arranged, surface, foot + GAP);
  const { x, y, w, pitch, sign } = place;
  const { scale } = (sum.identity ? arranged.left : arranged.result).factor.colouring;
  const { from, count } = arranged.fit.cols;
  const column = Number(factor.at.at(-1)) - from;
  const isShown = factor.selected.column && column >= 0 && column < count;
  const stripMarks = (/** @type {Strip} */ strip, /** @type {number} */ top, /** @type {number} */ h) => [
    ...cellsOf(strip, { x, y: top, h, w }, { from, count }, scale),
    ...(isShown ? [numberMark(strip, { x: x - 8, y: top + h / 2 + 4.5 }, from + column, surface)] : []),
  ];
  const tokens = tokensAlong(/** @type {string} */ (factor.axes.at(-2)), view.picture.settings);
  const total = y + strips.length * pitch + SUM.above;
  const switched = sum.fitsIdentity ? switchMarks(sum.identity, { x, y: place.top + 17 }, surface) : null;
  return {
    bottom: total + SUM.height + SUM.below,
    switches: {
      sum,
      heads: strips.slice(0, sum.terms.shape[1]).map((_, i) => ({ x, y: y + i * pitch, w, h: pitch })),
      identity: switched?.box ?? null,
      said: isShown ? `${said.sum}: ${inThousandths(sumOf(sum, row)[from + column])}` : "",
    },
    marks: [
      text({
        x,
        y: place.top + 13,
        size: 13,
        bold: true,
        text: said.headSum(shortenWord(tokens[row])),
        fill: palette.ink,
      }),
      ...(switched?.marks ?? []),
      ...pressMarks(said.pressStrip, switched?.box ?? { x: x - 16, w: 0 }, place, surface),
      ...strips.flatMap((strip, i) => [
        ...stripMarks(strip, y + i * pitch + 2, pitch - 4),
        ...(place.beside
          ? []
          : [text({ x: sign, y: y + (i + 0.5) * pitch + 4.5, text: strip.name, fill: palette.muted })]),
      ]),
      ...stripMarks(
        { name: "", values: sumOf(sum, row), ramp: palette.model, bold: true },
        total,
        SUM.height,
      ),
      rect({
        x: x - 1,
        y: total - 1,
        w: w + 1,
        h: SUM.height + 1,
        stroke: factor.selected.row ? palette.axis.T : palette.muted,
        line: 1.25,
        radius: 2,
      }),
      text({
        x: sign,
        y: total + SUM.height / 2 + 4.5,
        text: "Σ",
        bold: true,
        fill: palette.ink,
        align: place.beside ? "end" : "start",
      }),
      ...(isShown
        ? [columnMark({ x: x + (column * w) / count, y, w: w / count, h: total + SUM.height - y }, palette)]
        : []),
    ],
  };
}

/**
 * A term of the sum, or the sum.
 * @typedef {object} Strip
 * @property {string} name
 * @property {Float32Array} values  (d_model)
 * @property {import("../../kit/draw/palette.js").Ramp} ramp
 * @property {string} [off]     its hue, if it is off
 * @property {{ from: number, to: number }} [own]  the only columns that it can fill; defaults to all
 * @property {boolean} [bold]
 */

/** The terms of a row. @param {HeadSum} sum @param {number} row @param {import("../../kit/draw/palette.js").Palette} palette @returns {Strip[]} */
function stripsOf({ terms, bias, off, identity, width }, row, palette) {
  const [, heads, tokens, features] = terms.shape;
  const strips = Array.from({ length: heads }, (_, head) => ({
    name: String(head),
    values: terms.data.subarray((head * tokens + row) * features, (head * tokens + row + 1) * features),
    ramp: palette.cells(head),
    ...(off(head) && { off: palette.swatch(head) }),
    ...(identity && { own: { from: head * width, to: (head + 1) * width } }),
  }));
  return bias ? [...strips, { name: "b_O", values: bias, ramp: palette.model }] : strips;
}

/** The row of the output. @param {HeadSum} sum @param {number} row */
const sumOf = ({ output: { data, shape } }, row) => data.subarray(row * shape[2], (row + 1) * shape[2]);

/**
 * Strips stand to the left of the rows of W_O that make them, in line with the columns of the left factor; or below the product.
 * @param {Arranged} arranged @param {Surface} surface @param {number} below
 */
function placeOf({ left, right, fit, besides: beside }, { width }, below) {
  const { count } = fit.cols;
  if (!beside) {
    const w = Math.min(fit.cw * count, width - NUMBER - NAME);
    return {
      beside,
      x: NUMBER,
      y: below + HEAD,
      top: below,
      w,
      pitch: PITCH,
      sign: NUMBER + w + 8,
      end: width,
    };
  }
  const { part } = right;
  const { layout } = left.part.tensor;
  const pitch = part.tensor.layout.height / beside;
  const w = Math.min(fit.cw * count, layout.width);
  return {
    beside,
    x: left.part.x,
    y: part.y,
    top: part.y - HEAD,
    w,
    pitch,
    sign: part.x - 10,
    end: part.x - 8,
  };
}

/** The cells of a strip; a frame and a cross if it is off. @param {Strip} strip @param {Box} box @param {{ from: number, count: number }} columns @param {import("../../kit/draw/scale.js").Scale} scale @returns {Mark[]} */
function cellsOf({ values, ramp, off, own }, { x, y, w, h }, { from, count }, scale) {
  if (off) {
    const cross = `M${x} ${y}L${x + w} ${y + h}M${x} ${y + h}L${x + w} ${y}`;
    return [
      rect({ x: x + 0.5, y: y + 0.5, w: w - 1, h: h - 1, stroke: off, line: 1, radius: 2 }),
      path({ d: cross, stroke: off, line: 0.75, alpha: 0.6 }),
    ];
  }
  const cw = w / count;
  const rgba = Uint32Array.from({ length: count }, (_, i) => {
    const at = from + i;
    return own && (at < own.from || at >= own.to) ? 0 : ramp[scale.index(values[at])];
  });
  return [cells({ x, y, rows: 1, cols: count, cw, ch: h, gap: gapBetween(cw, h), rgba })];
}

/** The number of the selected feature. @param {Strip} strip @param {{ x: number, y: number }} at @param {number} feature @param {Surface} surface */
const numberMark = ({ values, off, bold }, at, feature, { palette, ...surface }) =>
  text({
    ...{ ...at, align: "end", bold, fill: bold ? palette.ink : palette.muted },
    text: off ? say(SCENES, surface).off : inThousandths(values[feature]),
  });

/** With three decimals, so that readers can add them up. @param {number} value */
const inThousandths = (value) =>
  Math.abs(value) >= 100
    ? formatNumber(value)
    : value
        .toFixed(3)
        .replace(/^-(?=0\.000$)/, "")
        .replace("-", "−");

/** The frame of the selected feature. @param {Box} box @param {import("../../kit/draw/palette.js").Palette} palette */
const columnMark = ({ x, y, w, h }, { accent }) =>
  rect({ x: x - 1, y, w: w + 1, h: h + 1, stroke: accent, line: 1.75, radius: 2 });

/** The switch that makes W_O the identity. @param {boolean} on @param {{ x: number, y: number }} at @param {Surface} surface */
function switchMarks(on, { x, y }, { palette, measure, ...surface }) {
  const label = say(SCENES, surface).identity;
  const top = y + (PITCH - BOX) / 2;
  const tick = `M${x + 2.5} ${top + 5.5}L${x + 5} ${top + 8.5}L${x + 9.5} ${top + 2.5}`;
  return {
    box: { x: x - 2, y, w: BOX + measure(label) + 12, h: PITCH },
    marks: [
      rect({ x, y: top, w: BOX, h: BOX, stroke: palette.muted, line: 1, radius: 2 }),
      ...(on ? [path({ d: tick, stroke: palette.ink, line: 1.75 })] : []),
      text({ x: x + BOX + 6, y: y + PITCH / 2 + 4.5, text: label, fill: palette.ink }),
    ],
  };
}

/** A note that strips can be pressed, if it fits beside the switch. @param {string} said @param {{ x: number, w: number }} after @param {ReturnType<typeof placeOf>} place @param {Surface} surface */
function pressMarks(said, { x, w }, { top, end }, { palette, measure }) {
  const start = x + w + 16;
  return start + measure(said) > end
    ? []
    : [text({ x: start, y: top + 17 + PITCH / 2 + 4.5, text: said, fill: palette.muted })];
}
