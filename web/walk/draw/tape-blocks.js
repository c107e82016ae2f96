import { path, text } from "../../kit/draw/marks.js";
import { axisColor, axisKind } from "../../kit/draw/palette.js";
import { nameAlong } from "../../kit/draw/tape-arcs.js";
import { hueOf, outline } from "../../kit/draw/tape.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { isToken, tokensAlong } from "../../kit/draw/token-words.js";
import { blocksOf, piecesOf } from "../state/move.js";

/**
 * The blocks of a whole memory: boundaries, and as many names as fit.
 *
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/tape.js").Strip} Strip
 * @typedef {import("./tape-copy.js").CopyView} CopyView
 */

const CUT = 12; // px; narrower blocks have no boundaries
const GAP = 8; // px between names

/** @param {CopyView} view @param {string} axis @param {number} at @param {import("../../kit/text/words.js").Localized} speaker */
export const nameOfBlock = ({ picture }, axis, at, speaker) =>
  isToken(axis)
    ? shortenWord(tokensAlong(axis, picture.settings, speaker)[at])
    : `${nameAlong(axis, speaker)} ${at}`;

/** @param {Strip} strip @param {number} offset in memory */
const xOf = ({ base, per, pitch }, offset) => ((offset - base.offset) / per) * pitch;

/**
 * @param {CopyView} view @param {Surface} surface @param {Strip} strip
 * @param {{ step: import("../../core/types.js").Step, axis: number, at: number | null, y: number }} how  at: the selected block; y:
 * baseline of the names
 */
export function blockMarks(view, surface, strip, { step, axis, at, y }) {
  const { palette, measure, width } = surface;
  const blocks = blocksOf(step, axis).map((block) => ({
    at: block.at,
    x: xOf(strip, block.from),
    w: xOf(strip, block.to + 1) - xOf(strip, block.from),
  }));
  const narrowest = Math.min(...blocks.map(({ w }) => w));
  const cuts = blocks.slice(1).map(({ x }) => `M${x} ${strip.top}v${strip.height}`);
  const name = step.axes[axis];
  const lit = axisKind(name) === view.axis;
  const whole = (/** @type {number} */ i) => nameOfBlock(view, name, i, surface);
  const short =
    !isToken(name) && blocks.some((block) => measure(whole(block.at), 12.5, true) + GAP > block.w);
  const named = blocks.map((block) => {
    const chosen = block.at === at;
    const words = short ? String(block.at) : whole(block.at);
    const half = measure(words, 12.5, chosen || lit) / 2;
    const x = Math.min(width - half, Math.max(half, block.x + block.w / 2));
    return { x, from: x - half, to: x + half, words, chosen };
  });
  const shown = named.filter(({ chosen }) => chosen); // other names only where they fit
  for (const each of named)
    if (shown.every((other) => each.from >= other.to + GAP || each.to + GAP <= other.from)) shown.push(each);
  return [
    ...(narrowest >= CUT ? [path({ d: cuts.join(""), stroke: palette.paper, line: 1.5 })] : []),
    ...shown.map(({ x, words, chosen }) =>
      text({
        ...{ x, y, text: words, align: "middle", bold: chosen || lit },
        fill: lit
          ? axisColor(palette, name)
          : !chosen
            ? palette.muted
            : isToken(name)
              ? palette.axis.T
              : palette.ink,
      }),
    ),
  ];
}

/**
 * The moves between two tapes: one band per piece, in the piece's hue.
 *
 * @typedef {import("../state/move.js").Piece} Piece
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
  ) => outline(strip, ...widenBlock(xOf(strip, from), xOf(strip, to)), surface, color);
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
function widenBlock(from, to) {
  const more = Math.max(0, 3 - (to - from)) / 2;
  return [from - more, to - from + 2 * more];
}

/** Rounds to 0.1 px, to shorten SVG paths. @param {number} x */
const round = (x) => Math.round(x * 10) / 10;
