import { blocksOf } from "../state/move.js";
import { path, text } from "../../kit/draw/marks.js";
import { axisColor, axisKind } from "../../kit/draw/palette.js";
import { isToken, tokensAlong } from "../../kit/draw/token-words.js";
import { nameAlong } from "../../kit/draw/tape-arcs.js";
import { shorten } from "../../kit/draw/tensor-labels.js";

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
    ? shorten(tokensAlong(axis, picture.settings, speaker)[at])
    : `${nameAlong(axis, speaker)} ${at}`;

/** @param {Strip} strip @param {number} offset in memory */
export const xOf = ({ base, per, pitch }, offset) => ((offset - base.offset) / per) * pitch;

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
