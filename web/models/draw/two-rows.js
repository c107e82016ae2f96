import { path, text } from "../../kit/draw/marks.js";
import { FAINT, LEAST_WEIGHT, arcOver, curveUp, thicknessOf } from "../../kit/draw/word-curves.js";

/**
 * The pieces of a source above the pieces of a target, and the weights of a head as curves between the two rows or within one row. Long rows wrap.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 *
 * @typedef {object} Rows
 * @property {readonly string[]} source
 * @property {readonly string[]} target
 * @property {import("../state/encoder-decoder.js").Kind} kind  of the head's attention
 * @property {number} query  the selected piece: of the source for "encoder", else of the target
 * @property {number} key  the selected key: of the target for "decoder", else of the source
 * @property {(query: number, key: number) => number} weightAt  of the head
 * @property {{ source: string, target: string, weight: string }} said  names of the rows, and the weight of the selected key
 *
 * @typedef {import("../../kit/draw/marks.js").Scene & { source: Box[], target: Box[] }} RowsScene  boxes of the pieces
 */

const SIZE = 15; // px of the pieces
const GAP = { x: 6, pad: 4 }; // px between pieces, and around each
const LINE = 30; // px of a row's line
const BETWEEN = 76; // px between the rows, and above them
const ARCS = 44; // px above a row with arcs
const BELOW = 16; // px for a weight below the target
const LABELS = 72; // px for the names of the rows
const NARROW = 640; // px from which the names stand beside the rows

/** @param {Rows} of @param {Surface} surface @returns {RowsScene} */
export function rowsScene(of, surface) {
  const { kind, said, query, key } = of;
  const { palette, width } = surface;
  const isWide = width >= NARROW;
  const left = isWide ? LABELS : 0;
  const label = isWide ? 0 : 18; // px for a name above the source, or below the target
  const over = kind === "encoder" ? ARCS : 4;
  const top = label + over;
  const source = placeWords(of.source, surface, { left, top });
  const low = bottomOf(source, top) + BETWEEN - over;
  const target = placeWords(of.target, surface, { left, top: low });
  const end = bottomOf(target, low) + BELOW;
  const name = (/** @type {string} */ each, /** @type {number} */ y) =>
    text({ x: 0, y, text: each, fill: palette.muted });
  const [asking, asked] = { encoder: [source, source], decoder: [target, target], cross: [target, source] }[
    kind
  ];
  // Curves of other pieces would cross the words of rows that wrap.
  const drawn = edgesOf(of, asking.length, asked.length).filter(
    ({ from }) => from === query || !(wraps(asking) || wraps(asked)),
  );
  const curve = kind === "cross" ? curveBetween : curveWithin;
  const paths = drawn.map(({ from, to, weight }) =>
    path({
      d: curve(asking[from], asked[to]),
      ...{ stroke: palette.axis.H, line: thicknessOf(weight), alpha: from === query ? 0.9 : FAINT },
    }),
  );
  const isAsking = (/** @type {Box[]} */ row, /** @type {number} */ i) => row === asking && i === query;
  const isAsked = (/** @type {Box[]} */ row, /** @type {number} */ i) => row === asked && i === key;
  const words = (/** @type {Box[]} */ row, /** @type {readonly string[]} */ pieces) =>
    row.map(({ x, y, w }, i) =>
      text({
        ...{ x: x + w / 2, y: y + 20, text: pieces[i], size: SIZE, align: "middle" },
        fill: isAsking(row, i)
          ? palette.axis.T
          : isAsked(row, i)
            ? palette.axis.H
            : row === asking || row === asked
              ? palette.ink
              : palette.muted,
        bold: isAsking(row, i) || isAsked(row, i),
      }),
    );
  return {
    width,
    height: end + label,
    marks: [
      name(said.source, isWide ? top + 20 : 12),
      name(said.target, isWide ? low + 20 : end + 12),
      ...paths,
      ...words(source, of.source),
      ...words(target, of.target),
      ...(asked[key] && asked[key].y === asked.at(-1)?.y
        ? weightMarks(said.weight, asked[key], surface)
        : []),
    ],
    ...{ source, target },
  };
}

/** Boxes of pieces, in lines that fit. @param {readonly string[]} pieces @param {Surface} surface @param {{ left: number, top: number }} at @returns {Box[]} */
function placeWords(pieces, { measure, width }, { left, top }) {
  let [x, y] = [left, top];
  return pieces.map((piece) => {
    const w = Math.max(20, measure(piece, SIZE, true) + 2 * GAP.pad);
    if (x > left && x + w > width) [x, y] = [left, y + LINE];
    const box = { x, y, w, h: LINE - 2 };
    x += w + GAP.x;
    return box;
  });
}

/** @param {readonly Box[]} row */
const wraps = (row) => row.at(-1)?.y !== row[0]?.y;

/** @param {readonly Box[]} row @param {number} top */
const bottomOf = (row, top) => Math.max(top, ...row.map(({ y }) => y)) + LINE;

/** The weights that are drawn: those of the selected query last. @param {Rows} of @param {number} queries @param {number} keys */
function edgesOf({ query, weightAt }, queries, keys) {
  const all = Array.from({ length: queries * keys }, (_, i) => {
    const [from, to] = [Math.floor(i / keys), i % keys];
    return { from, to, weight: weightAt(from, to) };
  });
  const seen = all.filter(({ weight }) => weight >= LEAST_WEIGHT);
  return [...seen.filter(({ from }) => from !== query), ...seen.filter(({ from }) => from === query)];
}

/** @param {Box} box */
const middleOf = ({ x, w }) => x + w / 2;

/** A curve from a target's piece up to a source's. @param {Box} from @param {Box} to */
const curveBetween = (from, to) =>
  curveUp(
    [middleOf(from), from.y + 2],
    [middleOf(to), to.y + to.h],
    Math.max(12, (from.y - to.y - to.h) / 2),
  );

/** An arc over a line, or a curve between two lines. @param {Box} from @param {Box} to */
function curveWithin(from, to) {
  if (from.y !== to.y) {
    const [low, high] = from.y > to.y ? [from, to] : [to, from];
    return curveUp([middleOf(low), low.y + 2], [middleOf(high), high.y + high.h - 2], 12);
  }
  const [a, b] = [middleOf(from), middleOf(to)];
  const far = Math.abs(a - b);
  return far
    ? arcOver(a, b, from.y + 4, Math.min(ARCS - 8, 12 + far / 8))
    : arcOver(a - 7, b + 7, from.y + 4, 12);
}

/** The weight of the selected key, below its piece. @param {string} said @param {Box} box @param {Surface} surface @returns {Mark[]} */
const weightMarks = (said, { x, y, w, h }, { palette }) => [
  text({ x: x + w / 2, y: y + h + 13, text: said, align: "middle", fill: palette.ink }),
];
