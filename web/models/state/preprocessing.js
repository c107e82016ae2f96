import { Config } from "./config.js";
import { modelRefusal } from "../words-refusals.js";
import { FILTERS, NEAREST, resized } from "./resample.js";
import { PREPROCESSOR, readJSON } from "./sources.js";

/** @import { Pixels } from "./resample.js" */
/** @import { Source } from "./sources.js" */

/**
 * How a picture becomes the numbers that a model reads, as preprocessor_config.json has it.
 *
 * @typedef {{ height: number, width: number }} Size
 *
 * @typedef {object} Preprocessing
 * @property {{ exact: Size } | { shortest: number } | null} resize  to this size, or to this shortest edge with the proportions kept; null for neither
 * @property {Size | null} crop  around the center; a smaller picture has black edges added
 * @property {number} filter  see FILTERS
 * @property {number} factor  of each byte
 * @property {readonly number[]} mean  of each channel, which is subtracted
 * @property {readonly number[]} deviation  of each channel, which is divided by
 */

const MOST = 2 ** 20; // bytes

/** Largest edge of a resized picture, in pixels. */
const LONGEST = 2 ** 12;

/** Means and deviations of pixels. */
const HALF = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] };
const OF_CLIP = {
  mean: [0.48145466, 0.4578275, 0.40821073],
  deviation: [0.26862954, 0.26130258, 0.27577711],
};

/**
 * What the image processors of transformers take for missing fields. `crop` is an edge, if they crop; a size of one number may be that of the
 * shortest edge.
 */
const PROCESSORS = {
  ViT: { edge: 224, isShortest: false, crop: undefined, filter: 2, ...HALF },
  DeiT: { edge: 256, isShortest: false, crop: 224, filter: 3, ...HALF },
  Bit: { edge: 224, isShortest: true, crop: 224, filter: 3, ...OF_CLIP },
  CLIP: { edge: 224, isShortest: true, crop: 224, filter: 3, ...OF_CLIP },
  Siglip: { edge: 224, isShortest: false, crop: undefined, filter: 3, ...HALF },
};

/** @typedef {keyof typeof PROCESSORS} Processor */

/** The processor that a file names; the processor of the family if the file names no known one. @param {Record<string, unknown>} fields @param {Processor} usual */
function processorIn({ image_processor_type: type, feature_extractor_type: older }, usual) {
  const [, kind = ""] = /^(\w+?)(ImageProcessor|FeatureExtractor)/.exec(String(type ?? older)) ?? [];
  return PROCESSORS[Object.hasOwn(PROCESSORS, kind) ? /** @type {Processor} */ (kind) : usual];
}

/**
 * @param {ReadonlyMap<string, Source>} sources files of the checkpoint
 * @param {{ processor: Processor, channels: number }} of its family, and its description @returns {Promise<Preprocessing>}
 * @throws {import("../../core/errors.js").HeadscopeError} code "format" or "config"
 */
export async function preprocessingIn(sources, of) {
  const file = sources.get(PREPROCESSOR);
  if (!file) throw modelRefusal("format", "no_preprocessor", { file: PREPROCESSOR });
  return preprocessingOf(await readJSON(file, MOST), of);
}

/** @param {Record<string, unknown>} fields @param {{ processor: Processor, channels: number }} of @returns {Preprocessing} */
export function preprocessingOf(fields, { processor, channels }) {
  const config = new Config(fields, "", PREPROCESSOR);
  const usual = processorIn(fields, processor);
  const filter = config.whole("resample", usual.filter, {
    least: NEAREST,
    most: Object.keys(FILTERS).length,
  });
  const isNormal = config.flag("do_normalize", true);
  const each = (
    /** @type {string} */ name,
    /** @type {readonly number[]} */ usualOnes,
    /** @type {number} */ off,
  ) => (isNormal ? config.numbers(name, usualOnes.slice(0, channels), channels) : Array(channels).fill(off));
  return {
    resize: config.flag("do_resize", true) ? resizeIn(config, usual.edge, usual.isShortest) : null,
    crop: config.flag("do_center_crop", usual.crop !== undefined)
      ? sizeIn(config, "crop_size", usual.crop ?? usual.edge)
      : null,
    filter,
    factor: config.flag("do_rescale", true) ? config.positive("rescale_factor", 1 / 255) : 1,
    mean: each("image_mean", usual.mean, 0),
    deviation: each("image_std", usual.deviation, 1),
  };
}

/** @param {Config} config @param {number} usual @param {boolean} isShortest whether a size of one number is that of the shortest edge @returns {Preprocessing["resize"]} */
function resizeIn(config, usual, isShortest) {
  const size = config.given("size");
  const isOne = size === undefined || typeof size === "number";
  if (isOne && isShortest) return { shortest: config.whole("size", usual, { most: LONGEST }) };
  const edges = isOne ? undefined : config.part("size");
  if (edges?.given("shortest_edge") === undefined) return { exact: sizeIn(config, "size", usual) };
  edges.mustBeMissing("longest_edge");
  return { shortest: edges.whole("shortest_edge", usual, { most: LONGEST }) };
}

/** A height and a width, or one number for both. @param {Config} config @param {string} name @param {number} usual @returns {Size} */
function sizeIn(config, name, usual) {
  const given = config.given(name);
  if (given === undefined || typeof given === "number") {
    const edge = config.whole(name, usual, { most: LONGEST });
    return { height: edge, width: edge };
  }
  const edges = /** @type {Config} */ (config.part(name));
  for (const edge of ["shortest_edge", "longest_edge"]) edges.mustBeMissing(edge);
  const [height, width] = ["height", "width"].map((edge) => edges.whole(edge, usual, { most: LONGEST }));
  return { height, width };
}

/**
 * The picture as a model sees it: resized and cropped.
 * @param {Pixels} pixels @param {Preprocessing} how @param {Size} [picture] its own size, if its rows are resized already @returns {Pixels}
 */
export function framePicture(pixels, how, picture = pixels) {
  const size = sizeOf(picture, how);
  const whole = size ? resized(pixels, size, how.filter) : pixels;
  return how.crop ? cropped(whole, how.crop) : whole;
}

/** The size that a picture is resized to; null for its own. @param {Size} picture @param {Pick<Preprocessing, "resize">} how @returns {Size | null} */
export function sizeOf({ width, height }, { resize }) {
  if (!resize) return null;
  if ("exact" in resize) return resize.exact;
  const { shortest } = resize;
  const longest = Math.trunc((shortest * Math.max(width, height)) / Math.min(width, height));
  return width <= height ? { width: shortest, height: longest } : { width: longest, height: shortest };
}

/** @param {Pixels} pixels @param {Size} size @returns {Pixels} */
function cropped({ data, width: from, height: rows, channels }, { width, height }) {
  const [top, left] = [Math.floor((rows - height) / 2), Math.floor((from - width) / 2)];
  const inside = new Uint8ClampedArray(width * height * channels);
  const [first, end] = [Math.max(0, left), Math.min(from, left + width)];
  for (let row = Math.max(0, -top); row < Math.min(height, rows - top); row++)
    inside.set(
      data.subarray(((row + top) * from + first) * channels, ((row + top) * from + end) * channels),
      (row * width + first - left) * channels,
    );
  return { data: inside, width, height, channels };
}

/**
 * The numbers that a model reads.
 * @param {Pixels} pixels @param {Preprocessing} how @returns {{ data: Float32Array, shape: [channels: number, height: number, width: number] }}
 */
export function normalizePixels({ data, width, height, channels }, { factor, mean, deviation }) {
  const count = width * height;
  const values = new Float32Array(channels * count);
  for (let channel = 0; channel < channels; channel++)
    for (let i = 0; i < count; i++)
      values[channel * count + i] =
        (data[i * channels + channel] * factor - mean[channel]) / deviation[channel];
  return { data: values, shape: [channels, height, width] };
}
