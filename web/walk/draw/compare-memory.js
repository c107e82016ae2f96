import { gapBetween } from "../../kit/draw/grid.js";
import { cells, path, rect, text } from "../../kit/draw/marks.js";
import { fade } from "../../kit/draw/palette.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { shortenWord, wordsDown } from "../../kit/draw/tensor-labels.js";
import { gutterFor } from "../../kit/draw/token-words.js";
import { wrapText } from "../../kit/draw/wrap.js";
import { nearestIn } from "../../kit/state/selection.js";
import { COMPARED } from "../../kit/text/compared.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { heldIn, rowsOf } from "../state/held.js";

/**
 * Memory on one side of a wrong path: a row of floats for each word, with the floats of the selected head and the selected token's row of that head
 * framed; the same floats in one strip; and sentences that say whose they are.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/state/selection.js").Selection} Selection
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../state/held.js").Held} Held
 * @typedef {import("../state/held.js").Range} Range
 *
 * @typedef {object} Lattice  the rows of memory in the picture
 * @property {number} x
 * @property {number} y
 * @property {number} cw
 * @property {number} ch
 * @property {number} rows
 * @property {number} cols
 */

const TOP = 36; // px above the rows, for the title and a label
const ROWS = { height: 216, least: 2, most: 18 }; // px
const STRIP = 14; // px, height
const LINE = 18; // px
const LABEL = { size: 12.5, height: 16 };
const CUT = 6; // px; narrower words have no boundaries in the strip
const NAMED_WORDS = 3; // of a head; of more words, those in the middle are counted

/**
 * The selected head and token of a step, and where their floats lie; null if the step's memory is not a row a word.
 * @param {Picture} picture @param {Step} step @param {Selection} selection
 */
function selectedHeld(picture, step, selection) {
  const at = nearestIn(step, selection, picture.steps);
  const [head, token] = ["H", "T"].map((name) => at[step.axes.findIndex((axis) => axis[0] === name)]);
  const held = heldIn(step, picture.steps, { head, token, item: picture.item });
  return held && { head, token, held, tokens: picture.settings.tokens.map((word) => shortenWord(word)) };
}

/**
 * Two sentences: whose numbers the selected head holds, and whose its row of the selected token. Empty if the step's memory is not a row a word.
 * @param {Picture} picture @param {Step} step @param {Selection} selection @param {import("../../kit/text/words.js").Localized} speaker
 */
export function memorySaid(picture, step, selection, speaker) {
  const found = selectedHeld(picture, step, selection);
  if (!found) return "";
  const { head, token, tokens, held } = found;
  const { rows, cols } = held;
  const words = say(COMPARED, speaker);
  const of = rowsOf(held.head, cols);
  const isEvery = of.length === rows && of.every(({ count }) => count === of[0].count && count < cols);
  const partOf = (/** @type {{ row: number, count: number }} */ { row, count }) => {
    if (count === cols) return words.allOf(tokens[row]);
    return 2 * count === cols ? words.halfOf(tokens[row]) : words.someOf(count, tokens[row]);
  };
  const name = namesOfHeads(picture, speaker).first(head);
  const parts =
    of.length <= NAMED_WORDS
      ? of.map(partOf)
      : [partOf(of[0]), words.moreWords(of.length - 2), partOf(of[of.length - 1])];
  const holds = isEvery ? words.ofEvery({ head: name, n: of[0].count }) : words.ofSome({ head: name, parts });
  const own = rowsOf(held.own, cols).map(({ row, from, to }) =>
    words.numbersOf({ from, to, word: tokens[row] }),
  );
  return `${holds} ${words.rowIs(token, own)}`;
}

/**
 * @param {Picture} picture @param {Step} step @param {Selection} selection @param {Surface} surface @param {number} width
 * @returns {{ marks: Mark[], bottom: number } | null} marks from the top left corner; null if the step's memory is not a row a word
 */
export function memoryOfSide(picture, step, selection, surface, width) {
  const found = selectedHeld(picture, step, selection);
  if (!found) return null;
  const { head, token, tokens, held } = found;
  const { owner, rows, cols } = held;
  const { palette } = surface;
  const words = say(COMPARED, surface);
  const gutter = gutterFor(tokens, surface);
  const ch = Math.max(ROWS.least, Math.min(ROWS.most, Math.floor(ROWS.height / rows)));
  const lattice = { x: gutter, y: TOP, cw: (width - gutter - 2) / cols, ch, rows, cols };
  const below = TOP + rows * ch;
  const said = memorySaid(picture, step, selection, surface);
  const lines = wrapText([{ text: said, fill: palette.ink }], { ...surface, width });
  const part = nameOfPart(held, namesOfHeads(picture, surface).full(head), words);
  const strip = { ...lattice, y: below + 54 };
  const end = strip.y + STRIP + 42;
  return {
    marks: [
      text({ x: 0, y: 12, text: words.memory({ name: owner.id, n: cols }), fill: palette.muted }),
      rowCells(picture, held, head, lattice, surface),
      ...wordsDown(surface, tokens, { rows: { from: 0, count: rows }, ch }, token, { x: gutter - 8, y: TOP }),
      path({ d: outlineOf(held.head, lattice), stroke: palette.axis.H, line: 2 }),
      ...ownMarks(held, words.itsRow(token), lattice, surface, width),
      text({
        ...{
          x: Math.max(0, Math.min(gutter, width - surface.measure(part, LABEL.size, true))),
          y: below + 22,
        },
        ...{ text: part, bold: true, fill: palette.axis.H },
      }),
      text({ x: gutter, y: strip.y - 8, text: words.strip(rows * cols), fill: palette.muted }),
      ...stripMarks(held, strip, surface),
      ...lines.flatMap((line, i) => line.map((piece) => ({ ...piece, y: end + i * LINE }))),
    ],
    bottom: end + lines.length * LINE + 4,
  };
}

/** The rows of memory; floats of other heads are pale. @param {Picture} picture @param {Held} held @param {number} head @param {Lattice} lattice @param {Surface} surface */
function rowCells(picture, { owner, start, head: ranges }, head, { x, y, cw, ch, rows, cols }, { palette }) {
  const values = picture.values(owner.id);
  const scale = scaleOf([values], false);
  const ramp = palette.cells(head);
  const rgba = Uint32Array.from({ length: rows * cols }, (_, i) =>
    fade(ramp[scale.index(values[start + i])], palette),
  );
  for (const { from, to } of ranges)
    for (let i = from; i <= to; i++) rgba[i] = ramp[scale.index(values[start + i])];
  return cells({ x, y, rows, cols, cw, ch, gap: gapBetween(cw, ch), rgba });
}

/** Path around the cells of some floats. @param {readonly Range[]} ranges @param {Lattice} lattice */
function outlineOf(ranges, { x, y, cw, ch, rows, cols }) {
  const isHeld = new Uint8Array(rows * cols);
  for (const { from, to } of ranges) isHeld.fill(1, from, to + 1);
  const at = (/** @type {number} */ row, /** @type {number} */ col) =>
    row >= 0 && row < rows && col >= 0 && col < cols ? isHeld[row * cols + col] : 0;
  const px = (/** @type {number} */ col) => round(x + col * cw - 0.5);
  const py = (/** @type {number} */ row) => round(y + row * ch - 0.5);
  let d = "";
  for (let row = 0; row <= rows; row++)
    for (const { from, to } of runsOf(cols, (col) => at(row, col) !== at(row - 1, col)))
      d += `M${px(from)} ${py(row)}H${px(to + 1)}`;
  for (let col = 0; col <= cols; col++)
    for (const { from, to } of runsOf(rows, (row) => at(row, col) !== at(row, col - 1)))
      d += `M${px(col)} ${py(from)}V${py(to + 1)}`;
  return d;
}

/** Runs of the numbers below `count` for which a condition holds. @param {number} count @param {(i: number) => boolean} holds @returns {Range[]} */
function runsOf(count, holds) {
  /** @type {Range[]} */
  const runs = [];
  for (let i = 0; i < count; i++) {
    const last = runs.at(-1);
    if (!holds(i)) continue;
    if (last?.to === i - 1) last.to = i;
    else runs.push({ from: i, to: i });
  }
  return runs;
}

/** Frames around the token's row of the head, and its label where no float of the head lies. @param {Held} held @param {string} label @param {Lattice} lattice @param {Surface} surface @param {number} width */
function ownMarks({ head, own }, label, lattice, { palette, measure }, width) {
  const { x, y, cw, ch, cols } = lattice;
  const frames = rowsOf(own, cols).map(({ row, from, to }) => ({
    ...{ x: x + from * cw - 1, y: y + row * ch - 1 },
    ...{ w: (to - from + 1) * cw + 1, h: ch + 1 },
  }));
  const [frame] = frames;
  const wide = measure(label, LABEL.size, true) + 8;
  const middle = frame.y + (frame.h - LABEL.height) / 2;
  const under = Math.min(frame.x, width - wide);
  const places = [
    { x: frame.x + frame.w + 2, y: middle },
    { x: under, y: frame.y - LABEL.height - 2 },
    { x: under, y: frame.y + frame.h + 2 },
    { x: frame.x - wide - 2, y: middle },
  ].filter((place) => place.x >= x - 1 && place.x + wide <= width);
  const covered = (/** @type {{ x: number, y: number }} */ place) =>
    rowsOf(head, cols).filter(
      ({ row, from, to }) =>
        place.y < y + (row + 1) * ch &&
        place.y + LABEL.height > y + row * ch &&
        place.x < x + (to + 1) * cw &&
        place.x + wide > x + from * cw,
    ).length;
  const place = places.reduce((best, each) => (covered(each) < covered(best) ? each : best));
  return [
    ...frames.map((each) => rect({ ...each, stroke: palette.axis.T, line: 2, radius: 2 })),
    rect({ ...place, w: wide, h: LABEL.height, fill: palette.paper, radius: 3 }),
    text({ x: place.x + 4, y: place.y + 12, text: label, bold: true, fill: palette.axis.T }),
  ];
}

/** Where the head's floats lie, in a few words. @param {Held} held @param {string} head @param {typeof COMPARED} words */
function nameOfPart({ head: ranges, rows, cols }, head, words) {
  const columns = columnsOf(ranges, rows, cols);
  if (columns) return words.inColumns({ head, ...columns });
  if (ranges.length === 1) return words.stretch({ head, ...ranges[0] });
  return words.scattered({ head, n: lengthOf(ranges) });
}

/** The columns of a head that has the same columns of every row; otherwise null. @param {readonly Range[]} ranges @param {number} rows @param {number} cols */
function columnsOf(ranges, rows, cols) {
  const held = rowsOf(ranges, cols);
  const [{ from, to }] = held;
  const isSame = held.every((each) => each.from === from && each.to === to && each.count === to - from + 1);
  return isSame && held.length === rows ? { from, to } : null;
}

/** @param {readonly Range[]} ranges */
const lengthOf = (ranges) => ranges.reduce((all, { from, to }) => all + to - from + 1, 0);

/** The memory as one strip, with the head's floats and the token's row, and the head's ranges below. @param {Held} held @param {Lattice} lattice @param {Surface} surface */
function stripMarks({ head, own, start, owner, rows, cols }, { x, y, cw }, { palette, measure }) {
  const width = cols * cw;
  const px = (/** @type {number} */ float) => x + (float / (rows * cols)) * width;
  const band = (/** @type {Range} */ { from, to }, /** @type {string} */ fill) =>
    rect({ x: px(from), y, w: Math.max(2, px(to + 1) - px(from)), h: STRIP, fill });
  const cuts =
    width / rows < CUT
      ? []
      : Array.from({ length: rows - 1 }, (_, i) => `M${round(px((i + 1) * cols))} ${y}v${STRIP}`);
  const first = owner.offset + start;
  const written = head.map(({ from, to }) =>
    from === to ? `${first + from}` : `${first + from} … ${first + to}`,
  );
  const fits = (/** @type {string} */ said) => measure(said) * 1.15 <= width;
  let count = written.length;
  const listed = () => written.slice(0, count).join(", ") + (count < written.length ? ", …" : "");
  while (count > 1 && !fits(listed())) count--;
  return [
    rect({ x, y, w: width, h: STRIP, fill: palette.hairline, radius: 2 }),
    ...head.map((range) => band(range, palette.axis.H)),
    ...own.map((range) => band(range, palette.axis.T)),
    path({ d: cuts.join(""), stroke: palette.paper, line: 1 }),
    text({ x, y: y + STRIP + 16, text: listed(), mono: true, fill: palette.muted }),
  ];
}

/** Rounds to 0.1 px, to shorten SVG paths. @param {number} x */
const round = (x) => Math.round(x * 10) / 10;
