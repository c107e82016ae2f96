import { path, shift, text } from "../../kit/draw/marks.js";
import { STACK_BELOW, stageHeight } from "../../kit/draw/stage-height.js";
import { flatIndex } from "../../kit/state/memory.js";
import { inputsOf } from "../../kit/state/quantity.js";
import { SCENES } from "../../kit/text/scenes.js";
import { say } from "../../kit/text/words.js";
import { beforeAfter } from "./before-after.js";
import { circle } from "./circle.js";
import { selectedIn } from "./selected.js";

/**
 * Rotary positions: the tensor before and after; below, each pair of features of the selected token as an arrow before and after its turn.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/stage-parts.js").StageView} StageView
 *
 * @typedef {object} Pair
 * @property {[number, number]} features  their indices
 * @property {[number, number]} before
 * @property {[number, number]} after
 */

const RADIUS = 32;
const PITCH = { x: 92, y: 2 * RADIUS + 34 };
const TITLE = 34;
const GAP = 10;

/** @param {StageView} view @param {Surface} surface */
export function rotationScene(view, surface) {
  const all = stageHeight(surface.width);
  if (view.selection.token === null) return beforeAfter(view, surface, all);
  const narrow = surface.width < STACK_BELOW;
  const below = TITLE + PITCH.y + GAP;
  const scene = beforeAfter(view, surface, narrow ? all : all - below);
  const pairs = pairMarks(view, surface, narrow ? 2 : 1, scene.height + GAP);
  return { ...scene, height: Math.ceil(pairs.bottom), marks: [...scene.marks, ...pairs.marks] };
}

/** @param {StageView} view @param {Surface} surface @param {number} lines most lines of pairs @param {number} top */
function pairMarks(view, surface, lines, top) {
  const { palette, width } = surface;
  const { at, title } = selectedIn(view, surface);
  const all = pairsOf(view, at);
  const columns = Math.max(1, Math.floor(width / PITCH.x));
  const most = columns * lines;
  const chosen = all.findIndex(({ features }) => features.includes(Number(at.at(-1))));
  const from = Math.max(0, Math.min(chosen - Math.floor(most / 2), all.length - most));
  const shown = all.slice(from, from + most);
  const words = say(SCENES, surface);
  const longest = Math.max(...shown.map(({ before }) => Math.hypot(...before))) || 1;
  const head = text({ x: 0, y: top + 12, size: 13, bold: true, text: title, fill: palette.ink });
  const part = shown.length < all.length ? `, ${words.pairs({ shown: shown.length, of: all.length })}` : "";
  const said = text({ x: 0, y: top + 30, text: `${words.turned}${part}`, fill: palette.muted });
  const drawn = shown.flatMap((pair, i) =>
    turnMarks(pair, RADIUS / longest, surface).map((mark) =>
      shift(
        mark,
        RADIUS + 2 + (i % columns) * PITCH.x,
        top + TITLE + RADIUS + 4 + Math.floor(i / columns) * PITCH.y,
      ),
    ),
  );
  return {
    marks: [head, said, ...drawn],
    bottom: top + TITLE + Math.ceil(shown.length / columns) * PITCH.y,
  };
}

/** The pairs of features that turn, by the operation. @param {StageView} view @param {readonly number[]} at @returns {Pair[]} */
function pairsOf({ picture, step }, at) {
  const [input] = inputsOf(step, picture.steps);
  const half = Number(step.attributes.turned) / 2;
  const row = (/** @type {Step} */ of) => {
    const from = flatIndex(of, [...at.slice(0, -1), 0]);
    return picture.values(of.id).subarray(from, from + 2 * half);
  };
  const [before, after] = [input, step].map(row);
  return Array.from({ length: half }, (_, i) => {
    const [a, b] = step.op === "rope_half" ? [i, i + half] : [2 * i, 2 * i + 1];
    return { features: [a, b], before: [before[a], before[b]], after: [after[a], after[b]] };
  });
}

/**
 * A pair on its circle around (0, 0): a thin arrow before the turn, a thick one after it.
 * @param {Pair} pair @param {number} unit px @param {Surface} surface @returns {Mark[]}
 */
function turnMarks({ features, before, after }, unit, { palette }) {
  const tip = (/** @type {[number, number]} */ [x, y]) => ({ x: x * unit, y: -y * unit });
  const r = Math.hypot(...before) * unit;
  return [
    path({ d: circle(RADIUS), stroke: palette.hairline, line: 1 }),
    ...(r > 1 ? [path({ d: circle(r), stroke: palette.muted, line: 0.75, alpha: 0.5 })] : []),
    path({ d: arrow(tip(before)), stroke: palette.muted, line: 1.5 }),
    path({ d: arrow(tip(after)), stroke: palette.axis.T, line: 2.5 }),
    text({ x: 0, y: RADIUS + 18, text: features.join(", "), align: "middle", fill: palette.axis.d }),
  ];
}

/** Path data of an arrow from (0, 0) to a point; a short arrow has no head. @param {{ x: number, y: number }} tip */
function arrow({ x, y }) {
  const long = Math.hypot(x, y);
  const line = `M0 0L${x} ${y}`;
  if (long < 6) return line;
  const [ux, uy] = [x / long, y / long];
  const side = (/** @type {number} */ s) => `${x - 6 * ux + s * 3.5 * uy} ${y - 6 * uy - s * 3.5 * ux}`;
  return `${line}M${side(1)}L${x} ${y}L${side(-1)}`;
}
