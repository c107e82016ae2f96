import { path, rect, text } from "../../kit/draw/marks.js";
import { say } from "../../kit/text/words.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { ROW } from "../words.js";
import { sharesTotal, shortShare } from "../../kit/text/share.js";
import { decimals } from "../../kit/draw/legend.js";
import { frameOf, largestIn, strip } from "./strip.js";

/**
 * The three moves of one row, a column for each word: bars of the scores, bars of the shares, and strips of the values, whose sum stands at the right.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../state/moves.js").Moves} Moves
 *
 * @typedef {object} Shown
 * @property {Moves} moves
 * @property {string} asks      the word whose row it is
 * @property {number} progress  0 to 3: how far the motion through the moves is; 3 at rest
 */

/** Heights of the moves in px. */
export const BANDS = Object.freeze({ ask: 172, share: 128, mix: 244 });
/** Width in px to the right of the columns, for the total and the sum. */
export const RIGHT = 92;
/** Least width of a column in px, for a factor such as × .819 and for words of seven letters. */
export const LEAST_COLUMN = 58;

const NUMBER = 16; // px for a number above or below a bar
const WIDEST = 30; // px of a bar
const STRIP = 96; // px height of a value
const LETTERS = 12.5;

/** @param {Shown} shown @param {Surface} surface @returns {import("../../kit/draw/marks.js").Scene} */
export function columnsScene({ moves, asks, progress }, surface) {
  const { palette, width } = surface;
  const count = moves.scores.length;
  const pitch = (width - RIGHT) / count;
  const place = {
    w: Math.min(WIDEST, Math.round(pitch * 0.45)),
    middle: (/** @type {number} */ key) => (key + 0.5) * pitch,
    end: width - RIGHT,
    pitch,
  };
  const height = BANDS.ask + BANDS.share + BANDS.mix;
  const [ask, share, mix] = [0, 1, 2].map((begin) => Math.max(0, Math.min(1, progress - begin)));
  const lines = moves.scores.map((_, key) =>
    path({ d: `M${place.middle(key)} 0V${height - 8}`, stroke: palette.hairline, line: 1 }),
  );
  return {
    ...{ width, height },
    marks: [
      ...lines,
      ...askMarks(moves, place, ask, surface),
      ...shareMarks(moves, place, share, surface),
      ...mixMarks(moves, asks, place, mix, surface),
    ],
  };
}

/** @typedef {{ w: number, middle: (key: number) => number, end: number, pitch: number }} Place */

/** The line on which bars stand, and the height in px of a score of 1. @param {Moves} moves */
function scaleOfScores({ scores }) {
  const seen = scores.filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...seen), Math.max(0, ...seen)];
  const unit = (BANDS.ask - 2 * NUMBER - 20) / (high - low || 1);
  return { unit, zero: NUMBER + 4 + high * unit };
}

/** @param {Moves} moves @param {Place} place @param {number} grown 0 to 1 @param {Surface} surface @returns {Mark[]} */
function askMarks(moves, place, grown, surface) {
  const { palette } = surface;
  const { unit, zero } = scaleOfScores(moves);
  const best = Math.max(...moves.scores);
  return [
    ...moves.scores.flatMap((score, key) => {
      const x = place.middle(key);
      const label = { x, size: LETTERS, align: /** @type {const} */ ("middle") };
      if (!Number.isFinite(score))
        return [text({ ...label, y: zero - 6, text: say(ROW, surface).hidden, fill: palette.muted })];
      const h = Math.abs(score) * unit * grown;
      const up = score >= 0;
      return [
        rect({
          ...{ x: x - place.w / 2, y: up ? zero - h : zero, w: place.w, h: Math.max(1, h), radius: 2 },
          fill: up ? palette.axis.H : palette.hairline,
        }),
        text({
          ...{ ...label, y: up ? zero - h - 6 : zero + h + NUMBER - 1, text: decimals(score, 1) },
          ...{ bold: score === best, fill: score === best ? palette.ink : palette.muted },
        }),
      ];
    }),
    path({ d: `M0 ${zero}H${place.end}`, stroke: palette.muted, line: 1 }),
  ];
}

/** Bars of scores above 0 become bars of shares. @param {Moves} moves @param {Place} place @param {number} turned 0 to 1 @param {Surface} surface @returns {Mark[]} */
function shareMarks(moves, place, turned, surface) {
  const { palette } = surface;
  const base = BANDS.ask + BANDS.share - 14;
  const high = BANDS.share - 14 - NUMBER - 10;
  const { unit } = scaleOfScores(moves);
  const best = Math.max(...moves.shares);
  return [
    ...moves.shares.flatMap((share, key) => {
      const x = place.middle(key);
      const begun = Math.min(high, Math.max(0, moves.scores[key]) * unit);
      const h = Math.max(1, begun + (share * high - begun) * turned) * (turned > 0 ? 1 : 0);
      const isBest = share === best;
      return [
        rect({ x: x - place.w / 2, y: base - h, w: place.w, h, radius: 2, fill: palette.axis.H }),
        ...(turned < 1
          ? []
          : [
              text({
                ...{ x, y: base - h - 6, text: shortShare(share, 3), size: LETTERS, align: "middle" },
                ...{ bold: isBest, fill: isBest ? palette.ink : palette.muted },
              }),
            ]),
      ];
    }),
    path({ d: `M0 ${base}H${place.end}`, stroke: palette.muted, line: 1 }),
    text({
      ...{ x: place.end + 12, y: base - 6, text: say(ROW, surface).total(sharesTotal(moves.total)) },
      ...{ size: LETTERS, bold: true, fill: palette.ink },
    }),
  ];
}

/** Value strips fall, fade to their shares, and run into the sum. @param {Moves} moves @param {string} asks @param {Place} place @param {number} t 0 to 1 @param {Surface} surface @returns {Mark[]} */
function mixMarks(moves, asks, place, t, surface) {
  const { palette } = surface;
  const top = BANDS.ask + BANDS.share + 8;
  const low = top + STRIP + 30;
  const largest = largestIn(moves.values);
  const [fallen, run] = [Math.min(1, 2 * t), Math.max(0, 2 * t - 1)];
  const best = Math.max(...moves.factors);
  const box = { y: top, w: place.w, h: STRIP, isDown: true };
  const sum = { ...box, x: place.end + 18, y: low, w: WIDEST + 8 };
  const label = { size: LETTERS, align: /** @type {const} */ ("middle") };
  const words = say(ROW, surface);
  const strips = moves.values.flatMap((value, key) => {
    const x = place.middle(key) - place.w / 2;
    const factor = moves.factors[key];
    const isBest = factor === best;
    const times = text({
      ...{ ...label, x: place.middle(key), y: top + STRIP + 18, text: `× ${shortShare(factor, 3)}` },
      ...{ bold: isBest, fill: isBest ? palette.ink : palette.muted },
    });
    const share = 1 + (factor - 1) * fallen;
    const y = top + (low - top) * fallen;
    return [
      strip(value, { ...box, x }, { largest }, palette),
      ...(fallen > 0 ? [times, strip(value, { ...box, x, y }, { largest, share }, palette)] : []),
      ...(run > 0 && run < 1
        ? [
            strip(
              value,
              { ...box, x: x + (sum.x - x) * run, y: low },
              { largest, share: factor * (1 - run) },
              palette,
            ),
          ]
        : []),
      ...(fallen === 1 && key > 0
        ? [
            text({
              ...label,
              x: place.middle(key) - place.pitch / 2,
              y: low + STRIP / 2 + 4,
              text: "+",
              fill: palette.muted,
            }),
          ]
        : []),
    ];
  });
  return [
    text({ x: place.end + 12, y: top + STRIP / 2 + 4, text: words.values, size: LETTERS, fill: palette.ink }),
    ...strips,
    ...(run > 0
      ? [
          text({
            ...label,
            x: place.end + 5,
            y: low + STRIP / 2 + 5,
            size: 16,
            text: "=",
            fill: palette.ink,
          }),
          strip(moves.mix, sum, { largest, share: run }, palette),
          frameOf(sum, palette),
          text({
            ...{ ...label, x: sum.x + sum.w / 2, y: low - 9, text: shortenWord(asks, 10) },
            ...{ bold: true, fill: palette.axis.T },
          }),
        ]
      : []),
  ];
}
