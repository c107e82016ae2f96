import { path, rect, text } from "../../kit/draw/marks.js";
import { FAINT, LEAST_WEIGHT, arcOver, curveUp, thicknessOf } from "../../kit/draw/word-curves.js";
import { SPARE } from "../state/translation-shown.js";

/**
 * Draws an English sentence above its French translation. Curves lead from the selected French word to the words that the cross heads look at, a colour
 * a head; fainter ones, from the other French words, belong to the selected cross head. Arcs above the English row belong to the encoder's
 * selected head. The thickness of a curve is the weight. The sentences stand beside each other if a row does not fit.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../state/translation-shown.js").Shown} Shown
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 *
 * @typedef {object} Said
 * @property {string} english   names of the rows
 * @property {string} french
 * @property {string} sure
 * @property {string} encoder   label of the thickest arc; "" for none
 * @property {string} cross     label of the selected cross head's thickest curve; "" for none
 * @property {(share: number) => string} share
 *
 * @typedef {import("../../kit/draw/marks.js").Scene & { source: Box[], target: Box[], menus: Mark[] }} SentencesScene  boxes of the words, and marks of
 *   their menus, which a file has not
 */

const SIZES = [
  { size: 21, gap: 24 },
  { size: 16, gap: 16 },
  { size: 15, gap: 12 },
];
const ARC = 62; // px, height of the highest arc
const BETWEEN = 96; // px between the rows
const LABELS = 118; // px for the names of the rows
const LINE = 30; // px of a word, if the sentences stand beside each other
const APART = 4; // px between the curves of two heads
const MARK = 16; // px for the mark of a menu

/** @param {Shown} shown @param {Said} said @param {Surface} surface @returns {SentencesScene} */
export function sentencesScene(shown, said, surface) {
  const { source, target } = shown;
  const labels = surface.width >= 880 ? LABELS : 0;
  const room = surface.width - 2 * labels;
  for (const { size, gap } of SIZES) {
    const widths = (/** @type {readonly string[]} */ words, /** @type {number} */ more) =>
      words.map((word) => surface.measure(word, size, true) + more);
    const rows = [widths(source, MARK), widths(target, 0)];
    const long = rows.map((each) => each.reduce((a, b) => a + b + gap, -gap));
    if (Math.max(...long) > room) continue;
    const [english, french] = rows.map((each, row) => {
      let x = (surface.width - long[row]) / 2;
      return each.map((wide) => {
        const place = { x, wide };
        x += wide + gap;
        return place;
      });
    });
    return across(shown, said, surface, { size, english, french, labels });
  }
  return drawBeside(shown, said, surface);
}

/** @typedef {{ x: number, wide: number }} Place */

/** @param {Shown} shown @param {Said} said @param {Surface} surface @param {{ size: number, english: Place[], french: Place[], labels: number }} places */
function across(shown, said, surface, { size, english, french, labels }) {
  const { palette } = surface;
  const top = 22 + ARC + size;
  const low = top + BETWEEN + size;
  const middle = (/** @type {Place} */ { x, wide }, less = 0) => x + (wide - less) / 2;
  const up = (/** @type {number} */ i) => middle(english[i], MARK);
  const down = (/** @type {number} */ i) => middle(french[i]);
  const reach = Math.max(1, ...english.map(({ x }) => x)) - english[0]?.x;
  const height = (/** @type {number} */ far) =>
    22 + (ARC - 22) * Math.min(1, Math.abs(far) / Math.max(1, reach));
  const curve = (/** @type {Curve} */ { from, to, shift }) => {
    const [a, b] = [down(from) + shift, up(to) + shift];
    const [start, end] = [low - size - 4, top + 10];
    return curveUp([a, start], [b, end]);
  };
  const arc = (/** @type {{ from: number, to: number }} */ { from, to }) => {
    const [a, b, line] = [up(from), up(to), top - size - 2];
    return arcOver(a, b, line, height(b - a));
  };
  const strong = strongestOf(shown.arcs.filter(({ from }) => from === shown.read));
  const cross = strongestOf(shown.cross.filter(({ name }) => name === shown.picked.cross));
  const peak = strong && top - size - 2 - height(up(strong.to) - up(strong.from));
  const label = { size: 12.5, fill: palette.muted };
  return {
    width: surface.width,
    height: low + 30,
    marks: [
      ...curveMarks(shown, { curve, arc }, surface),
      ...(strong && said.encoder && peak !== null
        ? [labelMark(said.encoder, (up(strong.from) + up(strong.to)) / 2, peak - 9, surface)]
        : []),
      ...(cross && said.cross
        ? [
            crossLabel(
              said.cross,
              { x: Math.min(down(cross.from), up(cross.to)), y: (top + low - size) / 2 + 8 },
              surface,
            ),
          ]
        : []),
      ...english.map(({ x, wide }, i) =>
        wordMark(
          shown.source[i],
          { x: x + (wide - MARK) / 2, y: top, size },
          lookOfSource(shown, i, surface),
        ),
      ),
      ...french.map(({ x, wide }, i) =>
        wordMark(shown.target[i], { x: x + wide / 2, y: low, size }, lookOfTarget(shown, i, surface)),
      ),
      ...french.flatMap(({ x, wide }, i) => [
        ...(shown.changed[i] ? [changeMark(x, low + 5, wide, surface)] : []),
        text({ ...label, x: x + wide / 2, y: low + 23, text: said.share(shown.sure[i]), align: "middle" }),
      ]),
      ...(shown.goesOn
        ? [moreMark(french[french.length - 1].x + french[french.length - 1].wide + 10, low, surface)]
        : []),
      ...(labels
        ? [
            text({ ...label, x: 0, y: top, text: said.english }),
            text({ ...label, x: 0, y: low, text: said.french }),
            text({ ...label, x: 0, y: low + 23, text: said.sure }),
          ]
        : []),
    ],
    menus: english.map(({ x, wide }) => menuMark(x + wide - 6, top - size / 3, surface)),
    source: english.map(({ x, wide }) => ({ x: x - 4, y: top - size - 2, w: wide + 8, h: size + 12 })),
    target: french.map(({ x, wide }) => ({ x: x - 4, y: low - size - 2, w: wide + 8, h: size + 12 })),
  };
}

/** The sentences beside each other, a word a line. @param {Shown} shown @param {Said} said @param {Surface} surface */
function drawBeside(shown, said, surface) {
  const size = 15;
  const { measure, palette } = surface;
  const widest = (/** @type {readonly string[]} */ words) =>
    Math.max(0, ...words.map((word) => measure(word, size, true)));
  const left = 46 + widest(shown.source);
  const sure = 38;
  const right = Math.max(left + MARK + 60, surface.width - sure - widest(shown.target));
  const y = (/** @type {number} */ i) => (i + 0.5) * LINE;
  const curve = (/** @type {Curve} */ { from, to, shift }) => {
    const [start, end] = [right - 8, left + MARK + 4];
    const bend = (start - end) / 2;
    return `M${start} ${y(from) + shift}C${start - bend} ${y(from) + shift} ${end + bend} ${y(to) + shift} ${end} ${y(to) + shift}`;
  };
  const edge = (/** @type {number} */ i) => left - measure(shown.source[i], size, true) - 4;
  const reach = Math.max(1, shown.source.length - 1);
  const arc = (/** @type {{ from: number, to: number }} */ { from, to }) => {
    const out = Math.min(edge(from), edge(to)) - (12 + (30 * Math.abs(to - from)) / reach);
    return `M${edge(from)} ${y(from)}C${out} ${y(from)} ${out} ${y(to)} ${edge(to)} ${y(to)}`;
  };
  const label = { size: 12.5, fill: palette.muted, align: /** @type {const} */ ("end") };
  return {
    width: surface.width,
    height: LINE * (shown.source.length + SPARE) + 4,
    marks: [
      ...curveMarks(shown, { curve, arc }, surface),
      ...shown.source.map((word, i) =>
        wordMark(word, { x: left, y: y(i) + 5, size, align: "end" }, lookOfSource(shown, i, surface)),
      ),
      ...shown.target.flatMap((word, i) => [
        wordMark(word, { x: right, y: y(i) + 5, size, align: "start" }, lookOfTarget(shown, i, surface)),
        ...(shown.changed[i] ? [changeMark(right, y(i) + 10, measure(word, size, true), surface)] : []),
        text({ ...label, x: surface.width, y: y(i) + 4, text: said.share(shown.sure[i]) }),
      ]),
      ...(shown.goesOn ? [moreMark(right, LINE * shown.target.length + 2, surface)] : []),
    ],
    menus: shown.source.map((_, i) => menuMark(left + 9, y(i), surface)),
    source: shown.source.map((word, i) => ({
      x: edge(i) - 2,
      y: y(i) - 14,
      w: left - edge(i) + MARK + 4,
      h: 28,
    })),
    target: shown.target.map((word, i) => ({
      x: right - 4,
      y: y(i) - 14,
      w: measure(word, size, true) + 8,
      h: 28,
    })),
  };
}

/** @typedef {{ from: number, to: number, shift: number }} Curve   shift: px beside the middle of both words */

/** @param {Shown} shown @param {{ curve: (curve: Curve) => string, arc: (arc: { from: number, to: number }) => string }} draw @param {Surface} surface @returns {Mark[]} */
function curveMarks({ cross, others, arcs, read, picked, encoder }, { curve, arc }, { palette }) {
  const isSeen = (/** @type {{ weight: number }} */ { weight }) => weight >= LEAST_WEIGHT;
  const names = [...new Set(cross.map(({ name }) => name))];
  const shiftOf = (/** @type {string} */ name) => (names.indexOf(name) - (names.length - 1) / 2) * APART;
  const crossHue = cross.find(({ name }) => name === picked.cross)?.hue ?? 0;
  const encoderHue = encoder.find(({ name }) => name === picked.encoder)?.hue ?? 0;
  return [
    ...others.filter(isSeen).map((edge) =>
      path({
        d: curve({ ...edge, shift: shiftOf(picked.cross) }),
        stroke: palette.swatch(crossHue),
        line: thicknessOf(edge.weight),
        alpha: FAINT,
      }),
    ),
    ...arcs
      .filter((edge) => isSeen(edge) && edge.from !== edge.to)
      .map((edge) =>
        path({
          d: arc(edge),
          ...{
            stroke: palette.swatch(encoderHue),
            line: thicknessOf(edge.weight),
            alpha: edge.from === read ? 0.9 : FAINT,
          },
        }),
      ),
    ...cross.filter(isSeen).map((edge) =>
      path({
        d: curve({ ...edge, shift: shiftOf(edge.name) }),
        ...{
          stroke: palette.swatch(edge.hue),
          line: thicknessOf(edge.weight),
          alpha: edge.name === picked.cross ? 0.95 : 0.6,
        },
      }),
    ),
  ];
}

/** @param {readonly import("../state/translation-shown.js").Edge[]} edges @returns {import("../state/translation-shown.js").Edge | null} null if none is drawn between two words */
const strongestOf = (edges) =>
  edges
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .reduce((a, b) => (a && a.weight >= b.weight ? a : b), /** @type {any} */ (null));

/** @param {Shown} shown @param {number} i @param {Surface} surface */
const lookOfSource = ({ read, arcs }, i, { palette }) => ({
  bold: i === read || arcs.some(({ from, to, weight }) => from === read && to === i && weight >= 0.5),
  fill: palette.ink,
});

/** @param {Shown} shown @param {number} i @param {Surface} surface */
const lookOfTarget = ({ word }, i, { palette }) => ({
  bold: i === word,
  fill: i === word ? palette.axis.T : palette.ink,
});

/** @param {string} word @param {{ x: number, y: number, size: number, align?: "start" | "middle" | "end" }} place @param {{ bold: boolean, fill: string }} look */
const wordMark = (word, place, look) => text({ align: "middle", ...place, text: word, ...look });

/** The mark of a word with a menu. @param {number} x @param {number} y @param {Surface} surface */
const menuMark = (x, y, { palette }) =>
  path({ d: `M${x - 3.5} ${y - 2}L${x} ${y + 2}L${x + 3.5} ${y - 2}`, stroke: palette.muted, line: 1.5 });

/** The mark of further words. @param {number} x @param {number} y @param {Surface} surface */
const moreMark = (x, y, { palette }) => text({ x, y, text: "…", fill: palette.muted });

/** A line under a word that has changed. @param {number} x @param {number} y @param {number} w @param {Surface} surface */
const changeMark = (x, y, w, { palette }) => rect({ x, y, w, h: 2, fill: palette.ink });

/** @param {string} said @param {number} x its middle @param {number} y @param {Surface} surface */
function labelMark(said, x, y, { palette, measure, width }) {
  const half = measure(said) / 2;
  return text({
    x: Math.max(half, Math.min(width - half, x)),
    y: Math.max(12, y),
    text: said,
    align: "middle",
    fill: palette.ink,
  });
}

/** A label at the left of a curve, on paper. @param {string} said @param {{ x: number, y: number }} at @param {Surface} surface */
function crossLabel(said, { x, y }, { palette }) {
  return text({ x: x - 16, y, text: said, align: "end", fill: palette.ink });
}
