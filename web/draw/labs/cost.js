import { path, rect, text } from "../marks.js";
import { PARTS } from "../../state/labs/cost.js";

/**
 * Each measure as two bars in the colours of its parts, the layer's and what stands beside it, on a scale of its own; below them the lengths,
 * and from where on attention takes most.
 *
 * @typedef {import("../marks.js").Mark} Mark
 * @typedef {import("../marks.js").Surface} Surface
 * @typedef {import("../../state/labs/cost.js").Part} Part
 * @typedef {import("../../state/labs/cost.js").Measure} Measure
 *
 * @typedef {object} CostView
 * @property {readonly Measure[]} measures
 * @property {number} length
 * @property {number} most        the longest length
 * @property {number} crossing
 * @property {Cell | null} at     the part that is pointed at
 * @property {(value: number, name: Measure["name"]) => string} amount
 * @property {CostWords} words
 *
 * @typedef {object} CostWords
 * @property {Readonly<Record<Part, string>>} parts
 * @property {Readonly<Record<Measure["name"], { name: string }>>} measures
 * @property {string} layer
 * @property {string} beside
 * @property {(ratio: number) => string} ratio
 * @property {string} now
 * @property {(length: number) => string} tick
 * @property {(shown: boolean) => string} crossing
 *
 * @typedef {{ measure: number, bar: number, part: Part }} Cell
 * @typedef {import("../marks.js").Scene & { hit: (x: number, y: number) => Cell | null, lengthAt: (x: number, y: number) => number | null }} CostScene
 */

const BAR = 18;
const PITCH = 24; // px from bar to bar
const HEAD = 26; // px for a measure's name
const GAP = 12;
const KEY = 24;
const RULER = 78;
const BARS = /** @type {const} */ (["layer", "beside"]);

/** What mixes features is in their colour, what makes a map of tokens in theirs. @param {import("../palette.js").Palette} palette @returns {Record<Part, string>} */
const coloursOf = ({ axis }) => ({
  projections: axis.model,
  scores: axis.T,
  softmax: axis.H,
  values: axis.d,
});

/** @param {CostView} view @param {Surface} surface @returns {CostScene} */
export function costScene(view, surface) {
  const { width, measure, palette } = surface;
  const { measures, words } = view;
  const left = Math.max(measure(words.layer), measure(words.beside)) + 10;
  const right =
    Math.max(
      ...measures.flatMap(({ name, layer, beside }) =>
        [layer, beside].map(({ total }) => measure(view.amount(total, name))),
      ),
    ) + 12;
  const track = width - left - right;
  const key = keyMarks(view, surface);
  /** @type {{ x: number, y: number, w: number, h: number, cell: Cell }[]} */
  const places = [];
  /** @type {Mark[]} */
  const marks = [...key.marks];
  let y = key.bottom;
  measures.forEach((each, i) => {
    const most = Math.max(each.layer.total, each.beside.total);
    marks.push(...headMarks(each, view, surface, y + 16));
    BARS.forEach((bar, row) => {
      const top = y + HEAD + row * PITCH;
      const parts = each[bar];
      marks.push(
        text({
          x: left - 10,
          y: top + 13,
          text: words[bar],
          fill: bar === "layer" ? palette.ink : palette.muted,
          align: "end",
        }),
        text({
          x: left + (track * parts.total) / most + 7,
          y: top + 13,
          text: view.amount(parts.total, each.name),
          fill: palette.ink,
        }),
      );
      let x = left;
      for (const part of PARTS) {
        const w = (track * parts[part]) / most;
        if (w > 0) places.push({ x, y: top, w, h: BAR, cell: { measure: i, bar: row, part } });
        x += w;
      }
    });
    y += HEAD + 2 * PITCH + GAP;
  });
  const ruler = rulerMarks(view, surface, y + 6);
  return {
    width,
    height: y + RULER,
    marks: [...marks, ...places.flatMap((place) => partMarks(place, view, surface)), ...ruler.marks],
    hit: (x, at) =>
      places.find((each) => x >= each.x && x < each.x + each.w && at >= each.y && at < each.y + each.h)
        ?.cell ?? null,
    lengthAt: ruler.lengthAt,
  };
}

/** A part, hollow at its seam, and outlined where it is pointed at. @param {{ x: number, y: number, w: number, h: number, cell: Cell }} place @param {CostView} view @param {Surface} surface @returns {Mark[]} */
function partMarks({ x, y, w, h, cell }, { at }, { palette }) {
  const isAt = at && at.measure === cell.measure && at.bar === cell.bar && at.part === cell.part;
  const fill = coloursOf(palette)[cell.part];
  const shown = Math.max(w - (w > 3 ? 1 : 0), 0.75);
  return [
    rect({ x, y, w: shown, h, fill, radius: Math.min(2, shown / 2) }),
    ...(isAt
      ? [rect({ x: x - 1.5, y: y - 1.5, w: shown + 3, h: h + 3, stroke: palette.ink, line: 1.5, radius: 3 })]
      : []),
  ];
}

/** Its name, and how much more or less it is. @param {Measure} measure @param {CostView} view @param {Surface} surface @param {number} y */
function headMarks({ name, ratio }, { words }, { palette, measure }, y) {
  const title = words.measures[name].name;
  return [
    text({ x: 0, y, text: title, size: 13, bold: true, fill: palette.ink }),
    text({ x: measure(title, 13, true) + 10, y, text: words.ratio(ratio), size: 13, fill: palette.muted }),
  ];
}

/** What the colours mean. @param {CostView} view @param {Surface} surface */
function keyMarks({ words }, { palette, measure, width }) {
  const colours = coloursOf(palette);
  let [x, y] = [0, 12];
  /** @type {Mark[]} */
  const marks = [];
  for (const part of PARTS) {
    const wide = measure(words.parts[part]) + 17;
    if (x > 0 && x + wide > width) [x, y] = [0, y + 20];
    marks.push(
      rect({ x, y: y - 10, w: 11, h: 11, radius: 2, fill: colours[part] }),
      text({ x: x + 16, y, text: words.parts[part], fill: palette.muted }),
    );
    x += wide + 16;
  }
  return { marks, bottom: y - 12 + KEY };
}

/** From 1 to the longest, each step twice the last; where attention overtakes. @param {CostView} view @param {Surface} surface @param {number} top */
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
