import { HeadscopeError } from "../core/index.js";
import { MARGIN } from "../kit/draw/marks.js";
import { titleOf, toSVG } from "../kit/draw/svg.js";
import "../elements/language-model.js";
import { PICTURES } from "../elements/pictures.js";
import { VIEWS } from "../kit/state/views.js";
import { numbersOf, tensorsOf } from "../kit/draw/numbers.js";
import { csvStretches } from "../kit/state/csv.js";
import { fromProperty } from "../kit/state/attribute-values.js";
import { PRESET, drawnAs, presetNamed, whyNoPreset } from "../kit/state/presets.js";
import { hasInput } from "../kit/state/settings.js";
import { ROWS } from "../kit/state/shown.js";
import { Store } from "../kit/state/store.js";
import { snapshotOf } from "../kit/state/snapshot.js";
import { rasterOf } from "../kit/state/png.js";
import { makeError } from "../kit/text/refusals.js";
import { Patches, quote } from "../patches/state/patches.js";
import { pixelsOf } from "../patches/state/pixels.js";
import { refusedPatches } from "../patches/words-refusals.js";
import { ATTEMPTS, walkFrames } from "../walk/draw/walk-frames.js";
import { RENDER } from "./words.js";
import { paletteFor } from "./look.js";
import { measureText } from "./measure.js";

/**
 * Renders pictures and numbers without a browser, from the same core, state and marks as the elements. The
 * files are byte-identical if text widths are equal.
 *
 * @typedef {import("../kit/state/views.js").View} View
 * @typedef {import("../kit/state/settings.js").Settings} Settings
 * @typedef {import("../kit/state/shown.js").Shown} Shown
 * @typedef {import("../kit/state/own.js").Own} Own
 * @typedef {import("../kit/draw/marks.js").Surface["measure"]} Measure
 *
 * @typedef {object} How  options of a picture
 * @property {View} [view]    defaults to "walk"
 * @property {number} [width] in px, defaults to 960; the height follows
 * @property {"light" | "dark"} [theme]  defaults to "light"
 * @property {import("./look.js").Look} [look]  colours and fonts, named like the `--mha-*` properties without the prefix
 * @property {string} [alt]   title of the picture; defaults to its content
 * @property {Measure} [measure]  returns the width of a text in px; defaults to that of DejaVu Sans
 *
 * @typedef {object} Image  attention over an image
 * @property {{ data: ArrayLike<number>, shape: readonly number[] }} [image]  pixels (H, W, 3), as numbers from 0 to 255 or from 0 to 1
 * @property {readonly [rows: number, columns: number]} [grid]  rows and columns of the patches
 * @property {number} [extra]  number of tokens before the patches
 *
 * @typedef {{ tokens?: string | readonly string[], keyTokens?: string | readonly string[] }} Sentences
 * @typedef {{ compared?: string | Shown["compared"], headScale?: string | Shown["headScale"] }} Heads
 * @typedef {{ attention?: Own["attention"] | string }} Attention  the author's own, or the id of a model, such as "llama-3", whose settings are
 *   taken where the options have none
 * @typedef {Sentences & Heads & Attention & Partial<Omit<Settings, "tokens" | "keyTokens">> & Partial<Omit<Shown, "compared" | "headScale">> & Partial<Pick<Own, "parameters" | "input">> & Image & How} RenderOptions  named
 * like the properties of an element
 */

export { HeadscopeError, measureText };

const WIDTH = 960; // px
const OWN = /** @type {const} */ (["attention", "parameters", "input"]);
const IMAGE = ["image", "grid", "extra"];
const HOW = ["view", "width", "theme", "look", "alt", "measure"];

/**
 * The picture as a standalone SVG document.
 * @param {RenderOptions} options
 * @returns {Promise<string>}
 * @throws {HeadscopeError | RangeError | TypeError} for values that do not exist or go together; the message tells what would work
 */
export async function renderSVG(options) {
  const { width, palette, alt, measure } = howOf(options);
  return withStore(options, async (store, view) => {
    const room = Math.max(1, width - 2 * MARGIN);
    const { scene, title } = await PICTURES[view](store, { width: room, palette, measure });
    const { paper: background, fonts } = palette;
    return toSVG(scene, { background, fonts, title: titleOf(alt, title) });
  });
}

/**
 * @typedef {object} Frame  of an animation
 * @property {string} svg
 * @property {number} lasts  in ms
 */

/**
 * The walk from the step to the last one, as frames of the same size; the first is the picture of the step.
 * @param {RenderOptions} options of the view "walk", without a wrong path
 * @param {number} [between] frames between two steps, in which cells move
 * @returns {Promise<Frame[]>}
 * @throws as renderSVG
 */
export async function renderFrames(options, between = ATTEMPTS[0].between) {
  const { width, palette, alt, measure } = howOf(options);
  return withStore(options, (store, view) => {
    if (view !== "walk" || store.state.comparison) throw new RangeError(RENDER.noWalk);
    const surface = { width: Math.max(1, width - 2 * MARGIN), palette, measure };
    const { paper: background, fonts } = palette;
    return walkFrames(store.state, surface, between).map(({ scene, title, lasts }) => ({
      svg: toSVG(scene, { background, fonts, title: titleOf(alt, title) }),
      lasts,
    }));
  });
}

/**
 * The numbers of the picture as CSV, equal to those of the elements' toCSV().
 * @param {RenderOptions} options
 * @returns {Promise<string>}
 * @throws as renderSVG; also for more than four million rows
 */
export async function renderCSV(options) {
  howOf(options);
  return withStore(options, (store, view) => [...csvStretches(numbersOf(store.state, view))].join(""));
}

/**
 * @typedef {object} Numbers
 * @property {View} view
 * @property {Record<string, any>} state  the whole state, with defaults, like an element's `state`
 * @property {{ path: "right" | "wrong", id: string, axes: readonly string[], shape: readonly number[], data: Float32Array }[]} [tensors]  of
 *   the step on show, in logical order; of both paths beside a wrong path
 * @property {readonly import("../core/types.js").HeadMeasures[]} [heads]  in views of all heads: measures of each head
 */

/**
 * The numbers as data.
 * @param {RenderOptions} options
 * @returns {Promise<Numbers>}
 * @throws as renderSVG
 */
export async function renderNumbers(options) {
  howOf(options);
  return withStore(options, (store, view) => ({
    view,
    state: snapshotOf(store.state),
    ...tensorsOf(store.state, view),
  }));
}

/** @param {RenderOptions} options */
function howOf({ width = WIDTH, theme = "light", view = "walk", look, alt = "", measure = measureText }) {
  if (!(typeof width === "number" && width > 0 && width < Infinity))
    throw new RangeError(RENDER.width(width));
  if (!["light", "dark"].includes(theme))
    throw new RangeError(RENDER.noneOf("theme", theme, ["light", "dark"]));
  if (!Object.hasOwn(VIEWS, view)) throw new RangeError(RENDER.noneOf("view", view, Object.keys(VIEWS)));
  return { width, palette: paletteFor(theme, look), alt, measure };
}

/**
 * Computes a picture, asks a question about it, and frees its memory.
 * @template Answer
 * @param {RenderOptions} options @param {(store: Store, view: View) => Answer | Promise<Answer>} ask
 */
async function withStore(options, ask) {
  const store = new Store();
  try {
    await show(store, options);
    const { picture } = store.state;
    const { view = "walk" } = options;
    // Attention without a layer has no steps, so that its heads are shown.
    return await ask(store, picture?.layer || !VIEWS[view].steps ? view : "heads");
  } finally {
    store.rest();
  }
}

/** @param {Store} store @param {Readonly<Record<string, any>>} options */
async function show(store, options) {
  const names = [...ROWS.map(({ name }) => name), ...OWN, ...IMAGE, ...HOW];
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(RENDER.noneOf("option", unknown, names));
  const preset = presetOf(options[PRESET]);
  for (const name of OWN)
    if (options[name] && !(preset && name === PRESET)) store.give({ [name]: options[name] });
  if (IMAGE.some((name) => options[name])) store.give({ patches: await patchesIn(options) });
  const rows = ROWS.filter(({ name }) => (options[name] ?? null) !== null);
  const given = Object.fromEntries(rows.map((row) => [row.name, fromProperty(row, options[row.name])]));
  store.take({ ...(preset && drawnAs(preset)), ...given }, "host");
  refuseMisfits(store);
  await store.load();
  const { problem, settings } = store.state;
  if (problem) throw new HeadscopeError("config", problem.message, problem);
  if (!hasInput(settings)) throw new RangeError(RENDER.noTokens);
  refuseMisfits(store);
}

/** The patches of an image. @param {Readonly<Record<string, any>>} options @throws {Error} for an image or a grid that is none */
async function patchesIn({ attention, image, grid, extra }) {
  if (!grid)
    throw makeError(
      TypeError,
      image
        ? refusedPatches("patches_image_alone")
        : refusedPatches("patches_extra_alone", { extra: quote(extra) }),
    );
  if (!attention || typeof attention === "string")
    throw makeError(TypeError, refusedPatches("patches_image_without_attention"));
  if (image && !Array.isArray(image.shape))
    throw makeError(TypeError, refusedPatches("patches_image_no_pixels", { value: quote(image) }));
  return new Patches(grid, extra ?? 0, { image: image ? await rasterOf(pixelsOf(image)) : null });
}

/** The preset that a text names; null for an author's own attention. @param {unknown} attention @throws {RangeError} for an unknown name */
function presetOf(attention) {
  if (typeof attention !== "string") return null;
  const why = whyNoPreset(attention);
  if (why) throw makeError(RangeError, why);
  return presetNamed(attention);
}

/** Throws for values that do not exist. @param {Store} store @throws {RangeError} */
function refuseMisfits({ state: { invalidValues } }) {
  const [said] = Object.values(invalidValues);
  if (said) throw makeError(RangeError, said);
}
