import { path, rect, text } from "../../kit/draw/marks.js";
import { SEEN, endingOf, sharesOf } from "../state/opening.js";
import { placesOf } from "./places.js";
import { shortShare, withoutZero } from "../../kit/text/share.js";

/**
 * The sentence in large letters, with the head's main arc. Line width and number show the weight. Between two
 * endings, the arc is interpolated.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../state/opening.js").Opening} Opening
 * @typedef {import("../state/opening.js").Ending} Ending
 * @typedef {import("./places.js").Places} Places
 *
 * @typedef {object} Moment   of the way from one ending to another
 * @property {number} before  index of an ending
 * @property {number} after
 * @property {number} t       0 to 1
 */

const THICKEST = 13; // px, for a weight of 1
const THINNEST = 0.75;
const NUMBER = 16; // px of letters
const LOW = 30; // px, height of the shortest arc

/** Formats a weight: .99, .9998, or 1.00. @param {number} weight */
export const shortly = (weight) => shortShare(weight);

/** Formats a share in hundredths: .82. @param {number} share */
export const hundredths = (share) => withoutZero((share / 100).toFixed(2));

/**
 * @param {Opening} opening @param {Moment} moment @param {Surface} surface
 * @param {number} [asks] the word whose arcs are drawn; the opening's own by default
 * @returns {import("../../kit/draw/marks.js").Scene & { places: Places }}
 */
export function sentenceScene(opening, { before, after, t }, surface, asks = opening.from) {
  const { palette, width } = surface;
  const { endings } = opening;
  const places = placesOf(
    endings.map(({ tokens }) => tokens),
    surface,
  );
  const [old, now] = [endings[before], endings[after]].map((ending) => endingOf(ending, asks));
  const shown = t < 0.5 ? old : now;
  const weight = old.weight + (now.weight - old.weight) * t;
  const main = [old, now].map(({ to }) => (to === asks ? null : curve(places, asks, to)));
  const [begin, end] = main;
  return {
    ...{ width, places },
    height: Math.ceil(places.height),
    marks: [
      ...thinMarks({ places, from: asks, old, now, t }, palette),
      ...(begin && end ? arcMarks(interpolateRows(begin, end, t), weight, palette.axis.H) : []),
      ...wordMarks(places, shown, asks, palette),
      ...numberMarks(places, shown, asks, palette),
    ],
  };
}

/** Points of a cubic curve from one word to another: x and y of four. @param {Places} places @param {number} from @param {number} to */
function curve({ words, isOneLine, high }, from, to) {
  const [a, b] = [words[from], words[to]];
  if (a.meets !== b.meets) {
    const middle = (a.meets + b.meets) / 2;
    return [a.x, a.meets, a.x, middle, b.x, middle, b.x, b.meets];
  }
  const reach = isOneLine ? Math.max(...words.map(({ x }) => Math.abs(x - a.x))) : Math.abs(b.x - a.x);
  const rise = Math.max(LOW, (high * Math.abs(b.x - a.x)) / Math.max(1, reach));
  const top = a.meets - (rise * 4) / 3;
  return [a.x, a.meets, a.x, top, b.x, top, b.x, b.meets];
}

/** @param {readonly number[]} a @param {readonly number[]} b @param {number} t */
const interpolateRows = (a, b, t) => a.map((value, i) => value + (b[i] - value) * t);

/** @param {readonly number[]} points */
const asPath = ([a, b, c, d, e, f, g, h]) => `M${a} ${b}C${c} ${d} ${e} ${f} ${g} ${h}`;

/** An arc with round ends. @param {readonly number[]} points @param {number} weight @param {string} stroke @returns {Mark[]} */
function arcMarks(points, weight, stroke) {
  const line = Math.max(THINNEST, THICKEST * weight);
  const end = (/** @type {number} */ x, /** @type {number} */ y) =>
    rect({ x: x - line / 2, y: y - line / 2, w: line, h: line, radius: line / 2, fill: stroke });
  return [path({ d: asPath(points), stroke, line }), end(points[0], points[1]), end(points[6], points[7])];
}

/**
 * Thin arcs to the other words of the row.
 * @param {{ places: Places, from: number, old: Ending, now: Ending, t: number }} what
 * @param {import("../../kit/draw/palette.js").Palette} palette
 */
function thinMarks({ places, from, old, now, t }, { axis }) {
  const row = (/** @type {Ending} */ { weights, tokens, to }, /** @type {number} */ i) =>
    i === to ? 0 : weights[from * tokens.length + i];
  return places.words.flatMap((_, to) => {
    const weight = row(old, to) * (1 - t) + row(now, to) * t;
    if (to === from || weight < SEEN) return [];
    const line = Math.max(THINNEST, THICKEST * weight);
    return [path({ d: asPath(curve(places, from, to)), stroke: axis.H, line, alpha: 0.45 })];
  });
}

/** @param {Places} places @param {Ending} ending @param {number} from @param {import("../../kit/draw/palette.js").Palette} palette @returns {Mark[]} */
function wordMarks({ words, size }, { tokens, to }, from, { axis, ink, muted }) {
  const last = tokens.length - 1;
  const { x, y, w } = words[last];
  return [
    ...words.map((place, i) =>
      text({
        ...{ x: place.x, y: place.y, text: tokens[i], size, align: /** @type {const} */ ("middle") },
        bold: i === from || i === to,
        fill: i === from ? axis.T : i === to || i === last ? ink : muted,
      }),
    ),
    rect({ x: x - w / 2, y: y + 8, w, h: 2, radius: 1, fill: ink }),
  ];
}

/** A number under each word with an arc, and under the word itself. @param {Places} places @param {Ending} ending @param {number} from @param {import("../../kit/draw/palette.js").Palette} palette @returns {Mark[]} */
function numberMarks({ words }, ending, from, { axis, muted }) {
  const { shown } = sharesOf(ending, from);
  return words.flatMap(({ x, number }, i) => {
    const share = shown.get(i);
    if (share === undefined) return [];
    const isMost = i === ending.to;
    return [
      text({
        ...{ x, y: number, text: hundredths(share), align: /** @type {const} */ ("middle") },
        ...(isMost ? { size: NUMBER, bold: true, fill: axis.H } : { size: 13, fill: muted }),
      }),
    ];
  });
}
