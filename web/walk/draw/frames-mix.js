import { cells, rect, text } from "../../kit/draw/marks.js";
import { fade } from "../../kit/draw/palette.js";
import { gutterFor, tokensAlong } from "../../kit/draw/token-words.js";
import { stageHeight } from "../../kit/draw/stage-height.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { SCENES } from "../../kit/text/scenes.js";
import { say } from "../../kit/text/words.js";
import { factorsOf } from "./factors.js";
import { interpolate, cellAt, easedShare, element, labelInside, numbersIn, shareOf } from "./frames-cells.js";
import { shareSaid } from "../../kit/text/share.js";

/**
 * Animation: value rows fade to their weights, and add up to the output's row.
 *
 * @typedef {import("./frames-cells.js").Cell} Cell
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} MixData
 * @property {readonly string[]} words   of the values
 * @property {number[]} weights
 * @property {Cell[][]} values one row per key
 * @property {Cell[][]} sums             running sums after each value row; the last is the core's result
 * @property {string} from               name of the values
 * @property {string} result             name of the result
 */

const TOP = 26;
const FOOT = 120; // px below the value rows
const ROW = { most: 26, named: 11, sum: 28 };
const BAR = 48;
const NUMBER = 46;
const FADED = 0.34;
const ADDED = 0.94;
const FLIGHT = 0.3; // duration of one row's move, as a share of the time for all rows

/** @param {import("./stage.js").StageView} view @param {Surface} surface @returns {MixData} */
export function mixData(view, surface) {
  const { left, right, result } = factorsOf(view, surface);
  const row = Number(result.at.at(-2));
  const [keys, width] = [Number(left.shape.at(-1)), Number(result.shape.at(-1))];
  const down = Array.from({ length: keys }, (_, i) => i);
  const across = Array.from({ length: width }, (_, i) => i);
  const weights = down.map((i) => cellAt(left, [...left.at.slice(0, -2), row, i]).value);
  const values = down.map((i) => across.map((c) => cellAt(right, [...right.at.slice(0, -2), i, c])));
  const made = across.map((c) => cellAt(result, [...result.at.slice(0, -1), c]));
  const { scale, ramp } = result.colouring;
  const so = across.map(() => 0);
  const sums = values.map((each, i) =>
    each.map(({ value }, c) => {
      so[c] += weights[i] * value;
      return { value: so[c], color: ramp([...result.at.slice(0, -1), c])[scale.index(so[c])] };
    }),
  );
  sums[sums.length - 1] = made;
  return {
    words: tokensAlong(/** @type {string} */ (left.axes.at(-1)), view.picture.settings),
    ...{ weights, values, sums },
    from: element(right.name, [...right.at.slice(0, -2), ":", ":"]),
    result: element(result.name, [...result.at.slice(0, -1), ":"]),
  };
}

/** @param {MixData} data @param {number} t @param {Surface} surface @returns {import("../../kit/draw/marks.js").Scene} */
export function mixFrame({ words, weights, values, sums, from, result }, t, surface) {
  const { palette, width } = surface;
  const gutter = gutterFor(words, surface);
  const x = gutter + BAR + NUMBER + 10;
  const cols = values[0].length;
  const cw = Math.min(56, (width - x - 2) / cols);
  const ch = Math.min(ROW.most, (stageHeight(width) - TOP - FOOT) / values.length);
  const y = (/** @type {number} */ i) => TOP + i * ch;
  const low = y(values.length) + 22;
  const faded = easedShare(t, 0.04, FADED);
  const block = { x, cols, cw, gap: cw > 4 && ch > 4 ? 1 : 0 };
  const shareAt = (/** @type {number} */ i) => interpolate(1, Math.min(1, Math.max(0, weights[i])), faded);
  const rowOf = (/** @type {number} */ i) => values[i].map(({ color }) => fade(color, palette, shareAt(i)));
  const added = (ADDED - FADED) * (1 - FLIGHT);
  const flown = (/** @type {number} */ i) => {
    const start = FADED + (added * i) / values.length;
    return easedShare(t, start, start + (ADDED - FADED) * FLIGHT);
  };
  const landed = values.filter((_, i) => flown(i) === 1).length;
  const labelled = ch >= ROW.named;
  const sum = landed ? sums[landed - 1] : null;
  const size = { w: cw, h: ROW.sum };
  return {
    width,
    height: low + ROW.sum + 26,
    marks: [
      labelInside(surface, from, { x, y: 15, fill: palette.muted }),
      ...values.flatMap((_, i) => {
        const middle = y(i) + ch / 2 + 4.5;
        const h = Math.max(1, Math.min(ch - 4, 10));
        const weight = Math.min(1, Math.max(0, weights[i]));
        return [
          rect({ x: gutter, y: y(i) + (ch - h) / 2, w: BAR * weight, h, fill: palette.axis.H }),
          ...(labelled
            ? [
                text({
                  x: gutter - 8,
                  y: middle,
                  text: shortenWord(words[i]),
                  fill: palette.muted,
                  align: "end",
                }),
                text({
                  x: gutter + BAR + NUMBER,
                  y: middle,
                  text: shareSaid(weights[i]),
                  fill: palette.ink,
                  align: "end",
                }),
              ]
            : []),
        ];
      }),
      cells({
        ...block,
        y: TOP,
        rows: values.length,
        ch,
        rgba: Uint32Array.from(values.flatMap((_, i) => rowOf(i))),
        often: true,
      }),
      ...(sum
        ? [
            cells({
              ...block,
              y: low,
              rows: 1,
              ch: ROW.sum,
              rgba: Uint32Array.from(sum, ({ color }) => color),
            }),
          ]
        : []),
      ...values.flatMap((_, i) => {
        const gone = flown(i);
        if (gone === 0 || gone === 1) return [];
        return [
          cells({ ...block, y: interpolate(y(i), low, gone), rows: 1, ch, rgba: Uint32Array.from(rowOf(i)) }),
        ];
      }),
      ...(sum && shareOf(t, ADDED, 1) > 0 ? numbersIn(sum, (c) => [x + c * cw, low], size) : []),
      text({
        x: x - 10,
        y: low + ROW.sum / 2 + 4.5,
        text: say(SCENES, surface).sum,
        fill: palette.muted,
        align: "end",
      }),
      rect({
        x: x - 1,
        y: low - 1,
        w: cols * cw + 1,
        h: ROW.sum + 1,
        stroke: palette.axis.T,
        line: 1.25,
        radius: 2,
      }),
      ...(landed === values.length
        ? [labelInside(surface, result, { x, y: low + ROW.sum + 18, fill: palette.ink })]
        : []),
    ],
  };
}
