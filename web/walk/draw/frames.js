import { joinData, joinFrame } from "./frames-join.js";
import { mixData, mixFrame } from "./frames-mix.js";
import { productData, productFrame } from "./frames-product.js";
import { softmaxData, softmaxFrame } from "./frames-softmax.js";
import { shift, text } from "../../kit/draw/marks.js";

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
export const STILLS = Object.freeze([0, 0.5, 1]);

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
    marks.push(text(number), ...scene.marks.map((mark) => moved(mark, x, y + NUMBER)));
    height = Math.max(height, y + NUMBER + scene.height);
    if (across) x += width + BETWEEN;
    else y += NUMBER + scene.height + BETWEEN;
  }
  return { width: surface.width, height, marks };
}

/** @param {import("../../kit/draw/marks.js").Mark} mark @param {number} dx @param {number} dy */
function moved(mark, dx, dy) {
  if (mark.kind !== "cloud") return shift(mark, dx, dy);
  return { ...mark, xywh: mark.xywh.map((value, i) => value + (i % 4 === 0 ? dx : i % 4 === 1 ? dy : 0)) };
}
