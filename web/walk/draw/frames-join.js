import { path, rect, text } from "../../kit/draw/marks.js";
import { flatIndex } from "../../kit/state/memory.js";
import { inputsOf } from "../../kit/state/quantity.js";
import { nearestIn } from "../../kit/state/selection.js";
import { colours } from "../../kit/draw/cell-colours.js";
import { DRAWN } from "../../kit/text/picture-words.js";
import { say } from "../../kit/text/words.js";
import { cloudOf, element } from "./frames-cells.js";
import { between, during } from "./frames-time.js";

/**
 * Animation: one token's pieces of all heads slide together into one row.
 *
 * @typedef {import("./frames-cells.js").Cell} Cell
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} JoinData
 * @property {Cell[][]} pieces  one per head
 * @property {string} from      name of the pieces
 * @property {string} result    name of the row
 */

const TOP = 26;
const ROW = { most: 30, named: 13, result: 28 };
const ROOM = 250; // px for the pieces
const LABEL = 64;

/** @param {import("./stage.js").StageView} view @param {Surface} surface @returns {JoinData} */
export function joinData(view, surface) {
  const { picture, step, selection } = view;
  const [input] = inputsOf(step, picture.steps);
  const at = nearestIn(input, selection, picture.steps);
  const { values, scale, ramp } = colours(view, surface, input);
  const [heads, width] = [Number(input.shape.at(-2)), Number(input.shape.at(-1))];
  const cell = (/** @type {number} */ head, /** @type {number} */ feature) => {
    const index = [...at.slice(0, -2), head, feature];
    const value = values[flatIndex(input, index)];
    return { value, color: ramp(index)[scale.index(value)] };
  };
  return {
    pieces: Array.from({ length: heads }, (_, head) =>
      Array.from({ length: width }, (_, i) => cell(head, i)),
    ),
    from: element(input.id, [...at.slice(0, -2), ":", ":"]),
    result: element(step.id, [...at.slice(0, -2), ":"]),
  };
}

/** @param {JoinData} data @param {number} t @param {Surface} surface @returns {import("../../kit/draw/marks.js").Scene} */
export function joinFrame({ pieces, from, result }, t, surface) {
  const { palette, width } = surface;
  const words = say(DRAWN, surface);
  const long = pieces[0].length;
  const w = Math.min(26, (width - 2) / (pieces.length * long));
  const ch = Math.min(ROW.most, ROOM / pieces.length);
  const low = TOP + pieces.length * ch + 34;
  const named = ch >= ROW.named;
  const start = Math.min(LABEL, width - long * w);
  const gone = (/** @type {number} */ head) => {
    const begin = 0.08 + (0.5 * head) / pieces.length;
    return during(t, begin, begin + 0.36);
  };
  return {
    width,
    height: low + ROW.result + 26,
    marks: [
      text({ x: 0, y: 15, text: from, fill: palette.muted }),
      ...pieces.flatMap((piece, head) => {
        const share = gone(head);
        const h = between(ch - 2, ROW.result, share);
        const [x, y] = [between(start, head * long * w, share), between(TOP + head * ch, low, share)];
        return [
          ...(named
            ? [
                text({
                  x: 0,
                  y: TOP + head * ch + ch / 2 + 4.5,
                  text: `${words.head} ${head}`,
                  fill: palette.muted,
                }),
              ]
            : []),
          ...cloudOf(piece, (i) => [x + i * w, y], { w, h }),
          rect({ x, y: y - 4, w: Math.max(1, long * w - 1), h: 2, fill: palette.swatch(head) }),
        ];
      }),
      path({
        d: `M0 ${low + ROW.result + 3}H${pieces.length * long * w}`,
        stroke: palette.hairline,
        line: 1,
      }),
      ...(t === 1 ? [text({ x: 0, y: low + ROW.result + 20, text: result, fill: palette.ink })] : []),
    ],
  };
}
