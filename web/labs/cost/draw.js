import { path, rect, text } from "../../kit/draw/marks.js";
import { barsMarks, coloursOf } from "../draw-bars.js";

/**
 * Each measure as two bars in the colours of their parts, the layer's and a reference's, on one scale; below, the lengths, with the length
 * from which attention dominates.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../draw-bars.js").Cell} Cell
 *
 * @typedef {object} Lengths
 * @property {number} length
 * @property {number} most        the largest length
 * @property {number} crossing
 * @property {import("../draw-bars.js").BarsWords & RulerWords} words
 *
 * @typedef {object} RulerWords
 * @property {string} now
 * @property {(length: number) => string} tick
 * @property {(shown: boolean) => string} crossing
 *
 * @typedef {import("../draw-bars.js").BarsView & Lengths} CostView
 * @typedef {import("../../kit/draw/marks.js").Scene & { hit: (x: number, y: number) => Cell | null, lengthAt: (x: number, y: number) => number | null }} CostScene
 */

const RULER = 78;

/** @param {CostView} view @param {Surface} surface @returns {CostScene} */
export function costScene(view, surface) {
  const bars = barsMarks(view, surface);
  const ruler = rulerMarks(view, surface, bars.bottom + 6);
  return {
    width: surface.width,
    height: bars.bottom + RULER,
    marks: [...bars.marks, ...ruler.marks],
    hit: bars.hit,
    lengthAt: ruler.lengthAt,
  };
}

/**
 * A logarithmic ruler of lengths from 1 to the largest, with a mark at the crossing.
 * @param {CostView} view @param {Surface} surface @param {number} top
 */
function rulerMarks({ length, most, crossing, words }, { width, palette, measure }, top) {
  const line = top + 24;
  const [from, to] = [6, width - 22];
  const at = (/** @type {number} */ T) => from + ((to - from) * Math.log2(T)) / Math.log2(most);
  const isShown = crossing <= most;
  const turn = isShown ? at(crossing) : to;
  const said = words.crossing(isShown);
  const wide = measure(said);
  const colours = coloursOf(palette);
  /** @type {Mark[]} */
  const marks = [
    path({ d: `M${from} ${line}H${turn}`, stroke: colours.projections, line: 3 }),
    path({ d: `M${turn} ${line}H${to}`, stroke: colours.scores, line: 3 }),
    ...(isShown ? [path({ d: `M${turn} ${line - 9}V${line + 9}`, stroke: palette.ink, line: 1.5 })] : []),
    text({
      x: Math.max(0, Math.min(width - wide, turn - wide / 2)),
      y: line - 14,
      text: said,
      fill: palette.muted,
    }),
  ];
  let until = -Infinity;
  for (let T = 1; T <= most; T *= 8) {
    const label = words.tick(T);
    const x = Math.max(0, at(T) - measure(label) / 2);
    marks.push(path({ d: `M${at(T)} ${line - 3}V${line + 3}`, stroke: palette.muted }));
    if (x > until) marks.push(text({ x, y: line + 20, text: label, fill: palette.muted }));
    until = x + measure(label) + 8;
  }
  marks.push(
    rect({
      x: at(length) - 6,
      y: line - 6,
      w: 12,
      h: 12,
      radius: 6,
      fill: palette.ink,
      stroke: palette.paper,
      line: 2,
    }),
    text({
      x: Math.max(
        0,
        Math.min(width - measure(words.now, 12.5, true), at(length) - measure(words.now, 12.5, true) / 2),
      ),
      y: line + 37,
      text: words.now,
      fill: palette.ink,
      bold: true,
    }),
  );
  return {
    marks,
    lengthAt: (/** @type {number} */ x, /** @type {number} */ y) =>
      Math.abs(y - line) > 14
        ? null
        : Math.max(1, Math.min(most, Math.round(2 ** ((Math.log2(most) * (x - from)) / (to - from))))),
  };
}
