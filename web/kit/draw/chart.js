import { path, rect, text } from "./marks.js";

/**
 * A small line chart. Each line's name stands at the line's end.
 *
 * @typedef {object} Series
 * @property {string} name
 * @property {readonly number[]} values  one per x
 * @property {string} stroke
 *
 * @param {{ xs: readonly number[], xName: string, yName: string, max: number, series: readonly Series[] }} chart
 * @param {import("./marks.js").Surface} surface
 * @returns {import("./marks.js").Scene}
 */
export function chartScene({ xs, xName, yName, max, series }, { width, palette, measure }) {
  const box = {
    left: 34,
    top: 26,
    right: width - Math.max(...series.map(({ name }) => measure(name, 12.5, true))) - 10,
    bottom: 138,
  };
  const x = (/** @type {number} */ i) => box.left + (i * (box.right - box.left)) / Math.max(1, xs.length - 1);
  const y = (/** @type {number} */ value) => box.bottom - (value / max) * (box.bottom - box.top);
  const ends = spreadBaselines(series.map(({ values }) => y(values[values.length - 1]) + 4));
  const label = { fill: palette.muted };
  const ticks = [0, max / 2, max];
  return {
    width,
    height: 178,
    marks: [
      text({ ...label, x: 0, y: 12, text: yName }),
      ...ticks.flatMap((tick) => [
        path({ d: `M${box.left} ${y(tick)}H${box.right}`, stroke: palette.hairline }),
        text({ ...label, x: box.left - 6, y: y(tick) + 4, text: tick.toFixed(1), align: "end" }),
      ]),
      ...xs.map((value, i) =>
        text({ ...label, x: x(i), y: box.bottom + 18, text: String(value), align: "middle" }),
      ),
      text({ ...label, x: (box.left + box.right) / 2, y: box.bottom + 36, text: xName, align: "middle" }),
      ...series.flatMap(({ name, values, stroke }, line) => [
        path({
          d: values.map((value, i) => `${i ? "L" : "M"}${x(i)} ${y(value)}`).join(""),
          stroke,
          line: 2,
        }),
        ...values.map((value, i) =>
          rect({ x: x(i) - 2.5, y: y(value) - 2.5, w: 5, h: 5, radius: 2.5, fill: stroke }),
        ),
        text({ x: box.right + 8, y: ends[line], text: name, fill: stroke, bold: true }),
      ]),
    ],
  };
}

const LINE = 14; // px between the baselines of two names

/** Baselines in the same order, moved up until no two are closer than a line. @param {readonly number[]} baselines */
function spreadBaselines(baselines) {
  const moved = [...baselines];
  let lowest = Infinity;
  for (const i of [...baselines.keys()].sort((a, b) => baselines[b] - baselines[a])) {
    moved[i] = Math.min(baselines[i], lowest);
    lowest = moved[i] - LINE;
  }
  return moved;
}
