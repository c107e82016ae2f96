import { path, rect } from "../../kit/draw/marks.js";
import { branchesOf } from "./state.js";

/** @import { Mark, Surface } from "../../kit/draw/marks.js" */
/** @import { Tile } from "./draw.js" */
/** @import { BlockSteps, Station } from "./state.js" */

const PLUS = 8; // px, radius
/** Empty space in px around a square, where no line is drawn. */
export const CLEAR = 4;
const APART = 18; // px between the stream and a parallel line
const TURN = 48; // height in px of the curve from the stream to a branch, in the vertical layout
const LINE = { stream: 2.5, branch: 1.25 };

/** The stream, and the branches that leave it and come back to it at a plus. @param {readonly Tile[]} tiles @param {BlockSteps} steps @param {boolean} isWide @param {Surface} surface @returns {Mark[]} */
export function lineMarks(tiles, steps, isWide, { palette }) {
  const at = (/** @type {Station} */ name) => /** @type {Tile} */ (tiles.find((tile) => tile.name === name));
  const stream = tiles.filter(({ track }) => track === "stream");
  const [from, to] = [stream[0], stream[stream.length - 1]].map(centre);
  const branches = branchesOf(steps);
  const sums = new Set(Object.values(branches).map((branch) => branch.to));
  return [
    path({ d: `M${from.x} ${from.y}L${to.x} ${to.y}`, stroke: palette.axis.model, line: LINE.stream }),
    ...Object.entries(branches).flatMap(([track, { from: start, to: end }]) => {
      const branch = tiles.filter((tile) => tile.track === track);
      const [first, last] = [branch[0], branch[branch.length - 1]];
      const [a, b] = [first, last].map(centre);
      const passes = !isWide && track === "attention" && branches.mlp.to === end;
      const meets = plusBefore(at(end), isWide);
      const d = [
        leaving(at(start), first, isWide),
        isWide ? `M${a.x} ${b.y}L${b.x} ${b.y}` : `M${b.x} ${a.y}L${b.x} ${b.y}`, // squares differ in size
        passes ? besideStream(last, meets) : joining(last, meets, isWide),
      ];
      return d.map((each) => path({ d: each, stroke: palette.muted, line: LINE.branch }));
    }),
    ...[...sums].flatMap((name) => plusMarks(plusBefore(at(name), isWide), palette)),
  ];
}

/** @param {Tile} tile */
const centre = ({ x, y, side }) => ({ x: x + side / 2, y: y + side / 2 });

/** The place of the sum, in front of its station. @param {Tile} tile @param {boolean} isWide */
const plusBefore = ({ x, y, side }, isWide) =>
  isWide ? { x: x - PLUS - 8, y: y + side / 2 } : { x: x + side / 2, y: y - PLUS - 8 };

/** The line from beside a station of the stream into the first square of a branch. @param {Tile} start @param {Tile} first @param {boolean} isWide */
function leaving(start, first, isWide) {
  const [a, b] = [centre(start), centre(first)];
  if (!isWide) {
    const top = Math.max(start.y + start.side, b.y - TURN);
    return `M${a.x} ${top}Q${a.x} ${b.y} ${first.x} ${b.y}`;
  }
  const [left, right] = [start.x + start.side + CLEAR, first.x];
  const middle = (left + right) / 2;
  return `M${left} ${a.y}C${middle} ${a.y} ${middle} ${b.y} ${right} ${b.y}`;
}

/** The line from the last square of a branch to the plus. @param {Tile} last @param {{ x: number, y: number }} plus @param {boolean} isWide */
function joining(last, plus, isWide) {
  const { y } = centre(last);
  return `M${isWide ? last.x + last.side : last.x} ${y}Q${plus.x} ${y} ${plus.x} ${plus.y}`;
}

/** In the vertical layout: from the last square of a branch to the plus, between the stream and the other branch. @param {Tile} last @param {{ x: number, y: number }} plus */
function besideStream(last, plus) {
  const y = centre(last).y;
  const x = plus.x + APART;
  return `M${last.x} ${y}L${x + CLEAR} ${y}Q${x} ${y} ${x} ${y + CLEAR}L${x} ${plus.y - CLEAR}Q${x} ${plus.y} ${x - CLEAR} ${plus.y}L${plus.x} ${plus.y}`;
}

/** @param {{ x: number, y: number }} at @param {import("../../kit/draw/palette.js").Palette} palette @returns {Mark[]} */
function plusMarks({ x, y }, { paper, axis }) {
  const stroke = axis.model;
  const arm = PLUS / 2;
  return [
    rect({
      ...{ x: x - PLUS, y: y - PLUS, w: 2 * PLUS, h: 2 * PLUS, radius: PLUS },
      ...{ fill: paper, stroke, line: 1.5 },
    }),
    path({ d: `M${x - arm} ${y}L${x + arm} ${y}M${x} ${y - arm}L${x} ${y + arm}`, stroke, line: 1.5 }),
  ];
}
