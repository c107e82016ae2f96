import { NOTHING } from "../../kit/state/selection.js";
import { titleMarks } from "../../kit/draw/figure-title.js";
import { keyMarks } from "../../kit/draw/key.js";
import { shift } from "../../kit/draw/marks.js";
import { axisKind } from "../../kit/draw/palette.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { indexAt, layoutTensor } from "../../kit/draw/slices.js";
import { captionOf } from "../../kit/draw/staged.js";
import { tokensAlong } from "../../kit/draw/token-words.js";
import { hueOf, rampOf } from "../../kit/draw/tape.js";
import { tensorMarks } from "../../kit/draw/tensor.js";
import { captionMarks } from "../draw-matrix.js";

/**
 * The result of a chain of calls: cells in the hue of the head or token that they really belong to, and struck through where they differ
 * from the goal.
 *
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} ChainView
 * @property {import("../../kit/state/picture.js").Picture} picture  a picture with a layer
 * @property {import("./state.js").Step} start
 * @property {import("../../core/chain.js").LaidOut} link
 * @property {import("../../core/chain.js").LaidOut | null} goal  tensor to compare with; null if the shapes differ
 * @property {readonly string[]} axes  axes of the link
 * @property {string} name
 * @property {readonly number[]} element  the outlined element
 * @property {import("../../kit/draw/tape.js").Hue} by
 * @property {string} struck  meaning of a stroke
 *
 * @typedef {import("../../kit/draw/marks.js").Scene & { hit: (x: number, y: number) => number[] | null }} ChainScene
 */

const TITLE = 22;
const FREE = 24; // px above heads that stand side by side

/** @param {ChainView} view @param {Surface} surface @returns {ChainScene} */
export function chainScene({ picture, start, link, goal, name, by, struck, ...view }, surface) {
  const { palette } = surface;
  // A vector is drawn as a table with one row.
  const flat = link.shape.length === 1;
  const [shape, axes, element] = flat
    ? [
        [1, ...link.shape],
        ["", ...view.axes],
        [0, ...view.element],
      ]
    : [link.shape, view.axes, view.element];
  const grouped = axes.length > 3 && axisKind(axes[axes.length - 2]) === "H"; // the heads' numbers stand above the cells
  const room = { width: surface.width - 4, height: 340, title: 0, top: grouped ? FREE : 0, maxCell: 20 };
  const layout = layoutTensor(axes, shape, room, element);
  const values = valuesOf(picture, start, link);
  const at = (/** @type {readonly number[]} */ index) =>
    index.reduce((flat, i, axis) => flat * shape[axis] + i, 0);
  const marks = tensorMarks(
    {
      ...{
        layout,
        values,
        scale: scaleOf([values], false),
        ramp: rampIn(picture, start, link, by, at, palette),
      },
      ...{ selection: NOTHING, group: 1, element, rowLabels: null, colLabels: null, named: () => "" },
      struck: goal ? (index) => link.places[at(index)] !== goal.places[at(index)] : undefined,
    },
    surface,
  ).map((mark) => shift(mark, 1, TITLE));
  const caption = captionOf(layout, surface, surface.width);
  const bottom = TITLE + layout.height + 6 + 18 * caption.length;
  const key = keyMarks(keyOf(picture, start, by, goal ? struck : "", palette), surface, bottom);
  return {
    width: surface.width,
    height: Math.ceil(key.bottom + 4),
    marks: [
      ...titleMarks(surface, "", name, view.axes, link.shape, { x: 0, y: 12 }),
      ...marks,
      ...captionMarks(caption, surface, TITLE + layout.height + 4),
      ...key.marks,
    ],
    hit(x, y) {
      const index = indexAt(layout, x - 1, y - TITLE);
      return index && (flat ? index.slice(1) : index);
    },
  };
}

/** Values of a tensor in logical order; cached, so that the same array is returned each time. @type {WeakMap<object, Float32Array>} */
const known = new WeakMap();

/** @param {ChainView["picture"]} picture @param {ChainView["start"]} start @param {ChainView["link"]} link */
export function valuesOf(picture, start, link) {
  const values = picture.values(start.id);
  const found = known.get(link) ?? Float32Array.from(link.places, (place) => values[place]);
  known.set(link, found);
  return found;
}

/**
 * The hue of a cell's owner, by its position in the first tensor.
 * @param {ChainView["picture"]} picture
 * @param {ChainView["start"]} start
 * @param {ChainView["link"]} link
 * @param {ChainView["by"]} by
 * @param {(index: readonly number[]) => number} at
 * @param {import("../../kit/draw/palette.js").Palette} palette
 */
function rampIn(picture, start, link, by, at, palette) {
  const hue = hueOf(start, picture.steps, by);
  const ramp = rampOf(palette, by);
  return (/** @type {readonly number[]} */ index) =>
    hue ? ramp(hue(indexIn(start.shape, link.places[at(index)]))) : palette.model;
}

/** The index of an element in a contiguous tensor. @param {readonly number[]} shape @param {number} place */
export function indexIn(shape, place) {
  const index = shape.map(() => 0);
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    index[axis] = place % shape[axis];
    place = Math.floor(place / shape[axis]);
  }
  return index;
}

/** @param {ChainView["picture"]} picture @param {ChainView["start"]} start @param {ChainView["by"]} by @param {string} struck @param {import("../../kit/draw/palette.js").Palette} palette */
function keyOf(picture, start, by, struck, palette) {
  const axis = start.axes.find((each) => each.startsWith("T")) ?? "T";
  const words = by === "token" ? tokensAlong(axis, picture.settings) : [];
  return { tokens: words.map((word, i) => ({ word, ramp: palette.tokens(i) })), struck };
}
