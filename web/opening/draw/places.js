/**
 * Positions of the words: in one line, or in two if the width is too small. Arcs are above a single line, or
 * between two lines.
 *
 * @typedef {object} Place  of a word
 * @property {number} x       its middle
 * @property {number} y       baseline
 * @property {number} w       width
 * @property {number} meets   y where an arc meets the word
 * @property {number} number  baseline of its weight
 *
 * @typedef {object} Places
 * @property {number} size    of the letters, in px
 * @property {number} height
 * @property {boolean} isOneLine
 * @property {number} high    height of the longest arc, in px
 * @property {readonly Place[]} words
 */

const ONE_LINE = { sizes: [26, 24, 21, 18, 16], gap: 12, wide: 64 }; // px: letters, least and largest gap between words
const TWO_LINES = { sizes: [21, 18, 16, 13], gap: 8, wide: 40 };
const BETWEEN = 84; // px between two lines, for arcs
const NUMBER = 24; // px for a weight
const TURN = 20; // px for the other ending, below the last word
const CLEAR = 7; // px between a word and an arc

/**
 * @param {readonly (readonly string[])[]} sentences  that stand in turn at the same places
 * @param {import("../../kit/draw/marks.js").Surface} surface
 * @returns {Places}
 */
export function placesOf(sentences, { width, measure }) {
  const [first] = sentences;
  const widthsAt = (/** @type {number} */ size) =>
    first.map((_, i) => Math.max(...sentences.map((words) => measure(words[i], size, true))));
  for (const size of ONE_LINE.sizes) {
    const widths = widthsAt(size);
    if (fits(widths, width, ONE_LINE.gap)) return oneLine(widths, size, width);
  }
  const half = Math.ceil(first.length / 2);
  const fitting = TWO_LINES.sizes.find((size) => {
    const widths = widthsAt(size);
    return [widths.slice(0, half), widths.slice(half)].every((line) => fits(line, width, TWO_LINES.gap));
  });
  const size = fitting ?? /** @type {number} */ (TWO_LINES.sizes.at(-1));
  const widths = widthsAt(size);
  return twoLines([widths.slice(0, half), widths.slice(half)], size, width);
}

/** @param {readonly number[]} widths */
const sum = (widths) => widths.reduce((all, each) => all + each, 0);

/** @param {readonly number[]} widths @param {number} width @param {number} gap */
const fits = (widths, width, gap) => sum(widths) + (widths.length - 1) * gap <= width;

/** Words in a line, as far apart as there is room. @param {readonly number[]} widths @param {number} width @param {number} most gap */
function spread(widths, width, most) {
  const gap = Math.min(most, (width - sum(widths)) / Math.max(1, widths.length - 1));
  let left = 0;
  return widths.map((w) => {
    const x = left + w / 2;
    left += w + gap;
    return { x, w };
  });
}

/** @param {readonly number[]} widths @param {number} size @param {number} width @returns {Places} */
function oneLine(widths, size, width) {
  const high = Math.min(132, Math.max(72, width / 9));
  const y = high + CLEAR + size + 8;
  return {
    ...{ size, high, isOneLine: true, height: y + NUMBER + TURN + 10 },
    words: spread(widths, width, ONE_LINE.wide).map((place) => ({
      ...{ ...place, y, meets: y - size - CLEAR, number: y + NUMBER + 4 },
    })),
  };
}

/** @param {readonly [readonly number[], readonly number[]]} lines @param {number} size @param {number} width @returns {Places} */
function twoLines(lines, size, width) {
  const above = NUMBER + size;
  const below = above + CLEAR + BETWEEN + CLEAR + size;
  const [first, second] = lines.map((widths) => spread(widths, width, TWO_LINES.wide));
  return {
    ...{ size, high: BETWEEN - 18, isOneLine: false, height: below + NUMBER + TURN + 10 },
    words: [
      ...first.map((place) => ({ ...place, y: above, meets: above + CLEAR, number: above - size - 4 })),
      ...second.map((place) => ({
        ...place,
        y: below,
        meets: below - size - CLEAR,
        number: below + NUMBER + 4,
      })),
    ],
  };
}
