import { font, paint } from "../../draw/canvas.js";
import { compareScene } from "../../draw/compare.js";
import { stageScene } from "../../draw/stage.js";
import { habitOf } from "../../state/habits.js";
import { originsOf } from "../../state/origin.js";
import { FAULTS } from "../../text/faults.js";
import { sizesOf } from "../base/shape.js";

/**
 * What the stage shows of a state: the same for the screen and for a file.
 *
 * @typedef {import("../../state/store.js").Store} Store
 * @typedef {import("../../draw/marks.js").Surface} Surface
 */

/** The current step and what is selected in it; null before there is a picture. @param {Store} store */
export function stageView(store) {
  const { picture, step: id, origin, tensor: named, axis } = store.state;
  const step = picture?.step(id);
  if (!picture || !step) return null;
  const from = origin && picture.step(origin.id);
  const lit = from && originsOf(picture.operations, from, origin.index, picture.steps);
  return { picture, step, selection: store.selection, note: habitOf(picture), lit, named, axis };
}

/** The wrong path beside the right one; null where none is shown. @param {Store} store */
export function compareView(store) {
  const { comparison } = store.state;
  const words = comparison && FAULTS[comparison.fault];
  if (!comparison || !words) return null;
  const sizes = sizesOf(comparison.right);
  const code = { right: words.right(sizes), wrong: words.chip(sizes) };
  return { comparison, shows: words.shows, code, selection: store.selection, title: words.title };
}

/** @param {Store} store @param {Surface} surface @returns {import("../../draw/marks.js").Scene | null} */
export function sceneOf(store, surface) {
  const wrong = compareView(store);
  if (wrong) return compareScene(wrong, surface);
  const view = stageView(store);
  return view && stageScene(view, surface);
}

/**
 * A scene as a picture of pixels.
 * @param {import("../../draw/marks.js").Scene} scene
 * @param {{ background: string, scale: number }} options
 * @returns {Promise<Blob>} a PNG
 */
export function toPNG({ width, height, marks }, { background, scale }) {
  const canvas = new OffscreenCanvas(width * scale, height * scale);
  const context = /** @type {any} */ (canvas.getContext("2d"));
  context.scale(scale, scale);
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  paint(context, marks);
  return canvas.convertToBlob({ type: "image/png" });
}

/** Widths by font and text: the words of a long sentence are asked for at every drawing. @type {Map<string, number>} */
const widths = new Map();
const MOST_WIDTHS = 5000;

/** @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} context @returns {Surface["measure"]} */
export function measureWith(context) {
  return (text, size = 12.5, bold = false) => {
    const style = font(size, bold);
    const key = style + text;
    const known = widths.get(key);
    if (known !== undefined) return known;
    if (widths.size > MOST_WIDTHS) widths.clear();
    context.font = style;
    const { width } = context.measureText(text);
    widths.set(key, width);
    return width;
  };
}
