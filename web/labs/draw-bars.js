import { rect, text } from "../kit/draw/marks.js";
import { PARTS } from "./state-measures.js";

/**
 * Measures as bars in the colours of their parts: a layer's and a reference's, each pair on one scale.
 *
 * @typedef {import("../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../kit/draw/marks.js").Surface} Surface
 * @typedef {import("./state-measures.js").Part} Part
 * @typedef {import("./state-measures.js").Measure} Measure
 *
 * @typedef {object} BarsView
 * @property {readonly Measure[]} measures
 * @property {Cell | null} at     the hovered part
 * @property {(value: number, name: Measure["name"]) => string} amount
 * @property {BarsWords} words
 *
 * @typedef {object} BarsWords
 * @property {Readonly<Record<Part, string>>} parts
 * @property {Readonly<Record<Measure["name"], { name: string }>>} measures
 * @property {string} layer
 * @property {string} beside
 * @property {(ratio: number) => string} ratio
 *
 * @typedef {{ measure: number, bar: number, part: Part }} Cell
 * @typedef {{ marks: Mark[], bottom: number, hit: (x: number, y: number) => Cell | null }} Bars
 */

const BAR = 18;
const PITCH = 24; // px between bars
const HEAD = 26; // px, height of a measure's name
const GAP = 12;
const KEY = 24;
const BARS = /** @type {const} */ (["layer", "beside"]);

/**
 * Parts that mix features have the features' colour; parts that mix tokens have the tokens'.
 * @param {import("../kit/draw/palette.js").Palette} palette @returns {Record<Part, string>}
 */
export const coloursOf = ({ axis }) => ({
  projections: axis.model,
  scores: axis.T,
  softmax: axis.H,
  values: axis.d,
});

/** @param {BarsView} view @param {Surface} surface @param {number} [from]  y of the first bar @returns {Bars} */
export function barsMarks(view, surface, from = 0) {
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
  const key = keyMarks(view, surface, from);
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
  return {
    bottom: y,
    marks: [...marks, ...places.flatMap((place) => partMarks(place, view, surface))],
    hit: (x, at) =>
      places.find((each) => x >= each.x && x < each.x + each.w && at >= each.y && at < each.y + each.h)
        ?.cell ?? null,
  };
}

/**
 * A part with a gap at its end, outlined while hovered.
 * @param {{ x: number, y: number, w: number, h: number, cell: Cell }} place
 * @param {BarsView} view
 * @param {Surface} surface
 * @returns {Mark[]}
 */
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

/** The measure's name, and the ratio of the two bars. @param {Measure} measure @param {BarsView} view @param {Surface} surface @param {number} y */
function headMarks({ name, ratio }, { words }, { palette, measure }, y) {
  const title = words.measures[name].name;
  return [
    text({ x: 0, y, text: title, size: 13, bold: true, fill: palette.ink }),
    text({ x: measure(title, 13, true) + 10, y, text: words.ratio(ratio), size: 13, fill: palette.muted }),
  ];
}

/** Key of the colours. @param {BarsView} view @param {Surface} surface @param {number} top */
function keyMarks({ words }, { palette, measure, width }, top) {
  const colours = coloursOf(palette);
  let [x, y] = [0, top + 12];
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
