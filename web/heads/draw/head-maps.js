import { pictureOnPath } from "../../kit/draw/wrong-path.js";
import { habitOf } from "../../kit/state/habits.js";
import { scaleOfHead } from "../../kit/state/look.js";
import { attentionIn } from "../../kit/state/quantity.js";
import { pathOf, selectedIn } from "../../kit/state/state.js";
import { SCENES } from "../../kit/text/scenes.js";
import { say } from "../../kit/text/words.js";
import { decimals, formatNumber } from "../../kit/draw/legend.js";
import { path, rect, text } from "../../kit/draw/marks.js";
import { placeStaged, stagedMarks } from "../../kit/draw/staged.js";
import { headOf } from "../../kit/state/selection.js";
import { isScaled } from "../state/ablation.js";
import { barsOf } from "../state/share.js";
import { HEADS } from "../words.js";

/** @import { State } from "../../kit/state/state.js" */

/**
 * The map of every head. Below it a bar with its number: the head's contribution to the selected token's output; the other half of the bar
 * is room for a factor of two. Below that, where heads are scaled, a line with a knob: the head's scale.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/stage-parts.js").StageScene} StageScene
 *
 * @typedef {import("../state/share.js").Bars} Bars
 * @typedef {{ head: number, x: number, y: number, w: number }} Bar   position in the scene; its height is FOOT
 */

const SHARE = 17; // px for the bar of the contribution
export const SLIDER = { top: SHARE, high: 24, knob: 6 }; // px: below the bar, minimum height of a target
const THICK = 6;
const TITLE = { one: 27, two: 44 }; // px above a map; two if the habit has a line of its own
const SAID = 40; // px for the number of a contribution, and the label of a scale
const HIGH = 480; // px
const NARROW = 1000; // px; narrower screens show two maps side by side
export const MANY = 16; // heads; a view of more heads scrolls instead of shrinking its maps
const FRAME = 4; // px between a map and its frame; the words beside the map stand twice as far away
const LEAST = 78; // px, room for a short habit and a bar

/**
 * @param {import("../../kit/draw/stage-parts.js").StageView} view
 * @param {Surface} surface
 * @param {Bars | null} bars  null without a layer
 * @param {boolean} scales  whether each head has a knob for its scale
 * @returns {StageScene & { bars: Bar[] }}  bars: those with a knob
 */
export function headMapsScene(view, surface, bars, scales) {
  const heads = view.step.shape[1];
  const box = {
    x: 0,
    y: 0,
    w: surface.width,
    h: (surface.width < 620 ? NARROW : HIGH) * Math.max(1, heads / MANY),
  };
  const foot = bars ? SHARE + (scales ? SLIDER.high : 0) : 0;
  const room = { foot, beside: besideOf(heads, surface), least: LEAST };
  const maps = placeStaged(view, surface, view.step, "whole", box, { labelled: true, unnamed: true, room });
  Object.assign(maps.tensor, { swatch: hueOfHead, tight: LEAST });
  const { layout, group } = maps.tensor;
  const places = layout.slices.map(({ x, y, index }) => ({
    head: headOf(layout.axes, index, group) ?? 0,
    x: maps.x + x,
    y: maps.y + y + layout.rows.count * layout.ch,
    w: Math.max(layout.cols.count * layout.cw, LEAST),
  }));
  return {
    width: surface.width,
    height: Math.ceil(maps.bottom),
    marks: [
      ...stagedMarks(maps, surface),
      ...places.flatMap((place) =>
        place.head === view.selection.head ? [frameMark(place, maps.tensor, foot, surface)] : [],
      ),
      ...(bars ? places.flatMap((place) => barMarks(place, bars, surface)) : []),
      ...(bars && scales ? places.flatMap((place) => knobMarks(place, bars, surface)) : []),
    ],
    parts: [maps],
    bars: bars && scales ? places : [],
  };
}

/** Number of heads side by side: more with many heads, whose windows are then small. @param {number} heads @param {Surface} surface */
function besideOf(heads, { width }) {
  const most = width < 620 ? 3 : 6;
  return heads > MANY ? most : heads > 6 ? Math.ceil(most * 0.6) : undefined;
}

/** @param {readonly number[]} index (B, H, T_q, T_k) */
const hueOfHead = ([, head]) => head;

/**
 * A frame around the map and bar of the selected head.
 * @param {Bar} place @param {import("../../kit/draw/tensor.js").TensorPicture} tensor @param {number} foot @param {Surface} surface
 */
function frameMark({ x, y, w }, { layout, noteBelow }, foot, { palette }) {
  const title = noteBelow ? TITLE.two : TITLE.one;
  const top = Math.max(1, y - layout.rows.count * layout.ch - title); // not cut by the picture's edge
  return rect({
    x: x - FRAME,
    y: top,
    w: w - 1 + 2 * FRAME, // cells end a pixel before the next
    h: y - top + Math.max(foot + 2, 5), // the number beside the bar stands above the line
    stroke: palette.accent,
    line: 1.25,
    radius: 3,
  });
}

/** Length of a full bar, and of a slider. @param {Pick<Bar, "w">} place */
export const trackOf = ({ w }) => w - SAID;

/** @param {Bar} place @param {Bars} bars @param {Surface} surface @returns {Mark[]} */
function barMarks({ head, x, y, w }, { share, most }, surface) {
  const { palette } = surface;
  const track = w - SAID;
  const value = share(head);
  const fill = palette.swatch(head);
  const long = most > 0 ? Math.min(track, (track * Math.abs(value)) / (2 * most)) : 0;
  const bar = { x, y: y + 3 + (SHARE - THICK) / 2, h: THICK, radius: 3 };
  return [
    rect({ ...bar, w: track, fill: palette.hairline }),
    // Negative contributions are hollow.
    rect(
      value < 0
        ? { ...bar, x: x + 0.5, y: bar.y + 0.5, w: long, h: THICK - 1, fill: palette.paper, stroke: fill }
        : { ...bar, w: long, fill },
    ),
    text({
      ...labelOf({ x, w }),
      y: bar.y + THICK / 2 + 4.5,
      text: Number.isFinite(value) ? decimals(value, 2) : "",
      fill: palette.ink,
    }),
  ];
}

/** The label at the right of a bar or a knob. @param {Pick<Bar, "x" | "w">} place */
const labelOf = ({ x, w }) => ({ x: x + w - 2, align: /** @type {const} */ ("end") });

/** @param {Bar} place @param {Bars} bars @param {Surface} surface @returns {Mark[]} */
function knobMarks({ head, x, y, w }, { scale }, surface) {
  const { palette } = surface;
  const track = w - SAID;
  const factor = scale(head);
  const middle = y + SLIDER.top + SLIDER.high / 2;
  const [knob, stroke] = [SLIDER.knob, factor === 1 ? palette.muted : palette.axis.T];
  return [
    path({ d: `M${x} ${middle}H${x + track}`, stroke: palette.muted, line: 0.75 }),
    rect({
      ...{ x: x + ((track - knob) * factor) / 2, y: middle - knob, w: knob, h: 2 * knob, radius: 2 },
      fill: stroke,
    }),
    text({
      ...labelOf({ x, w }),
      y: middle + 4.5,
      text: factor === 0 ? say(SCENES, surface).off : `${formatNumber(factor)}×`,
      fill: stroke,
      bold: factor !== 1,
    }),
  ];
}

/**
 * The maps of all heads, with their bars.
 * @param {State} state with a picture @param {Surface} surface @param {boolean} [scales] whether each head has a knob; by default, once a head is scaled
 */
export function headMapsIn(state, surface, scales = isScaled(state.look)) {
  const { selection: held, panned, look } = state;
  const picture = /** @type {import("../../kit/state/picture.js").Picture} */ (pathOf(state));
  const step = attentionIn(picture);
  const note = habitOf(picture, step, surface);
  const off = (/** @type {number} */ head) => picture.layer !== null && scaleOfHead(look, head) === 0;
  const view = { picture, step, selection: selectedIn(state), held, panned, note, look, off };
  return { note, scene: headMapsScene(view, surface, barsOf(state), scales) };
}

/** The scene of all heads, for a file. @param {State} state with a picture @param {Surface} surface */
export const headMapsPicture = (state, surface) =>
  pictureOnPath(state, attentionIn, surface, () => ({
    scene: headMapsIn(state, surface).scene,
    title: say(HEADS, surface).picture,
  }));
