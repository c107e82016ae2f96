import { isAttention } from "../../kit/state/quantity.js";
import { NOTHING } from "../../kit/state/selection.js";
import { headSumOf } from "../state/head-sum.js";
import { blendMarks, blendWidth } from "./blend.js";
import { factorsOf, headNames } from "./factors.js";
import { headSumMarks } from "./head-sum.js";
import { titleMarks, titleWidth } from "../../kit/draw/figure-title.js";
import { legendMarks, legendWidth } from "../../kit/draw/legend.js";
import { path, rect, shift, text } from "../../kit/draw/marks.js";
import { BAR, LINE, NARROW, arrange } from "./product-place.js";
import { stageHeight } from "../../kit/draw/stage-height.js";
import { captionOf, placeStaged, stagedMarks } from "../../kit/draw/staged.js";
import { axisMarks, labelMarks, selectionMarks } from "../../kit/draw/tensor-labels.js";
import { cellMarks } from "../../kit/draw/tensor.js";

/**
 * A product drawn so that rows meet columns: the left factor at the left, the right factor above, the result where they cross. Of several heads, the
 * product shows the selected one. Beside a product of tokens by tokens stand all heads as small maps; beside mixed values stands the blend; beside mixed
 * heads stands their sum.
 *
 * @typedef {import("./stage.js").StageView} StageView
 * @typedef {import("./stage.js").StageScene} StageScene
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("./product-place.js").Arranged} Arranged
 * @typedef {import("./product-place.js").Placed} Placed
 * @typedef {StageScene & { arranged: Arranged }} Laid  the matrices with their positions
 */

const ASIDE = { gap: 36, least: { maps: 260, slices: 170, height: 120 }, below: 640 };

/**
 * @param {StageView} view
 * @param {Surface} surface
 * @param {number} [between] px for further marks between the right factor and the result
 * @returns {Laid}
 */
export function productScene(view, surface, between = 0) {
  const factors = factorsOf(view, surface);
  const sum = headSumOf(view);
  const arranged = arrange(view, factors, surface, between, sum);
  const { left, right, result } = arranged;
  const foot = footOf(arranged, surface);
  const scene = {
    arranged,
    width: surface.width,
    height: Math.ceil(foot.bottom),
    marks: [
      ...[left, right, result].flatMap((placed) => matrixMarks(placed, surface)),
      ...stripeMarks(view, arranged, surface),
      ...cornerMarks(arranged, surface),
      ...meetingMarks(arranged, surface),
      ...foot.marks,
    ],
    parts: [left, right, result].map(({ part }) => part),
  };
  if (sum) return withHeadSum(scene, view, sum, surface);
  const end = Math.max(foot.right, result.part.x + result.part.tensor.layout.width);
  if (isAttention(view.step)) return withAllHeads(scene, view, end, surface, ASIDE.least.maps);
  if (!left.factor.step || !isAttention(left.factor.step)) return scene;
  const blended = withBlend(scene, view, arranged, surface);
  return withAllHeads(blended.scene, view, Math.max(end, blended.right), surface, ASIDE.least.slices);
}

/** @param {Placed} placed @param {Surface} surface @returns {Mark[]} */
function matrixMarks({ part: { tensor, x, y } }, surface) {
  const marks = [
    ...tensor.layout.slices.flatMap((slice) => cellMarks(tensor, surface, slice)),
    ...labelMarks(tensor, surface),
    ...axisMarks(tensor, surface),
    ...selectionMarks({ ...tensor, selection: NOTHING, element: null }, surface), // outlines only the inputs of the traced number
  ];
  return marks.map((mark) => shift(mark, x, y));
}

/**
 * A bar in the head's hue, and the head's number, along the parameters' columns or rows of each head.
 * @param {StageView} view @param {Arranged} arranged @param {Surface} surface @returns {Mark[]}
 */
function stripeMarks(view, { left, right, result, stripes, across }, surface) {
  const { palette, measure } = surface;
  if (!stripes.length) return [];
  const { part } = right;
  const { cw, ch, width, height } = part.tensor.layout;
  const { of } = headNames(view, across ? result.factor : left.factor, surface);
  return stripes.flatMap(({ from, count, head, chosen }) => {
    const stroke = palette.swatch(head);
    const label = { text: String(of(head)), fill: chosen ? palette.ink : palette.muted, bold: chosen };
    if (!across) {
      const [y, h] = [part.y + from * ch, count * ch - 1];
      return [
        rect({ x: part.x - 6, y, w: 2, h, fill: stroke }),
        ...(h >= 11 ? [text({ ...label, x: part.x - 10, y: y + h / 2 + 4.5, align: "end" })] : []),
        ...(chosen
          ? [rect({ x: part.x - 1.5, y: y - 1, w: width + 2, h: h + 2, stroke, line: 1.5, radius: 2 })]
          : []),
      ];
    }
    const [x, w] = [part.x + from * cw, count * cw - 1];
    const fits = measure(label.text, 12.5, true) + 2 <= w;
    return [
      rect({ x, y: part.y - 5.5, w, h: 2, fill: stroke }),
      ...(fits ? [text({ ...label, x: x + w / 2, y: part.y - 10, align: "middle" })] : []),
      ...(chosen
        ? [rect({ x: x - 1.5, y: part.y - 1, w: w + 2.5, h: height + 1, stroke, line: 1.5, radius: 2 })]
        : []),
    ];
  });
}

/**
 * Notes on the right factor, in the free corner or above, and the left factor's name.
 * @param {Arranged} arranged @param {Surface} surface @returns {Mark[]}
 */
function cornerMarks({ left, right, said, corner, turn, besides }, surface) {
  const { name, axes, shape, colouring, at } = right.factor;
  const { ramp, scale } = colouring;
  const { muted } = surface.palette;
  const first = left.factor;
  const room = right.part.x - 8 - titleWidth(surface, "", first.name, first.shape); // clear of the lines along the columns
  const start = Math.max(0, Math.min(left.part.x, room));
  const wide = titleWidth(surface, "", name, shape, true);
  const y = corner === null ? 13 : left.part.y - turn - 8 - said.length * LINE;
  const high = besides ? right.part.x : 0; // start of notes above
  const x = corner === null ? high : corner - wide;
  const lines =
    corner === null
      ? [text({ x: high + wide + 10, y, text: said.join(" "), fill: muted })]
      : said.map((line, i) =>
          text({ x: corner, y: y + (i + 1) * LINE, text: line, fill: muted, align: "end" }),
        );
  const bar = {
    x: corner === null ? high : corner - legendWidth(surface, scale, BAR),
    y: y + (corner === null ? 0 : said.length * LINE) + 10,
  };
  return [
    ...titleMarks(surface, "", name, axes, shape, { x, y }, true),
    ...lines.filter(({ text }) => text),
    ...legendMarks(surface, scale, ramp(at), { ...bar, width: BAR, room: Infinity }),
    ...titleMarks(surface, "", first.name, first.axes, first.shape, { x: start, y: left.part.y - 8 }),
  ];
}

/** The row and column that meet in the selected element. @param {Arranged} arranged @param {Surface} surface @returns {Mark[]} */
function meetingMarks({ left, right, result, fit }, { palette }) {
  const { at, selected } = result.factor;
  const row = selected.row ? Number(at.at(-2)) - fit.rows.from : -1;
  const column = selected.column ? Number(at.at(-1)) - fit.cols.from : -1;
  const [hasRow, hasColumn] = [row >= 0 && row < fit.rows.count, column >= 0 && column < fit.cols.count];
  const y = result.part.y + row * fit.ch;
  const x = result.part.x + column * fit.cw;
  const [w, h] = [left.part.tensor.layout.width, right.part.tensor.layout.height];
  const outline = { radius: 2 };
  /** @type {Mark[]} */
  const marks = [];
  if (hasRow) {
    const line = { ...outline, y: y - 1, h: fit.ch + 1, stroke: palette.axis.T, line: 1.25 };
    marks.push(
      rect({ ...line, x: left.part.x - 1, w: w + 1 }),
      rect({ ...line, x: result.part.x - 1, w: result.part.tensor.layout.width + 1 }),
    );
    const middle = y + fit.ch / 2;
    marks.push(dotted(left.part.x + w + 3, middle, result.part.x - 4, middle, palette.muted));
  }
  if (hasColumn) {
    const line = { ...outline, x: x - 1, w: fit.cw + 1, stroke: palette.accent, line: 1.75 };
    marks.push(rect({ ...line, y: right.part.y - 1, h: h + 1 }));
    if (hasRow) {
      marks.push(rect({ ...line, y: y - 1, h: fit.ch + 1, line: 2 }));
      const middle = x + fit.cw / 2;
      marks.push(dotted(middle, right.part.y + h + 3, middle, y - 3, palette.accent));
    }
  }
  return marks;
}

/** @param {number} x @param {number} y @param {number} toX @param {number} toY @param {string} stroke */
function dotted(x, y, toX, toY, stroke) {
  const long = Math.hypot(toX - x, toY - y);
  const [dx, dy] = [(toX - x) / long, (toY - y) / long];
  let d = "";
  for (let at = 0; at + 1.5 <= long; at += 4.5)
    d += `M${x + at * dx} ${y + at * dy}L${x + (at + 1.5) * dx} ${y + (at + 1.5) * dy}`;
  return path({ d, stroke, line: 1.5 });
}

/**
 * Marks below the cells: the result's name, scales and windows. The small maps of all heads share the result's scale.
 * @param {Arranged} arranged @param {Surface} surface
 */
function footOf({ left, result, fit, foot }, surface) {
  const { name, axes, shape, step } = result.factor;
  const scaled = step && isAttention(step) ? [left] : [left, result];
  const bars = scaled.map(({ part, factor: { colouring, at } }) => {
    const wide = legendWidth(surface, colouring.scale, BAR);
    const x = Math.max(0, Math.min(part.x, surface.width - wide));
    return { x, end: x + wide, scale: colouring.scale, ramp: colouring.ramp(at) };
  });
  const apart = bars.length < 2 || bars[0].end + 16 <= bars[1].x;
  const wide = titleWidth(surface, "", name, shape, true);
  const title = Math.max(0, Math.min(result.part.x, surface.width - wide));
  const cut = { sliced: fit.shared, groups: null, rows: fit.rows, cols: fit.cols };
  const caption = captionOf(cut, surface, surface.width);
  const last = foot + LINE + (apart ? LINE : 2 * LINE);
  return {
    right: Math.max(title + wide, ...bars.map(({ end }) => end)),
    bottom: last + 8 + caption.length * LINE,
    marks: [
      ...titleMarks(surface, "", name, axes, shape, { x: title, y: foot + 15 }, true),
      ...bars.flatMap(({ x, scale, ramp }, i) => {
        const y = foot + LINE + (i && !apart ? LINE : 0) + 6;
        return legendMarks(surface, scale, ramp, { x, y, width: BAR, room: Infinity });
      }),
      ...caption.map((line, i) =>
        text({ x: 0, y: last + (i + 1) * LINE - 2, text: line, fill: surface.palette.muted }),
      ),
    ],
  };
}

/**
 * All heads as small maps, beside the product or below it.
 * @param {Laid} scene
 * @param {StageView} view
 * @param {number} right right edge of the product
 * @param {Surface} surface
 * @param {number} least minimum width in px
 * @returns {Laid}
 */
function withAllHeads(scene, view, right, surface, least) {
  const start = right + ASIDE.gap;
  const beside = surface.width - start >= least;
  const high = stageHeight(surface.width);
  const top = scene.height + 16;
  const box = beside
    ? { x: start, y: 0, w: surface.width - start, h: high }
    : {
        x: 0,
        y: top,
        w: surface.width,
        h: surface.width < NARROW ? ASIDE.below : Math.max(ASIDE.least.height, high - top),
      };
  const all = placeStaged(view, surface, view.step, "whole", box, { labelled: !beside });
  return {
    ...scene,
    height: Math.ceil(Math.max(scene.height, all.bottom)),
    marks: [...scene.marks, ...stagedMarks(all, surface)],
    parts: [...scene.parts, all],
  };
}

/**
 * The blend of the selected token's row, beside the product or below it.
 * @param {Laid} scene @param {StageView} view @param {Arranged} arranged @param {Surface} surface
 */
function withBlend(scene, view, arranged, surface) {
  const { right, result } = arranged;
  const x = result.part.x + result.part.tensor.layout.width + ASIDE.gap;
  if (!result.factor.selected.row) return { scene, right: x };
  const end = x + blendWidth(view, arranged, surface);
  const at =
    end <= surface.width
      ? { x, y: right.part.y, sum: result.part.y }
      : { x: 0, y: scene.height + 34, sum: null };
  const drawn = blendMarks(view, arranged, surface, at);
  const height = Math.ceil(Math.max(scene.height, drawn.bottom));
  return {
    scene: { ...scene, height, marks: [...scene.marks, ...drawn.marks] },
    right: at.sum === null ? x : end,
  };
}

/**
 * The selected token's row as a sum of heads, beside the parameters or below the product.
 * @param {Laid} scene @param {StageView} view @param {import("../state/head-sum.js").HeadSum} sum @param {Surface} surface @returns {Laid}
 */
function withHeadSum(scene, view, sum, surface) {
  const { at } = scene.arranged.result.factor;
  if (Number(at.at(-2)) >= sum.output.shape[1]) return scene; // padding
  const { marks, bottom, switches } = headSumMarks(view, scene.arranged, sum, surface, scene.height);
  const height = Math.ceil(Math.max(scene.height, bottom));
  return { ...scene, height, switches, marks: [...scene.marks, ...marks] };
}
