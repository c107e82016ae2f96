import { cells, path, rect, text } from "../../kit/draw/marks.js";
import { formatNumber } from "../../kit/draw/legend.js";
import { legibleOn } from "../../kit/draw/palette.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { shareInFour } from "../../kit/text/share.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";

/**
 * The selected row as scores and weights, the histogram of all scores and, by width of a head, the entropy of rows and the size of the softmax's
 * gradient, behind the softmax and at the queries, with and without division by √d_k.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} SoftmaxView
 * @property {import("./state.js").SoftmaxAnswer} answer
 * @property {import("./state.js").Curves} curves
 * @property {import("./state.js").SoftmaxTurn} turn
 * @property {readonly string[]} tokens
 * @property {number} head
 * @property {number} query
 * @property {string} colormap
 * @property {typeof import("./words.js").SOFTMAX.picture} words
 */

const NARROW = 560;
/** One fixed scale, so that larger scores look larger. */
const SCORES = scaleOf([Float32Array.of(-10, 10)], false);
const BINS = 31;
const WIDEST = 40; // largest score in either direction; the last bin contains the rest
const ROW = { cell: 24, widest: 60, least: 16, legible: 48, lines: 2 }; // px, and number of lines on a narrow stage

/** @param {SoftmaxView} view @param {Surface} surface @returns {import("../../kit/draw/marks.js").Scene} */
export function softmaxScene(view, surface) {
  const narrow = surface.width < NARROW;
  const row = rowMarks(view, surface, narrow);
  const half = narrow ? surface.width : (surface.width - 40) / 2;
  const histogram = { x: 0, y: row.bottom + 34, w: narrow ? surface.width : surface.width, h: 110 };
  const top = histogram.y + histogram.h + 66;
  const entropy = { x: 0, y: top, w: half, h: 130 };
  const passed = { x: narrow ? 0 : half + 40, y: narrow ? top + 210 : top, w: half, h: 130 };
  const reached = { x: passed.x, y: passed.y + 210, w: half, h: 130 };
  const { scaled, unscaled } = view.curves.at;
  const T = view.tokens.length;
  return {
    width: surface.width,
    height: Math.ceil(reached.y + reached.h + 46),
    marks: [
      ...row.marks,
      ...histogramMarks(view, surface, histogram),
      ...curveMarks(view, surface, entropy, {
        title: view.words.entropy,
        of: (all) => [all.entropy],
        most: Math.log(T) || 1,
        isLog: false,
      }),
      ...curveMarks(view, surface, passed, {
        title: view.words.passed,
        of: (all) => [all.median, all.mean],
        most: 1,
        isLog: true,
      }),
      ...curveMarks(view, surface, reached, {
        title: view.words.reached,
        of: (all) => [all.reached],
        most: Math.max(...[...scaled, ...unscaled].map((all) => all.reached)) || 1,
        isLog: false,
      }),
    ],
  };
}

/**
 * The selected row; on narrow stages it wraps into lines. Of a long row, only the part around the query is shown.
 * @param {SoftmaxView} view @param {Surface} surface @param {boolean} narrow
 */
function rowMarks({ answer, tokens, head, query, colormap, words }, surface, narrow) {
  const { palette, measure, width } = surface;
  const T = tokens.length;
  const at = (head * T + query) * T;
  const [scores, weights] = [answer.scores, answer.weights].map(({ data }) => data.subarray(at, at + T));
  const left = narrow ? 0 : Math.ceil(Math.max(measure(words.scores), measure(words.weights))) + 14;
  const across = Math.max(1, Math.floor((width - left) / (narrow ? ROW.legible : ROW.least)));
  const count = Math.min(T, narrow ? ROW.lines * across : across);
  const lines = narrow ? Math.ceil(count / across) : 1;
  const from = Math.min(Math.floor(query / count) * count, T - count);
  const each = Math.ceil(count / lines);
  const cw = Math.min(ROW.widest, (width - left) / each);
  /** @type {Strip[]} */
  const strips = [
    {
      ...{ name: words.scores, values: scores, ramp: palette.scores, scale: SCORES },
      form: (value) => formatNumber(value, 2),
    },
    {
      ...{ name: words.weights, values: weights, ramp: palette.colormap(colormap) },
      ...{ scale: scaleOf([weights], true), form: shareInFour },
    },
  ];
  const title = words.row(shortenWord(tokens[query], 20), head);
  /** @type {Mark[]} */
  const marks = [text({ x: 0, y: 12, text: title, size: 13, bold: true, fill: palette.ink })];
  let y = 24;
  for (let line = 0; line < lines; line++) {
    const start = from + line * each;
    const place = { left, y, cw, start, count: Math.min(each, from + count - start), narrow };
    const drawn = lineMarks(strips, tokens, place, surface);
    marks.push(...drawn.marks);
    y = drawn.bottom + (line < lines - 1 ? 10 : 0);
  }
  return { marks, bottom: y };
}

/** @typedef {{ name: string, values: Float32Array, ramp: import("../../kit/draw/palette.js").Ramp, scale: import("../../kit/draw/scale.js").Scale, form: (value: number) => string }} Strip */

/**
 * A part of the row: its words if they fit, and a strip of cells for each vector.
 * @param {readonly Strip[]} strips
 * @param {readonly string[]} tokens
 * @param {{ left: number, y: number, cw: number, start: number, count: number, narrow: boolean }} place
 * @param {Surface} surface
 */
function lineMarks(strips, tokens, { left, y, cw, start, count, narrow }, { palette, measure }) {
  /** @type {Mark[]} */
  const marks = [];
  const middle = (/** @type {number} */ i) => left + (i + 0.5) * cw;
  if (cw >= 34) {
    for (let i = 0; i < count; i++) {
      const word = shortenWord(tokens[start + i], Math.max(3, Math.floor(cw / 7.5)));
      marks.push(text({ x: middle(i), y: y + 10, align: "middle", fill: palette.muted, text: word }));
    }
    y += 16;
  }
  for (const { name, values, ramp, scale, form } of strips) {
    if (narrow) y += 16;
    const shown = values.subarray(start, start + count);
    const rgba = Uint32Array.from(shown, (value) => ramp[scale.index(value)]);
    const fits = Math.max(...Array.from(shown, (value) => measure(form(value)))) + 4 <= cw;
    const line = y + ROW.cell / 2 + 4;
    marks.push(
      text({ x: 0, y: narrow ? y - 3 : line, text: name, fill: palette.muted }),
      cells({ x: left, y, rows: 1, cols: count, cw, ch: ROW.cell, gap: 1, rgba }),
    );
    if (fits)
      shown.forEach((value, i) =>
        marks.push(
          text({ x: middle(i), y: line, align: "middle", text: form(value), fill: legibleOn(rgba[i]) }),
        ),
      );
    y += ROW.cell + 6;
  }
  return { marks, bottom: y };
}

/**
 * Counts scores in equal bins from −most to most; the outer bins contain the rest.
 * @param {ArrayLike<number>} scores @param {number} most @param {number} bins
 */
export function histogramOf(scores, most, bins) {
  const counts = new Uint32Array(bins);
  for (let i = 0; i < scores.length; i++) {
    const at = Math.floor(((scores[i] + most) / (2 * most)) * bins);
    counts[Math.max(0, Math.min(bins - 1, at))]++;
  }
  return counts;
}

/** @param {SoftmaxView} view @param {Surface} surface @param {{ x: number, y: number, w: number, h: number }} box @returns {Mark[]} */
function histogramMarks({ answer, words }, { palette }, { x, y, w, h }) {
  const counts = histogramOf(answer.scores.data, WIDEST, BINS);
  const most = Math.max(...counts);
  const wide = w / BINS;
  const label = { y: y + h + 16, fill: palette.muted };
  return [
    text({
      x,
      y: y - 10,
      text: words.histogram(answer.scores.data.length),
      size: 13,
      bold: true,
      fill: palette.ink,
    }),
    path({ d: `M${x} ${y + h + 0.5}H${x + w}`, stroke: palette.hairline }),
    ...Array.from(counts, (count, i) => {
      const high = count ? Math.max(1, (h * count) / most) : 0;
      return rect({
        x: x + i * wide + 0.5,
        y: y + h - high,
        w: Math.max(1, wide - 1),
        h: high,
        fill: palette.axis.H,
      });
    }).filter(({ h: high }) => high > 0),
    ...[-WIDEST, -WIDEST / 2, 0, WIDEST / 2, WIDEST].map((at, i) =>
      text({
        ...label,
        x: x + (w * (at + WIDEST)) / (2 * WIDEST),
        align: i === 0 ? "start" : i === 4 ? "end" : "middle",
        text: i === 0 ? `≤ ${formatNumber(at)}` : i === 4 ? `≥ ${formatNumber(at)}` : formatNumber(at),
      }),
    ),
  ];
}

const LEAST = 1e-4; // start of the logarithmic axis; smaller values are drawn there

/**
 * A chart with a curve for scaled and one for unscaled scores, by width of a head, and a ring at the current value.
 * @param {SoftmaxView} view @param {Surface} surface @param {{ x: number, y: number, w: number, h: number }} box
 * @param {{ title: string, of: (all: import("./state.js").SoftmaxAnswer["all"]) => number[], most: number, isLog: boolean }} how
 * @returns {Mark[]}
 */
function curveMarks({ curves, answer, turn, words }, { palette, measure }, box, { title, of, most, isLog }) {
  const left = box.x + 52;
  const right = box.x + box.w - 14;
  const bottom = box.y + box.h;
  const x = (/** @type {number} */ i) => left + (i * (right - left)) / (curves.widths.length - 1);
  const share = (/** @type {number} */ value) =>
    isLog ? Math.log(Math.max(LEAST, value) / LEAST) / Math.log(most / LEAST) : value / most;
  const y = (/** @type {number} */ value) => bottom - box.h * Math.max(0, Math.min(1, share(value)));
  const ticks = isLog ? [LEAST, LEAST * 10, LEAST * 100, LEAST * 1000, 1] : [0, most / 2, most];
  const series = /** @type {const} */ ([
    ["scaled", palette.axis.H, words.scaled],
    ["unscaled", palette.axis.T, words.unscaled],
  ]);
  /** @type {Mark[]} */
  const marks = [
    text({ x: box.x, y: box.y - 26, text: title, size: 13, bold: true, fill: palette.ink }),
    ...ticks.flatMap((tick) => [
      path({ d: `M${left} ${y(tick)}H${right}`, stroke: palette.hairline }),
      text({ x: left - 6, y: y(tick) + 4, text: formatNumber(tick, 2), align: "end", fill: palette.muted }),
    ]),
    ...curves.widths.map((width, i) =>
      text({ x: x(i), y: bottom + 16, text: String(width), align: "middle", fill: palette.muted }),
    ),
    text({ x: (left + right) / 2, y: bottom + 34, text: "d_k", align: "middle", fill: palette.muted }),
  ];
  let key = box.x;
  for (const [name, stroke, said] of series) {
    const lines = curves.at[name].map(of);
    lines[0].forEach((_, n) =>
      marks.push(
        path({
          d: lines.map((values, i) => `${i ? "L" : "M"}${x(i)} ${y(values[n])}`).join(""),
          stroke,
          line: n ? 1 : 2,
        }),
        ...(n
          ? []
          : lines.map((values, i) =>
              rect({ x: x(i) - 2, y: y(values[0]) - 2, w: 4, h: 4, radius: 2, fill: stroke }),
            )),
      ),
    );
    marks.push(
      rect({ x: key, y: box.y - 17, w: 10, h: 3, fill: stroke }),
      text({ x: key + 15, y: box.y - 11, text: said, fill: stroke, bold: true }),
    );
    key += 15 + measure(said, 12.5, true) + 14;
  }
  if (isLog) marks.push(text({ x: key, y: box.y - 11, text: words.lines, fill: palette.muted }));
  const at = curves.widths.indexOf(turn.dK);
  for (const value of of(answer.all).slice(0, 1))
    marks.push(
      rect({ x: x(at) - 5, y: y(value) - 5, w: 10, h: 10, radius: 5, stroke: palette.ink, line: 2 }),
    );
  return marks;
}
