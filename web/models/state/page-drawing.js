/** @import { Given, State } from "./page-state.js" */
/** @import { Shown } from "./page-run.js" */
/** @import { ModelsPage } from "./page.js" */

/**
 * Pixels as a model sees them, like ImageData.
 * @typedef {{ data: Uint8ClampedArray, width: number, height: number }} Pixels
 *
 * @typedef {{ x: number, y: number }} Place  in pixels
 * @typedef {readonly [red: number, green: number, blue: number]} Colour
 */

/** Radius of the pen, as a share of the picture's shorter edge. */
const RADIUS = 1 / 18;

/** Pictures as a model sees them without a drawing, by the picture that was given: they outlive the element that draws. @type {WeakMap<Given, { of: Shown["of"], pixels: Pixels }>} */
const undrawn = new WeakMap();

/** What the reader draws on a picture. The model runs again while the reader draws; a run that has begun is finished first. */
export class Drawing {
  #page;
  /** The run in progress, and whether the drawing has changed since it began. @type {Promise<void> | null} */
  #running = null;
  #isChanged = false;

  /** @param {ModelsPage} page */
  constructor(page) {
    this.#page = page;
  }

  /** Draws a line with a round pen. @param {Place} from @param {Place} to @param {Colour} colour */
  stroke(from, to, colour) {
    this.#draw(({ data, width, height }) => {
      const radius = Math.max(0.7, RADIUS * Math.min(width, height));
      const [left, right] = [Math.min(from.x, to.x) - radius, Math.max(from.x, to.x) + radius];
      const [top, bottom] = [Math.min(from.y, to.y) - radius, Math.max(from.y, to.y) + radius];
      for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++)
        for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x++)
          if (distanceTo(from, to, { x: x + 0.5, y: y + 0.5 }) <= radius)
            data.set(colour, (y * width + x) * 4);
    });
  }

  /** Fills a patch. @param {number} token @param {Colour} colour */
  fill(token, colour) {
    const { run } = this.#page.state;
    if (run) this.#draw((pixels) => fillPatch(pixels, token, run, colour));
  }

  /** Fills the whole picture. @param {Colour} colour */
  blank(colour) {
    this.#draw(({ data }) => {
      for (let at = 0; at < data.length; at += 4) data.set(colour, at);
    }, []);
  }

  /** Paints a patch out, or shows it again. @param {number} token @param {boolean} isOut */
  paintOut(token, isOut) {
    const { masks } = this.#page.state;
    if (masks.includes(token) === isOut) return;
    const others = masks.filter((each) => each !== token);
    this.#draw(() => {}, isOut ? [...others, token].sort((a, b) => a - b) : others);
  }

  /** Shows the picture as it was given. */
  undo() {
    const given = this.#page.state.image?.from;
    if (!given) return;
    this.#page.set({ image: given, masks: [] });
    void this.#follow();
  }

  /** Waits until the model has read the drawing. */
  async read() {
    await this.#running;
  }

  /** @param {(pixels: Pixels) => void} change @param {readonly number[]} [masks] patches that are painted out from now on */
  #draw(change, masks = this.#page.state.masks) {
    const { image } = this.#page.state;
    const base = this.#begin();
    if (!base || !image) return;
    const pixels = drawnPixels(image) ?? base;
    const data = pixels.data.slice();
    change({ ...pixels, data });
    const content = { data, width: pixels.width, height: pixels.height, isFramed: true };
    const from = image.from ?? image;
    this.#page.set({ image: { name: from.name, content, from }, masks });
    void this.#follow();
  }

  /** The picture without a drawing; null until the model has read it. @returns {Pixels | null} */
  #begin() {
    const { image, run, masks } = this.#page.state;
    const given = image?.from ?? image;
    const known = given && undrawn.get(given);
    if (known && known.of === run?.of) return known.pixels;
    if (!given || !run?.run.image || masks.length || !this.#page.isRead) return null;
    undrawn.set(given, { of: run.of, pixels: run.run.image });
    return run.run.image;
  }

  /** Runs the model on the drawing, once for all changes during a run. */
  #follow() {
    this.#isChanged = true;
    return (this.#running ??= this.#runs());
  }

  async #runs() {
    while (this.#isChanged) {
      this.#isChanged = false;
      await this.#page.run();
    }
    this.#running = null;
  }
}

/** The pixels of a picture that the reader drew on; null for others. @param {Given | null} image @returns {Pixels | null} */
const drawnPixels = (image) => (image?.from ? /** @type {Pixels} */ (image.content) : null);

/** Pixels with patches that are painted out, by the pixels without. @type {WeakMap<object, { masks: readonly number[], data: Uint8ClampedArray }>} */
const paintedOut = new WeakMap();

/** The picture as the model sees it; with what the reader has drawn since the last run. @param {Shown} run @param {Pick<State, "image" | "masks">} state @returns {Pixels} */
export function pixelsShown(run, { image, masks }) {
  const drawn = drawnPixels(image);
  if (!drawn) return /** @type {Pixels} */ (run.run.image);
  if (!masks.length) return drawn;
  const known = paintedOut.get(drawn.data);
  if (known?.masks === masks) return { ...drawn, data: known.data };
  const pixels = { ...drawn, data: drawn.data.slice() };
  for (const token of masks) fillPatch(pixels, token, run, [0, 0, 0]);
  paintedOut.set(drawn.data, { masks, data: pixels.data });
  return pixels;
}

/** @param {Pixels} pixels @param {number} token of a patch @param {Shown} run @param {Colour} colour */
function fillPatch({ data, width }, token, { run, of }, colour) {
  const { patch } = /** @type {import("./checkpoint.js").VisionInfo} */ (of.model.info.vision);
  const [, columns] = /** @type {NonNullable<typeof run.grid>} */ (run.grid);
  const place = token - run.extra;
  const [top, left] = [Math.floor(place / columns) * patch[0], (place % columns) * patch[1]];
  for (let y = top; y < top + patch[0]; y++)
    for (let x = left; x < left + patch[1]; x++) data.set(colour, (y * width + x) * 4);
}

/** The distance of a point from a line's nearest point. @param {Place} from @param {Place} to @param {Place} point */
function distanceTo(from, to, point) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length ? ((point.x - from.x) * dx + (point.y - from.y) * dy) / length : 0;
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy);
}
