import { blocksOf, piecesOf } from "../state/move.js";
import { path } from "../../kit/draw/marks.js";
import { axisColor } from "../../kit/draw/palette.js";
import { xOf } from "./tape-blocks.js";
import { hueOf, outline } from "../../kit/draw/tape.js";

/**
 * The moves between two tapes: one band per piece, in the piece's hue.
 *
 * @typedef {import("../state/move.js").Piece} Piece
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("./tape-copy.js").Copy} Copy
 */

const LEAST = 1.5; // px, minimum width of a visible band
const FRAMED = 8; // px between pieces; closer ones have no frame

/** @param {import("./tape-copy.js").CopyView} view @param {Copy} copy @param {Surface} surface */
export function bandMarks({ picture, by }, copy, { palette }) {
  const { move, newAt, every } = copy;
  const hue = hueOf(move.to, picture.steps, by);
  const others = [...Array(move.to.shape[move.newAxis]).keys()].filter((i) => i % every === 0 && i !== newAt);
  /** @type {Map<string, string>} */
  const faint = new Map();
  for (const piece of at(copy, others)) {
    const fill = hue ? palette.swatch(hue(piece.index)) : palette.muted;
    faint.set(fill, (faint.get(fill) ?? "") + band(copy, piece, 0.5));
  }
  const chosen = newAt === null ? [] : at(copy, [newAt]);
  return [
    ...Array.from(faint, ([fill, d]) => path({ d, fill, alpha: newAt === null ? 0.3 : 0.1 })),
    ...chosen.map((piece) =>
      path({
        d: band(copy, piece, LEAST),
        fill: hue ? palette.swatch(hue(piece.index)) : palette.muted,
        alpha: 0.65,
      }),
    ),
  ];
}

/** Bands of the pieces that go to some blocks of the new memory. @param {Copy} copy @param {readonly number[]} blocks */
const at = ({ move }, blocks) => piecesOf(move, new Map([[move.newAxis, blocks]]));

/** A band from the old tape to the new one, at both ends as wide as its piece. @param {Copy} copy @param {Piece} piece @param {number} least in px */
function band({ move, old, fresh }, piece, least) {
  const [top, bottom] = [old.top + old.height + 2, fresh.top - 2];
  const middle = round((top + bottom) / 2);
  const [a, b] = ends(old, piece.old, move.run, least);
  const [c, d] = ends(fresh, piece.fresh, move.run, least);
  return `M${a} ${top}C${a} ${middle} ${c} ${middle} ${c} ${bottom}H${d}C${d} ${middle} ${b} ${middle} ${b} ${top}Z`;
}

/** @param {import("../../kit/draw/tape.js").Strip} strip @param {number} offset @param {number} run @param {number} least */
function ends(strip, offset, run, least) {
  const [from, to] = [xOf(strip, offset), xOf(strip, offset + run)];
  const more = Math.max(0, least - (to - from)) / 2;
  return [round(from - more), round(to + more)];
}

/**
 * Frames of the selected block's pieces in the old memory, and of the block in the new; the piece of the selected element is in ink.
 * @param {Copy} copy @param {Surface} surface
 */
export function chosenMarks(copy, surface) {
  const { move, old, fresh, oldAt, newAt } = copy;
  if (newAt === null) return [];
  const stroke = axisColor(surface.palette, move.to.axes[move.newAxis]);
  const pieces = at(copy, [newAt]);
  const framed = (
    /** @type {import("../../kit/draw/tape.js").Strip} */ strip,
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {string} */ color,
  ) => outline(strip, ...widened(xOf(strip, from), xOf(strip, to)), surface, color);
  const apart = pieces.length > 1 ? Math.abs(xOf(old, pieces[1].old) - xOf(old, pieces[0].old)) : FRAMED;
  const frame = (/** @type {Piece} */ piece, /** @type {string} */ color) =>
    framed(old, piece.old, piece.old + move.run, color);
  const blocks = blocksOf(move.to, move.newAxis).filter((block) => block.at === newAt);
  const held = pieces.filter(({ index }) => index[move.oldAxis] === oldAt);
  return [
    ...(apart >= FRAMED ? pieces.map((piece) => frame(piece, stroke)) : []),
    ...blocks.map(({ from, to }) => framed(fresh, from, to + 1, stroke)),
    ...held.map((piece) => frame(piece, surface.palette.accent)),
  ];
}

/** Widens a range to at least 3 px around its middle. @param {number} from @param {number} to @returns {[number, number]} start and width */
function widened(from, to) {
  const more = Math.max(0, 3 - (to - from)) / 2;
  return [from - more, to - from + 2 * more];
}

/** Rounds to 0.1 px, to shorten SVG paths. @param {number} x */
const round = (x) => Math.round(x * 10) / 10;
