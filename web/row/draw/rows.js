import { path, rect, text } from "../../kit/draw/marks.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { say } from "../../kit/text/words.js";
import { ROW } from "../words.js";
import { sharesTotal, shortShare } from "../../kit/text/share.js";
import { decimals } from "../../kit/draw/legend.js";
import { frameOf, largestIn, strip } from "./strip.js";

/**
 * The three moves, a row for each word, as three pictures: for narrow figures and long sentences.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("./columns.js").Shown & { words: readonly string[], query: number }} Shown
 */

/** Height of a word's row in px. */
export const LINE = 26;

const LETTERS = 12.5;
const BAR = 14; // px
const NUMBER = 52; // px for a number
const GAP = 8;

/** Width of the words in px. @param {readonly string[]} words @param {Surface} surface */
const gutterOf = (words, { measure, width }) =>
  Math.min(
    width * 0.3,
    Math.ceil(Math.max(...words.map((word) => measure(shortenWord(word, 12), LETTERS, true)))),
  ) + GAP;

/** @param {Shown} shown @param {Surface} surface @returns {Mark[]} */
const wordMarks = ({ words, query, moves }, { palette }) => {
  const best = moves.shares.indexOf(Math.max(...moves.shares));
  return words.map((word, key) =>
    text({
      ...{ x: 0, y: key * LINE + LINE / 2 + 4.5, text: shortenWord(word, 12), size: LETTERS },
      bold: key === best || key === query,
      fill: key === query ? palette.axis.T : key === best ? palette.ink : palette.muted,
    }),
  );
};

/** Bars of the scores, to both sides of 0. @param {Shown} shown @param {Surface} surface @returns {import("../../kit/draw/marks.js").Scene} */
export function askScene(shown, surface) {
  const { palette, width } = surface;
  const { moves, words, progress } = shown;
  const grown = Math.min(1, progress);
  const gutter = gutterOf(words, surface);
  const seen = moves.scores.filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...seen), Math.max(0, ...seen)];
  const unit = (width - gutter - 2 * NUMBER) / (high - low || 1);
  const zero = gutter + NUMBER - low * unit;
  const best = Math.max(...moves.scores);
  return {
    ...{ width, height: words.length * LINE },
    marks: [
      ...wordMarks(shown, surface),
      ...moves.scores.flatMap((score, key) => {
        const y = key * LINE + LINE / 2;
        const label = { y: y + 4.5, size: LETTERS };
        if (!Number.isFinite(score))
          return [text({ ...label, x: zero + 6, text: say(ROW, surface).hidden, fill: palette.muted })];
        const w = Math.abs(score) * unit * grown;
        const up = score >= 0;
        return [
          rect({
            ...{ x: up ? zero : zero - w, y: y - BAR / 2, w: Math.max(1, w), h: BAR, radius: 2 },
            fill: up ? palette.axis.H : palette.hairline,
          }),
          text({
            ...{ ...label, x: up ? zero + w + 6 : zero - w - 6, align: up ? "start" : "end" },
            ...{ text: decimals(score, 1), bold: score === best },
            fill: score === best ? palette.ink : palette.muted,
          }),
        ];
      }),
      path({ d: `M${zero} 0V${words.length * LINE}`, stroke: palette.muted, line: 1 }),
    ],
  };
}

/** Bars of the shares, and their total. @param {Shown} shown @param {Surface} surface @returns {import("../../kit/draw/marks.js").Scene} */
export function shareScene(shown, surface) {
  const { palette, width } = surface;
  const { moves, words, progress } = shown;
  const gutter = gutterOf(words, surface);
  const turned = Math.max(0, Math.min(1, progress - 1));
  const most = width - gutter - NUMBER;
  const best = Math.max(...moves.shares);
  const end = words.length * LINE;
  return {
    ...{ width, height: end + LINE },
    marks: [
      ...wordMarks(shown, surface),
      ...moves.shares.flatMap((share, key) => {
        const y = key * LINE + LINE / 2;
        const w = Math.max(1, most * share * turned);
        return [
          rect({ x: gutter, y: y - BAR / 2, w, h: BAR, radius: 2, fill: palette.axis.H }),
          text({
            ...{ x: gutter + w + 6, y: y + 4.5, text: shortShare(share, 3), size: LETTERS },
            ...{ bold: share === best, fill: share === best ? palette.ink : palette.muted },
          }),
        ];
      }),
      path({ d: `M${gutter} 0V${end}`, stroke: palette.muted, line: 1 }),
      text({
        ...{ x: gutter, y: end + 18, text: say(ROW, surface).total(sharesTotal(moves.total)) },
        ...{ size: LETTERS, bold: true, fill: palette.ink },
      }),
    ],
  };
}

/** Each value, its share, and the value times the share; below them the sum. @param {Shown} shown @param {Surface} surface @returns {import("../../kit/draw/marks.js").Scene} */
export function mixScene(shown, surface) {
  const { palette, width } = surface;
  const { moves, words, asks, progress } = shown;
  const gutter = gutterOf(words, surface);
  const t = Math.max(0, Math.min(1, progress - 2));
  const w = (width - gutter - NUMBER - 3 * GAP) / 2;
  const [first, second] = [gutter, gutter + w + NUMBER + 2 * GAP];
  const largest = largestIn(moves.values);
  const best = Math.max(...moves.factors);
  const end = words.length * LINE;
  const sum = { x: second, y: end + 10, w, h: BAR, isDown: false };
  return {
    ...{ width, height: end + LINE + 18 },
    marks: [
      ...wordMarks(shown, surface),
      ...moves.values.flatMap((value, key) => {
        const y = key * LINE + (LINE - BAR) / 2;
        const factor = moves.factors[key];
        const box = { y, w, h: BAR, isDown: false };
        return [
          strip(value, { ...box, x: first }, { largest }, palette),
          text({
            ...{ x: second - GAP, y: y + BAR - 2.5, text: `× ${shortShare(factor, 3)}`, align: "end" },
            ...{ size: LETTERS, bold: factor === best, fill: factor === best ? palette.ink : palette.muted },
          }),
          strip(value, { ...box, x: second }, { largest, share: 1 + (factor - 1) * t }, palette),
        ];
      }),
      text({
        ...{ x: second - GAP - 4, y: sum.y + BAR - 2, text: `${shortenWord(asks, 12)} =`, align: "end" },
        ...{ size: LETTERS, bold: true, fill: palette.axis.T },
      }),
      strip(moves.mix, sum, { largest, share: t }, palette),
      frameOf(sum, palette),
    ],
  };
}
