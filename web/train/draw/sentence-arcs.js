import { path, rect, text } from "../../kit/draw/marks.js";
import { hueOf } from "./layer-maps.js";

/**
 * Draws a sentence with arcs from one of its blanks to the words that heads attend to; an arc's thickness is the weight. The words are on one
 * line, or below each other if they do not fit.
 *
 * @typedef {{ layer: number, head: number, to: number, weight: number, name: string, cut: boolean }} Arc
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} Sentence
 * @property {readonly string[]} tokens
 * @property {readonly number[]} blanks  positions
 * @property {number} from               position of the selected blank
 * @property {readonly Arc[]} arcs
 * @property {number} heads              number of heads in a layer
 * @property {(arc: Arc) => string} said  label of an arc
 * @property {(arc: Arc) => string} shortly  the same where there is less room
 *
 * @typedef {import("../../kit/draw/marks.js").Scene & { hit: (x: number, y: number) => { arc: Arc } | { word: number } | null }} ArcsScene
 */

export const SHOWN = 0.1; // share of a blank's weight; thinner arcs are not drawn
const THICKEST = 8;
const LETTERS = 15; // px
const LEAST_GAP = 14;
const NEAR = 9; // px, largest distance to an arc that counts as a hit
const DOWN = 26; // px for a word, if words are below each other
const HIGH = { least: 40, most: 120 };
const CROSS = 8; // px, radius of the cross on an arc that is cut

/** @param {Sentence} sentence @param {Surface} surface @returns {ArcsScene} */
export function arcsScene(sentence, surface) {
  const arcs = sentence.arcs.filter(({ to }) => to !== sentence.from); // an arc from a word to itself is not drawn
  const wide = sentence.tokens.map((word) => surface.measure(word, LETTERS, true));
  const gaps = Math.max(1, wide.length - 1);
  const gap = Math.min(30, (surface.width - wide.reduce((a, b) => a + b, 0)) / gaps);
  return gap >= LEAST_GAP
    ? across({ ...sentence, arcs }, surface, wide, gap)
    : down({ ...sentence, arcs }, surface);
}

/** @param {Sentence} sentence @param {Surface} surface @param {readonly number[]} wide @param {number} gap */
function across(sentence, surface, wide, gap) {
  const { tokens, from, arcs } = sentence;
  let x = 0;
  const middles = wide.map((each) => {
    const middle = x + each / 2;
    x += each + gap;
    return middle;
  });
  const reach = Math.max(1, ...arcs.map(({ to }) => Math.abs(middles[to] - middles[from])));
  const most = Math.min(HIGH.most, Math.max(HIGH.least, reach / 3));
  const line = most + 22 + CROSS;
  const drawn = fanned(arcs).map(({ arc, lift }) => {
    const [a, b] = [middles[from], middles[arc.to]];
    const high = Math.max(HIGH.least / 2, (most * Math.abs(b - a)) / reach) - lift;
    const top = line - 18 - (high * 4) / 3;
    return { arc, points: [a, line - 16, a, top, b, top, b, line - 16] };
  });
  const { said } = sentence;
  return scene(sentence, surface, {
    height: line + 34,
    drawn,
    wordAt: (px, py) =>
      py < line - 16 ? -1 : middles.findIndex((middle, i) => Math.abs(px - middle) <= wide[i] / 2 + gap / 2),
    words: tokens.map((word, i) =>
      text({
        x: middles[i],
        y: line,
        text: word,
        align: "middle",
        size: LETTERS,
        ...looks(sentence, i, surface),
      }),
    ),
    notes: withoutOverlaps(
      largest(arcs).map((arc) => {
        const half = surface.measure(said(arc)) / 2;
        const at = Math.max(half, Math.min(surface.width - half, middles[arc.to]));
        const mark = { y: line + 20, text: said(arc), align: /** @type {const} */ ("middle") };
        return { half, mark: text({ ...mark, x: at, fill: surface.palette.muted }) };
      }),
    ),
  });
}

/** @param {Sentence} sentence @param {Surface} surface */
function down(sentence, surface) {
  const { tokens, from, arcs } = sentence;
  const left = Math.max(...tokens.map((word) => surface.measure(word, LETTERS, true))) + 12;
  const reach = Math.max(1, ...arcs.map(({ to }) => Math.abs(to - from)));
  const room = Math.min(150, surface.width - left - 90);
  const y = (/** @type {number} */ at) => (at + 0.5) * DOWN;
  const drawn = fanned(arcs).map(({ arc, lift }) => {
    const out = left + (Math.max(24, (room * Math.abs(arc.to - from)) / reach) - lift) * (4 / 3);
    return { arc, points: [left, y(from), out, y(from), out, y(arc.to), left, y(arc.to)] };
  });
  return scene(sentence, surface, {
    height: tokens.length * DOWN,
    drawn,
    wordAt: (px, py) => (px < left ? Math.floor(py / DOWN) : -1),
    words: tokens.map((word, i) =>
      text({
        x: left - 12,
        y: y(i) + 5,
        text: word,
        align: "end",
        size: LETTERS,
        ...looks(sentence, i, surface),
      }),
    ),
    notes: largest(arcs).map((arc) => {
      const noted = sentence.shortly(arc);
      return text({
        x: surface.width,
        y: y(arc.to) + 4,
        text: noted,
        align: "end",
        fill: surface.palette.muted,
      });
    }),
  });
}

/** @typedef {{ arc: Arc, points: readonly number[] }} Drawn  x and y of the four points of a cubic curve */

/** @param {Sentence} sentence @param {Surface} surface @param {{ height: number, drawn: readonly Drawn[], words: Mark[], notes: Mark[], wordAt: (x: number, y: number) => number }} made @returns {ArcsScene} */
function scene({ heads, tokens }, { width, palette }, { height, drawn, words, notes, wordAt }) {
  return {
    width,
    height: Math.ceil(height),
    marks: [
      ...drawn.flatMap(({ arc, points: [a, b, c, d, e, f, g, h] }) => {
        const stroke = palette.swatch(hueOf(arc.layer, arc.head, heads));
        const curve = path({
          d: `M${a} ${b}C${c} ${d} ${e} ${f} ${g} ${h}`,
          ...{ stroke, line: Math.max(1.5, arc.weight * THICKEST), alpha: arc.cut ? 0.15 : 0.9 },
        });
        return arc.cut ? [curve, ...crossMarks(middleOf(drawn, arc), palette)] : [curve];
      }),
      ...words,
      ...notes,
    ],
    hit(x, y) {
      const near = drawn
        .map((each) => ({ ...each, far: distance(each.points, x, y) }))
        .sort((one, other) => one.far - other.far)[0];
      if (near && near.far < NEAR) return { arc: near.arc };
      const word = wordAt(x, y);
      return word >= 0 && word < tokens.length ? { word } : null;
    },
  };
}

/** @param {Sentence} sentence @param {number} at @param {Surface} surface */
function looks({ blanks, from, arcs }, at, { palette }) {
  const bold = at === from || arcs.some(({ to, weight, cut }) => to === at && weight >= 0.5 && !cut);
  return { bold, fill: blanks.includes(at) ? palette.axis.T : palette.ink };
}

/** @param {readonly Arc[]} arcs */
const byWeight = (arcs) => [...arcs].sort((a, b) => b.weight - a.weight);

/** Spreads arcs to the same word, the thickest outermost. @param {readonly Arc[]} arcs */
function fanned(arcs) {
  /** @type {Map<number, number>} */
  const lifts = new Map();
  const lifted = byWeight(arcs).map((arc) => {
    const lift = lifts.get(arc.to) ?? 0;
    lifts.set(arc.to, lift + THICKEST * Math.max(0.4, arc.weight) + 1);
    return { arc, lift };
  });
  return lifted.reverse();
}

/** Leaves out notes that overlap an earlier one. @param {readonly { half: number, mark: import("../../kit/draw/marks.js").Text }[]} notes */
function withoutOverlaps(notes) {
  /** @type {typeof notes[number][]} */
  const kept = [];
  for (const note of notes)
    if (kept.every(({ half, mark }) => Math.abs(mark.x - note.mark.x) > half + note.half + 6))
      kept.push(note);
  return kept.map(({ mark }) => mark);
}

/** The thickest arc to each word, sorted by thickness. @param {readonly Arc[]} arcs */
const largest = (arcs) =>
  byWeight(arcs).filter(
    (arc) => !arc.cut && !arcs.some(({ to, weight, cut }) => to === arc.to && weight > arc.weight && !cut),
  );

/** @param {readonly number[]} points @param {number} t */
function at([a, b, c, d, e, f, g, h], t) {
  const s = 1 - t;
  const mix = (/** @type {number[]} */ [p, q, r, u]) =>
    s ** 3 * p + 3 * s * s * t * q + 3 * s * t * t * r + t ** 3 * u;
  return [mix([a, c, e, g]), mix([b, d, f, h])];
}

/** @param {readonly number[]} points @param {number} x @param {number} y */
const distance = (points, x, y) =>
  Math.min(
    ...Array.from({ length: 33 }, (_, i) => {
      const [px, py] = at(points, i / 32);
      return Math.hypot(px - x, py - y);
    }),
  );

/** @param {readonly Drawn[]} drawn @param {Arc} arc */
const middleOf = (drawn, arc) =>
  at(/** @type {Drawn} */ (drawn.find((each) => each.arc === arc)).points, 0.5);

/** A cross on a plate, for a cut edge. @param {readonly number[]} at @param {import("../../kit/draw/palette.js").Palette} palette */
const crossMarks = ([x, y], palette) => [
  rect({
    x: x - CROSS,
    y: y - CROSS,
    w: 2 * CROSS,
    h: 2 * CROSS,
    radius: CROSS,
    fill: palette.paper,
    stroke: palette.axis.T,
  }),
  path({
    d: `M${x - 3.5} ${y - 3.5}L${x + 3.5} ${y + 3.5}M${x + 3.5} ${y - 3.5}L${x - 3.5} ${y + 3.5}`,
    stroke: palette.axis.T,
    line: 1.5,
  }),
];
