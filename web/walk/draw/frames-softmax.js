import { formatNumber } from "../../kit/draw/legend.js";
import { rect, text } from "../../kit/draw/marks.js";
import { gutterFor, tokensAlong } from "../../kit/draw/token-words.js";
import { stageHeight } from "../../kit/draw/stage-height.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { inputsOf } from "../../kit/state/quantity.js";
import { nearestIn } from "../../kit/state/selection.js";
import { flatIndex } from "../../kit/state/memory.js";
import { ARITHMETIC } from "../words-arithmetic.js";
import { say } from "../../kit/text/words.js";
import { easedShare, interpolate } from "./frames-cells.js";
import { shareSaid } from "../../kit/text/share.js";

/**
 * Animation: a row of scores becomes exponentials, their sum, and shares of that sum.
 *
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 *
 * @typedef {object} SoftmaxData
 * @property {string} from          name of the scores
 * @property {string} to            name of the shares
 * @property {readonly string[]} words
 * @property {number[]} scores from the core, as are the shares
 * @property {number[]} powers      exp(score − the largest)
 * @property {number} sum           sum of the exponentials
 * @property {number[]} shares
 */

const TOP = 26;
const FOOT = 116; // px below the rows, for the sum
const ROW = { most: 28, named: 11 };
const NUMBER = 54;
const GAP = 20;

/** @param {import("./stage.js").StageView} view @returns {SoftmaxData} */
export function softmaxData({ picture, step, selection }) {
  const [input] = inputsOf(step, picture.steps);
  const at = nearestIn(step, selection, picture.steps);
  const count = Number(step.shape.at(-1));
  const read = (/** @type {import("../../core/types.js").Step} */ of) =>
    Array.from({ length: count }, (_, i) => picture.values(of.id)[flatIndex(of, [...at.slice(0, -1), i])]);
  const [scores, shares] = [read(input), read(step)];
  const most = Math.max(...scores);
  const powers = scores.map((score) => (most === -Infinity ? 0 : Math.exp(score - most)));
  const largest = scores.indexOf(most);
  // Derived from the core's share, because the core's sum can have further terms, such as a sink.
  const sum = shares[largest] > 0 ? powers[largest] / shares[largest] : 0;
  const words = tokensAlong(/** @type {string} */ (step.axes.at(-1)), picture.settings);
  return { from: input.id, to: step.id, words, scores, powers, sum, shares };
}

/** @param {SoftmaxData} data @param {number} t @param {Surface} surface @returns {import("../../kit/draw/marks.js").Scene} */
export function softmaxFrame(data, t, surface) {
  const { words, scores, powers, sum, shares, from, to } = data;
  const { palette, width } = surface;
  const said = say(ARITHMETIC, surface);
  const gutter = gutterFor(words, surface);
  const column = (width - gutter - 2 * GAP) / 3;
  const bar = Math.max(16, column - NUMBER);
  const [x1, x2, x3] = [0, 1, 2].map((i) => gutter + i * (column + GAP));
  const ch = Math.min(ROW.most, (stageHeight(width) - TOP - FOOT) / scores.length);
  const y = (/** @type {number} */ i) => TOP + i * ch;
  const thick = Math.max(1, Math.min(ch - 4, 14));
  const low = Math.min(0, ...scores.filter(Number.isFinite));
  const high = Math.max(0, ...scores.filter(Number.isFinite));
  const onScores = (/** @type {number} */ value) => ((value - low) / (high - low || 1)) * bar;
  const grows = easedShare(t, 0.18, 0.42);
  const falls = easedShare(t, 0.46, 0.68);
  const shared = easedShare(t, 0.72, 0.96);
  const bottom = TOP + scores.length * ch + 18;
  const row = (/** @type {number} */ i) => y(i) + (ch - thick) / 2;
  const named = ch >= ROW.named;
  const note = (/** @type {number} */ x, /** @type {number} */ i, /** @type {string} */ what) =>
    named ? [text({ x, y: y(i) + ch / 2 + 4.5, text: what, fill: palette.ink })] : [];
  let stacked = 0;
  /** @type {Mark[]} */
  const marks = [
    head(x1, from, palette),
    ...(grows > 0
      ? [head(x2, surface.measure(said.powers, 13, true) < column + GAP ? said.powers : "exp", palette)]
      : []),
    ...(shared > 0 ? [{ ...head(width, to, palette), align: /** @type {const} */ ("end") }] : []),
    rect({ x: x1 + onScores(0) - 0.5, y: TOP, w: 1, h: scores.length * ch, fill: palette.hairline }),
  ];
  scores.forEach((score, i) => {
    const [a, b] = [onScores(0), Number.isFinite(score) ? onScores(score) : onScores(0)];
    if (named)
      marks.push(
        text({
          x: gutter - 8,
          y: y(i) + ch / 2 + 4.5,
          text: shortenWord(words[i]),
          fill: palette.muted,
          align: "end",
        }),
      );
    marks.push(
      rect({ x: x1 + Math.min(a, b), y: row(i), w: Math.abs(b - a), h: thick, fill: palette.muted }),
      ...note(x1 + bar + 6, i, formatNumber(score, 2)),
    );
    const long = powers[i] * bar;
    if (grows > 0) marks.push(rect({ x: x2, y: row(i), w: long * grows, h: thick, fill: palette.muted }));
    if (grows === 1) marks.push(...note(x2 + bar + 6, i, shareSaid(powers[i])));
    const part = sum > 0 ? (powers[i] / sum) * bar : 0;
    if (falls > 0)
      marks.push(
        rect({
          ...{ x: x2 + interpolate(0, stacked, falls), y: interpolate(row(i), bottom, falls) },
          ...{ w: Math.max(0, interpolate(long, part, falls) - 0.5), h: thick, fill: palette.muted },
        }),
      );
    stacked += part;
    if (shared > 0)
      marks.push(rect({ x: x3, y: row(i), w: bar * shares[i] * shared, h: thick, fill: palette.axis.H }));
    if (shared === 1) marks.push(...note(x3 + bar + 6, i, shareSaid(shares[i])));
  });
  if (falls === 1)
    marks.push(
      text({
        x: Math.max(gutter - 8, surface.measure(said.sum)),
        y: bottom + thick / 2 + 5,
        text: said.sum,
        fill: palette.muted,
        align: "end",
      }),
      text({
        x: x2 + bar + 6,
        y: bottom + thick / 2 + 6,
        text: formatNumber(sum),
        bold: true,
        size: 15,
        fill: palette.ink,
      }),
    );
  if (shared > 0)
    marks.push(
      text({
        x: width,
        y: bottom + 40,
        text: said.divided(formatNumber(sum)),
        fill: palette.muted,
        align: "end",
      }),
    );
  return { width, height: Math.ceil(bottom + 46), marks };
}

/** @param {number} x @param {string} said @param {import("../../kit/draw/palette.js").Palette} palette */
const head = (x, said, palette) => text({ x, y: 15, text: said, size: 13, bold: true, fill: palette.ink });
