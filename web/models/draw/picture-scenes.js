import { legendMarks } from "../../kit/draw/legend.js";
import { path, rect, text } from "../../kit/draw/marks.js";
import { packColour } from "../../kit/draw/palette.js";
import {
  heightIn,
  overlayMarks,
  overlayScales,
  overlayScene,
  patchAt,
  patchesAlong,
} from "../../kit/draw/patches.js";
import { boxOfPatch } from "../../kit/draw/patch-mark.js";
import { rasterOf } from "../../kit/state/png.js";
import { capitalize, headName } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { pixelsShown } from "../state/page-drawing.js";
import { weightsOfToken } from "../state/page-run.js";
import { headsOf, isSameHead } from "../state/page-state.js";
import { MODEL_PICTURE } from "../words-picture.js";

/** @import { Scene, Surface } from "../../kit/draw/marks.js" */
/** @import { Box } from "../../kit/draw/patches.js" */
/** @import { Palette } from "../../kit/draw/palette.js" */
/** @import { Raster } from "../../kit/state/png.js" */
/** @import { Shown } from "../state/page-run.js" */
/** @import { Head, State } from "../state/page-state.js" */

/**
 * The picture that a model reads, with the weights of its heads over it.
 *
 * @typedef {Omit<State, "run">} Look the rest of the state, beside the run of a picture
 * @typedef {{ x: number, y: number, dx: number, dy: number }} Drag  to where, and by how much
 * @typedef {Scene & {
 *   patchAt: (x: number, y: number) => number | null,
 *   patchesAlong: (drag: Drag) => readonly number[],
 *   placeAt: (x: number, y: number) => { x: number, y: number },
 * }} PictureScene  placeAt: a position in pixels of the picture
 * @typedef {Scene & { headAt: (x: number, y: number) => Head | null }} SheetScene
 */

const LARGE = { w: 380, h: 380 }; // px, most of the large picture
const SMALL = { least: 10, most: 118 }; // px of a small picture's width
const TOP = 20; // px for heads' numbers
const NARROW = 560; // px; narrower sheets name layers by their numbers alone
const LEGEND = 26; // px

/**
 * One head over the picture, large. Patches that are painted out have a cross.
 * @param {Shown} run of a picture @param {Look} state @param {{ head: Head, query: number }} at @param {Surface} surface
 * @param {Raster} [raster] @returns {PictureScene}
 */
export function pictureHeadScene(
  run,
  state,
  { head, query },
  surface,
  raster = rasterIn(run, state, surface.palette),
) {
  const { grid, extra, overlay, scales } = overlaysOf(run, state.look, query, surface, raster);
  const weights = overlay(head).weights;
  const scene = overlayScene({ ...overlay(head), scale: scales(weights) }, surface, LARGE);
  const { box } = scene;
  const out = state.masks.map((token) => boxOfPatch(grid, box, token - extra));
  const crosses = out.map(({ x, y, w, h }) => `M${x} ${y}l${w} ${h}M${x + w} ${y}l${-w} ${h}`).join("");
  return {
    ...scene,
    marks: [...scene.marks, ...(crosses ? [path({ d: crosses, stroke: surface.palette.muted })] : [])],
    patchAt(x, y) {
      const patch = patchAt(grid, box, x, y);
      return patch === null ? null : extra + patch;
    },
    patchesAlong: (drag) => patchesAlong(grid, box, drag).map((patch) => extra + patch),
    placeAt: (x, y) => ({
      x: ((x - box.x) * raster.width) / box.w,
      y: ((y - box.y) * raster.height) / box.h,
    }),
  };
}

/**
 * Every head over the picture, small: a row a layer.
 * @param {Shown} run of a picture @param {Look} state @param {Surface} surface @param {Raster} [raster] @returns {SheetScene}
 */
export function pictureSheetScene(run, state, surface, raster = rasterIn(run, state, surface.palette)) {
  const { palette, measure, width } = surface;
  const { selected, query, look } = state;
  const { layers, heads } = run;
  const { overlay, scales, ramp } = overlaysOf(run, look, query, surface, raster);
  const nameOf = (/** @type {number} */ layer) =>
    width < NARROW ? String(layer) : say(MODEL_PICTURE, surface).layer(layer);
  const left = Math.ceil(measure(nameOf(layers - 1), 12.5, true)) + 12;
  const fitting = (width - left - 4) / heads;
  const gap = Math.max(2, Math.min(12, Math.floor(fitting * 0.12)));
  const w = Math.max(SMALL.least, Math.min(SMALL.most, Math.floor(fitting) - gap));
  const h = heightIn({ grid: overlay(selected).grid, raster }, w);
  const [across, down] = [w + gap, h + gap];
  const boxOf = (/** @type {Head} */ { layer, head }) => ({
    x: left + head * across,
    y: TOP + layer * down,
    w,
    h,
  });
  const label = (/** @type {boolean} */ bold) => ({ fill: bold ? palette.ink : palette.muted, bold });
  const every = { x: Math.ceil(20 / across), y: Math.ceil(14 / down) }; // as many labels as have room
  const bottom = TOP + layers * down;
  const marks = headsOf(run).flatMap((head) => {
    const of = overlay(head);
    return overlayMarks({ ...of, scale: scales(of.weights) }, boxOf(head), surface);
  });
  for (let head = 0; head < heads; head += every.x)
    marks.push(
      text({
        ...{ x: left + head * across + w / 2, y: 12, align: "middle", text: String(head) },
        ...label(head === selected.head),
      }),
    );
  for (let layer = 0; layer < layers; layer += every.y) {
    const y = TOP + layer * down + h / 2 + 4;
    marks.push(
      text({ x: left - 8, y, align: "end", text: nameOf(layer), ...label(layer === selected.layer) }),
    );
  }
  const chosen = boxOf(selected);
  marks.push(
    rect({
      ...{ x: chosen.x - 2, y: chosen.y - 2, w: w + 4, h: h + 4 },
      ...{ stroke: palette.accent, line: 2, radius: 3 },
    }),
  );
  const isShared = look.shared;
  if (isShared)
    marks.push(
      ...legendMarks(surface, scales([]), ramp, { x: left, y: bottom + 4, width: 120, room: width - left }),
    );
  return {
    ...{ width, height: bottom + (isShared ? LEGEND : 0), marks },
    headAt(x, y) {
      const at = { layer: Math.floor((y - TOP) / down), head: Math.floor((x - left) / across) };
      return headsOf(run).find((each) => isSameHead(each, at)) ?? null;
    },
  };
}

/** What all heads have over the picture. @param {Shown} run @param {State["look"]} look @param {number} query @param {Surface} surface @param {Raster} raster */
function overlaysOf(run, look, query, { palette }, raster) {
  const [rows, columns] = /** @type {NonNullable<typeof run.run.grid>} */ (run.run.grid);
  const { extra } = run.run;
  const grid = { rows, columns };
  const isReversed = look.patchView === "reverse";
  const ramp = palette.colormap(look.colormap);
  const weights = new Map();
  const weightsOf = (/** @type {Head} */ head) => {
    const name = `${head.layer} ${head.head}`;
    if (!weights.has(name))
      weights.set(name, weightsOfToken(run, head, query, isReversed).subarray(extra, extra + rows * columns));
    return /** @type {Float32Array} */ (weights.get(name));
  };
  const all = look.shared ? headsOf(run).map(weightsOf) : [];
  return {
    ...{ grid, extra, ramp, scales: overlayScales(all, look) },
    overlay: (/** @type {Head} */ head) => ({
      ...{ grid, raster, ramp, weights: weightsOf(head), opacity: look.opacity },
      chosen: query < extra ? null : query - extra,
    }),
  };
}

/** Rasters by the pixels that are shown, and by the colours of grey. @type {WeakMap<object, { colours: string, raster: Raster }>} */
const rasters = new WeakMap();

/** The patches of the picture as the model sees it, for a canvas. Grey is ink on paper. @param {Shown} run @param {Look} state @param {Palette} palette @returns {Raster} */
function rasterIn(run, state, { paper, ink }) {
  const { vision } = run.of.model.info;
  const isGrey = vision?.channels === 1;
  const pixels = pixelsShown(run, state);
  const colours = isGrey ? `${paper} ${ink}` : "";
  const known = rasters.get(pixels.data);
  if (known?.colours === colours) return known.raster;
  const { width, height, rgba } = patchesOf(pixels, run);
  const raster = { width, height, rgba: isGrey ? inkOnPaper(rgba, paper, ink) : rgba, href: "" };
  rasters.set(pixels.data, { colours, raster });
  return raster;
}

/** Leaves out the edges that make no whole patch. @param {import("../state/page-drawing.js").Pixels} pixels @param {Shown} shown */
function patchesOf({ data, ...whole }, { run, of }) {
  const { patch } = /** @type {import("../state/checkpoint.js").VisionInfo} */ (of.model.info.vision);
  const [rows, columns] = /** @type {NonNullable<typeof run.grid>} */ (run.grid);
  const [width, height] = [columns * patch[1], rows * patch[0]];
  if (width === whole.width && height === whole.height) return { width, height, rgba: data };
  const rgba = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) {
    const from = 4 * y * whole.width;
    rgba.set(data.subarray(from, from + 4 * width), 4 * y * width);
  }
  return { width, height, rgba };
}

/** @param {Uint8ClampedArray} rgba @param {string} paper @param {string} ink */
function inkOnPaper(rgba, paper, ink) {
  const [from, to] = [packColour(paper), packColour(ink)];
  const channels = [0, 8, 16].map((shift) => [(from >>> shift) & 255, (to >>> shift) & 255]);
  const drawn = new Uint8ClampedArray(rgba.length).fill(255);
  for (let at = 0; at < rgba.length; at += 4)
    channels.forEach(([a, b], i) => (drawn[at + i] = a + ((b - a) * rgba[at]) / 255));
  return drawn;
}

/** The picture with its data URL, which files need. @param {Shown} run @param {Look} state @param {Surface} surface */
const writtenRaster = (run, state, { palette }) => rasterOf(rasterIn(run, state, palette));

/** One head over the picture, for a file. @param {Shown} run @param {Look} state @param {{ head: Head, query: number }} at @param {Surface} surface */
export async function pictureHeadFile(run, state, at, surface) {
  const { layer, head } = at.head;
  return {
    scene: pictureHeadScene(run, state, at, surface, await writtenRaster(run, state, surface)),
    title: capitalize(headName(layer, head, surface)),
  };
}

/** Every head over the picture, for a file. @param {Shown} run @param {Look} state @param {Surface} surface */
export async function pictureSheetFile(run, state, surface) {
  return {
    scene: pictureSheetScene(run, state, surface, await writtenRaster(run, state, surface)),
    title: say(MODEL_PICTURE, surface).all,
  };
}
