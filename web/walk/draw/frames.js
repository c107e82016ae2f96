import { colours } from "../../kit/draw/cell-colours.js";
import { path, rect, shift, text } from "../../kit/draw/marks.js";
import { flatIndex } from "../../kit/state/memory.js";
import { inputsOf } from "../../kit/state/quantity.js";
import { nearestIn } from "../../kit/state/selection.js";
import { DRAWN } from "../../kit/text/picture-words.js";
import { say } from "../../kit/text/words.js";
import { interpolate, cloudOf, easedShare, element } from "./frames-cells.js";
import { mixData, mixFrame } from "./frames-mix.js";
import { productData, productFrame } from "./frames-product.js";
import { softmaxData, softmaxFrame } from "./frames-softmax.js";

/**
 * Animated arithmetic of a step: pure functions from data and a time from 0 to 1 to a frame. Every number is the core's, except running sums, which
 * add up the core's numbers and end in the core's result.
 *
 * @typedef {import("../state/arithmetic.js").Arithmetic} Arithmetic
 * @typedef {import("./stage.js").StageView} StageView
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/marks.js").Scene} Scene
 * @typedef {(t: number, surface: Surface) => Scene} FrameAt
 */

/** Duration of an animation, in ms. */
export const LASTS = 2000;

/** Times of the still frames that replace the animation. */
const STILLS = Object.freeze([0, 0.5, 1]);

const SIDE_BY_SIDE = 760; // px; on narrower surfaces the still frames stand below each other
const BETWEEN = 28; // px between still frames
const NUMBER = 20; // px above each still frame, for its number

/** @type {Readonly<Record<Arithmetic, (view: StageView, surface: Surface) => FrameAt>>} */
const FRAMES = {
  product: (view, surface) => framesOf(productData(view, surface), productFrame),
  softmax: (view) => framesOf(softmaxData(view), softmaxFrame),
  mix: (view, surface) => framesOf(mixData(view, surface), mixFrame),
  join: (view, surface) => framesOf(joinData(view, surface), joinFrame),
};

/** @template Data @param {Data} data @param {(data: Data, t: number, surface: Surface) => Scene} frame @returns {FrameAt} */
const framesOf = (data, frame) => (t, surface) => frame(data, t, surface);

/** The animation of a step's arithmetic, for a view. @param {Arithmetic} arithmetic @param {StageView} view @param {Surface} surface */
export const framesFor = (arithmetic, view, surface) => FRAMES[arithmetic](view, surface);

/** The still frames with numbers, for readers who prefer reduced motion. @param {FrameAt} frameAt @param {Surface} surface @returns {Scene} */
export function stillFrames(frameAt, surface) {
  const across = surface.width >= SIDE_BY_SIDE;
  const width = across ? (surface.width - 2 * BETWEEN) / STILLS.length : surface.width;
  let [x, y] = [0, 0];
  /** @type {import("../../kit/draw/marks.js").Mark[]} */
  const marks = [];
  let height = 0;
  for (const [i, t] of STILLS.entries()) {
    const scene = frameAt(t, { ...surface, width });
    const number = { x, y: y + 14, text: String(i + 1), bold: true, fill: surface.palette.ink };
    marks.push(text(number), ...scene.marks.map((mark) => moveMark(mark, x, y + NUMBER)));
    height = Math.max(height, y + NUMBER + scene.height);
    if (across) x += width + BETWEEN;
    else y += NUMBER + scene.height + BETWEEN;
  }
  return { width: surface.width, height, marks };
}

/** @param {import("../../kit/draw/marks.js").Mark} mark @param {number} dx @param {number} dy */
function moveMark(mark, dx, dy) {
  if (mark.kind !== "cloud") return shift(mark, dx, dy);
  return { ...mark, xywh: mark.xywh.map((value, i) => value + (i % 4 === 0 ? dx : i % 4 === 1 ? dy : 0)) };
}

/**
 * Animation: one token's pieces of all heads slide together into one row.
 *
 * @typedef {import("./frames-cells.js").Cell} Cell
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
function joinFrame({ pieces, from, result }, t, surface) {
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
    return easedShare(t, begin, begin + 0.36);
  };
  return {
    width,
    height: low + ROW.result + 26,
    marks: [
      text({ x: 0, y: 15, text: from, fill: palette.muted }),
      ...pieces.flatMap((piece, head) => {
        const share = gone(head);
        const h = interpolate(ch - 2, ROW.result, share);
        const [x, y] = [interpolate(start, head * long * w, share), interpolate(TOP + head * ch, low, share)];
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
