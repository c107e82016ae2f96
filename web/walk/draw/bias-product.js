import { titleMarks, titleWidth } from "../../kit/draw/figure-title.js";
import { rect, shift } from "../../kit/draw/marks.js";
import { matrixLayout } from "./product-layout.js";
import { placed } from "./product-place.js";
import { productScene } from "./product.js";
import { axisMarks } from "../../kit/draw/tensor-labels.js";
import { cellMarks } from "../../kit/draw/tensor.js";

/**
 * A projection with a bias. The bias, which is added to each row of the product, is drawn as a row between the matrix and the result, with aligned
 * columns.
 *
 * @typedef {import("./product-place.js").Arranged} Arranged
 * @typedef {import("./product-place.js").Placed} Placed
 * @typedef {import("./stage.js").StageView} StageView
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../core/types.js").WeightName} WeightName
 */

const ROW = { above: 16, height: 14 }; // px

/** @param {StageView} view @param {Surface} surface @returns {import("./stage.js").StageScene} */
export function biasProductScene(view, surface) {
  const { arranged, ...scene } = productScene(view, surface, ROW.above + ROW.height);
  const bias = placeBias(view, arranged);
  return {
    ...scene,
    marks: [...scene.marks, ...biasMarks(bias, arranged, surface)],
    parts: [...scene.parts, bias.part],
  };
}

/**
 * Lays out the bias row. It has the product's colour scale, because both have the same units.
 * @param {StageView} view @param {Arranged} arranged @returns {Placed}
 */
function placeBias(view, { right, result, fit }) {
  const { name, values } = biasOf(view);
  const { axes, shape, at, focus, colouring, heads } = result.factor;
  const ofColumn = (/** @type {readonly number[]} */ index) => [...at.slice(0, -1), index[1]];
  const hues = heads && ((/** @type {readonly number[]} */ index) => heads(ofColumn(index)));
  const last = (/** @type {readonly any[]} */ all, /** @type {any} */ first) => [first, all.at(-1)];
  const factor = {
    ...{ name, step: null, axes: last(axes, ""), shape: last(shape, 1), at: last(at, 0) },
    ...{
      focus: last(focus, 0),
      selected: { row: false, column: result.factor.selected.column },
      heads: hues,
    },
    colouring: {
      ...colouring,
      values,
      swatch: hues,
      ramp: (/** @type {readonly number[]} */ index) => colouring.ramp(ofColumn(index)),
    },
  };
  const rows = { axis: "", from: 0, count: 1, of: 1 };
  const layout = matrixLayout(factor, [rows, fit.cols], fit.cw, ROW.height);
  const y = right.part.y + right.part.tensor.layout.height + ROW.above;
  return placed(view, factor, result.factor, { role: "before", x: right.part.x, y }, layout, [null, null]);
}

/** @param {Placed} bias @param {Arranged} arranged @param {Surface} surface */
function biasMarks({ factor, part: { tensor, x, y } }, { fit }, surface) {
  const { name, selected, at } = factor;
  const [axes, shape] = [[factor.axes[1]], [factor.shape[1]]];
  const added = `+ ${name}`;
  const start = x - 14 - titleWidth(surface, "", added, shape);
  const column = at[1] - fit.cols.from;
  const isShown = selected.column && column >= 0 && column < fit.cols.count;
  const around = { x: x + column * fit.cw - 1, y: y - 1, w: fit.cw + 1, h: ROW.height + 1, radius: 2 };
  return [
    ...titleMarks(surface, "", added, axes, shape, { x: Math.max(0, start), y: y + 11.5 }),
    ...[...cellMarks(tensor, surface, tensor.layout.slices[0]), ...axisMarks(tensor, surface)].map((mark) =>
      shift(mark, x, y),
    ),
    ...(isShown ? [rect({ ...around, stroke: surface.palette.ink, line: 1.75 })] : []),
  ];
}

/** Joined biases, cached because every drawing needs them. @type {WeakMap<object, Float32Array>} */
const joined = new WeakMap();

/** The bias of a step; several biases are joined side by side, like their matrices. @param {StageView} view */
function biasOf({ picture, step }) {
  const names = /** @type {WeightName[]} */ (step.weights).filter((name) => name.startsWith("b"));
  const each = names.map((name) => picture.weight(name).data);
  const values = joined.get(each[0]) ?? Float32Array.from(each.flatMap((data) => [...data]));
  joined.set(each[0], values);
  return { name: names.map((name) => name.replace("b", "b_")).join(" "), values };
}
