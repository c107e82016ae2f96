import { paint } from "../draw/canvas.js";
import { MARGIN } from "../draw/marks.js";
import { titleOf, toSVG } from "../draw/svg.js";
import { numbersOf } from "../draw/numbers.js";
import { csvStretches } from "../state/csv.js";
import { measureWith } from "./text-measure.js";
import { fontsThere, paletteOn } from "./own-looks.js";
import { NOTICES, sideOf } from "./scheme.js";

/**
 * Writes pictures and numbers as files; loaded on first use.
 *
 * @typedef {import("../draw/marks.js").Scene} Scene
 * @typedef {import("lit").LitElement & Pick<import("./embeddable.js").Embeddable, "alt" | "locale"> & { pictureOn: (surface: import("../draw/marks.js").Surface) => import("../draw/marks.js").TitledScene | Promise<import("../draw/marks.js").TitledScene> }} Drawn
 * @typedef {Drawn & Pick<import("./embeddable.js").Embeddable, "store" | "pictured">} Pictured
 *
 * @typedef {object} PictureOptions
 * @property {number} [width]  in px, defaults to 960; the height follows
 * @property {import("../draw/marks.js").Surface["measure"]} [measure]  returns the width of a text in px; defaults to the browser's own
 */

const WIDTH = 960; // px, default width: the text width of an article

/** @param {Drawn} element with a picture @param {PictureOptions} [options] */
export async function svgOf(element, options) {
  const { scene, title, palette } = await pictureOf(element, options);
  const { paper: background, fonts } = palette;
  return toSVG(scene, { background, fonts, title: titleOf(element.alt, title, element) });
}

/** @param {Drawn} element with a picture @param {PictureOptions & { scale?: number }} [options] */
export async function pngOf(element, { scale = 2, ...options } = {}) {
  const { scene, palette } = await pictureOf(element, options);
  return paintCanvas(scene, palette, scale).convertToBlob({ type: "image/png" });
}

/** @param {Pictured} element with a picture */
export const csvOf = async ({ store, pictured }) => csvIn(numbersOf(store.state, pictured));

/** @param {import("../state/csv.js").Numbers} numbers */
export async function csvIn(numbers) {
  let text = "";
  for await (const stretch of inTurns(csvStretches(numbers))) text += stretch;
  return text;
}

const LONGEST = 12; // ms of work before a yield

/** Iterates over a long sequence and yields to the page between parts. @template Item @param {Iterable<Item>} items */
export async function* inTurns(items) {
  let since = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - since < LONGEST) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
}

/** @param {Drawn} element @param {PictureOptions} [options] */
async function pictureOf(element, options) {
  const { surface, palette } = await surfaceFor(element, options);
  return { ...(await element.pictureOn(surface)), palette };
}

/** The surface of a file. @param {Drawn} element @param {PictureOptions} [options] */
export async function surfaceFor(element, { width = WIDTH, measure } = {}) {
  if (!(width > 0)) throw new RangeError(`width ${width} is not a number of px above 0`);
  const palette = await paletteThere(element);
  const surface = {
    width: Math.max(1, width - 2 * MARGIN),
    palette,
    locale: element.locale,
    measure:
      measure ?? measureWith(/** @type {any} */ (new OffscreenCanvas(1, 1).getContext("2d")), palette.fonts),
  };
  return { surface, palette };
}

/** The running transitions that signal a change of scheme or look; see scheme.js. @param {Element} element */
const noticesOf = (element) =>
  element
    .getAnimations()
    .filter((each) => each instanceof CSSTransition && NOTICES.includes(each.transitionProperty));

/** The palette with the author's colours and fonts, once the fonts are loaded. @param {Drawn} element */
async function paletteThere(element) {
  await element.updateComplete; // then the computed styles include properties that were set just now
  await Promise.allSettled(noticesOf(element).map(({ finished }) => finished)); // during a transition, styles have the old values
  const { base, isOwn } = sideOf(element);
  if (!isOwn) return base;
  const palette = paletteOn(element, base);
  await fontsThere(palette);
  return palette;
}

/**
 * Renders a scene to pixels.
 * @param {Scene} scene @param {import("../draw/palette.js").Palette} palette @param {number} scale
 */
export function paintCanvas({ width, height, marks }, { paper, fonts }, scale) {
  const canvas = new OffscreenCanvas((width + 2 * MARGIN) * scale, (height + 2 * MARGIN) * scale);
  const context = /** @type {any} */ (canvas.getContext("2d"));
  context.fillStyle = paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(scale, 0, 0, scale, MARGIN * scale, MARGIN * scale);
  paint(context, marks, fonts);
  return canvas;
}
