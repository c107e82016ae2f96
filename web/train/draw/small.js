import { cells, path, rect, text } from "../../kit/draw/marks.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { smoothLosses } from "./learning-curve.js";

/**
 * The small form of Train: the loss up to a step, and beside it the map of one head, which appears while the model learns.
 *
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} Shown
 * @property {number} steps               last step of the curve
 * @property {readonly number[]} losses   of each step, in nats per blank
 * @property {number} most                loss of a uniform guess among all words
 * @property {string} loss                label of the curve
 * @property {readonly string[]} tokens
 * @property {ArrayLike<number>} weights  (T, T) of the head
 * @property {number} asks                position of the word whose row is framed
 * @property {string} head                label of the map
 */

const CELL = 14; // px
const TITLE = 22; // px for a label above
const TICKS = 22; // px for the steps below the curve
const LETTERS = 12.5;
const BETWEEN = 28; // px between curve and map
const WIDEST = 640; // px of the curve

/** @param {Shown} shown @param {Surface} surface @returns {import("../../kit/draw/marks.js").Scene} */
export function smallScene(shown, surface) {
  const { tokens, weights, asks } = shown;
  const { palette, width, measure } = surface;
  const size = CELL * tokens.length;
  const words = 8 + Math.max(...tokens.map((word) => measure(shortenWord(word, 12), LETTERS, true)));
  const end = Math.min(WIDEST, width - size - words - BETWEEN);
  const map = { x: end + BETWEEN + words, y: TITLE };
  const label = { size: LETTERS, fill: palette.muted };
  const rgba = Uint32Array.from(
    weights,
    (weight) => palette.attention[Math.min(255, Math.round(255 * weight))],
  );
  return {
    ...{ width, height: TITLE + size + 2 },
    marks: [
      ...curveMarks(shown, { end, bottom: TITLE + size - TICKS }, surface),
      text({ ...label, x: end + BETWEEN, y: 12, text: shown.head }),
      ...tokens.map((word, i) =>
        text({
          ...{
            ...label,
            x: map.x - 8,
            y: map.y + (i + 0.5) * CELL + 4.5,
            align: /** @type {const} */ ("end"),
          },
          ...{ text: shortenWord(word, 12), ...(i === asks && { fill: palette.axis.T, bold: true }) },
        }),
      ),
      cells({
        ...map,
        ...{ rows: tokens.length, cols: tokens.length, cw: CELL, ch: CELL, gap: 1, rgba, often: true },
      }),
      rect({
        ...{ x: map.x - 1, y: map.y + asks * CELL - 1, w: size + 1, h: CELL + 1, radius: 2 },
        ...{ stroke: palette.axis.T, line: 1.5 },
      }),
    ],
  };
}

/** @param {Shown} shown @param {{ end: number, bottom: number }} place @param {Surface} surface */
function curveMarks({ steps, losses, most, loss }, { end, bottom }, { palette, measure }) {
  const left = measure(most.toFixed(1)) + 8;
  const label = { size: LETTERS, fill: palette.muted };
  const x = (/** @type {number} */ step) => left + (step * (end - left)) / steps;
  const y = (/** @type {number} */ value) => bottom - (Math.min(value, most) * (bottom - TITLE)) / most;
  const points = losses.length ? smoothLosses(losses) : [];
  return [
    text({ ...label, x: 0, y: 12, text: loss }),
    ...[0, most].flatMap((value) => [
      path({ d: `M${left} ${y(value)}H${end}`, stroke: palette.hairline }),
      text({ ...label, x: left - 8, y: y(value) + 4, text: value ? value.toFixed(1) : "0", align: "end" }),
    ]),
    text({ ...label, x: left, y: bottom + 18, text: "0" }),
    text({ ...label, x: end, y: bottom + 18, text: String(steps), align: "end" }),
    path({
      d: points
        .map(([step, value], i) => `${i ? "L" : "M"}${x(step).toFixed(1)} ${y(value).toFixed(1)}`)
        .join(""),
      ...{ stroke: palette.ink, line: 1.75 },
    }),
  ];
}
