import { show } from "../../core/check.js";
import { elements } from "../../core/tensor-argument.js";
import { decodePicture } from "#picture-decoder";
import { modelRefusal } from "../words-refusals.js";
import { withChannels } from "./channels.js";
import { gridOf } from "./description.js";
import { framePicture, normalizePixels } from "./preprocessing.js";

/** @import { Vision } from "./description.js" */
/** @import { Preprocessing } from "./preprocessing.js" */
/** @import { Pixels } from "./resample.js" */

/**
 * A picture that a model of pictures reads.
 *
 * @typedef {Blob | URL | string
 *   | { data: ArrayLike<number>, width: number, height: number, isFramed?: boolean }
 *   | { data: ArrayLike<number>, shape: readonly number[] }
 *   | { pixelValues: { data: ArrayLike<number>, shape: readonly number[] } }} Image a file; its address; pixels like ImageData's, with 4, 3 or
 *   1 number a pixel, which are neither resized nor cropped if they are those of run.image (isFramed); pixels (H, W, 3) or (H, W) from 0 to 255; or pixel values (C, H, W), as an image processor of transformers gives them
 *
 * @typedef {object} Picture a picture as a model sees it
 * @property {{ data: Float32Array, shape: readonly number[] }} values (C, H, W)
 * @property {{ data: Uint8ClampedArray, width: number, height: number } | null} image resized, cropped and painted, like ImageData; null for pixel values
 * @property {readonly import("./tokenizer.js").Token[]} tokens
 * @property {readonly [rows: number, columns: number]} grid of patches
 * @property {number} extra count of tokens before the patches
 * @property {readonly number[]} masks places of patches that are painted black
 * @property {readonly import("../../core/message.js").Message[]} notices such as that only the first frame was read
 */

/**
 * @param {unknown} given an Image
 * @param {{ vision: Vision, preprocessing: () => Preprocessing, mask: readonly number[], signal?: AbortSignal }} options preprocessing: throws if it is
 *   unknown; mask: places of patches to paint black
 * @returns {Promise<Picture>}
 * @throws {import("../../core/errors.js").HeadscopeError} code "config" or "format"
 */
export async function pictureOf(given, { vision, preprocessing, mask, signal }) {
  const { channels, extra } = vision;
  const seen = await seenOf(given, { channels, preprocessing, signal });
  const [, height, width] = seen.values.shape;
  const grid = gridOf([height, width], vision);
  if (!grid[0] || !grid[1])
    throw modelRefusal("config", "picture_too_small", { width, height, patch: vision.patch.join(" × ") });
  const tokens = patchTokens(extra, grid);
  for (const place of mask) {
    if (!tokens[place] || place < extra.length)
      throw modelRefusal("config", "no_patch", {
        place: show(place),
        first: extra.length,
        last: tokens.length - 1,
      });
    paintBlack(seen, place - extra.length, { columns: grid[1], patch: vision.patch, how: preprocessing() });
  }
  return { ...seen, tokens, grid, extra: extra.length, masks: mask };
}

/**
 * @param {unknown} given @param {{ channels: number, preprocessing: () => Preprocessing, signal?: AbortSignal }} options
 * @returns {Promise<Pick<Picture, "values" | "image" | "notices">>}
 */
async function seenOf(given, { channels, preprocessing, signal }) {
  const { pixelValues } = /** @type {any} */ (given ?? {});
  if (pixelValues) return { values: checkedValues(pixelValues, channels), image: null, notices: [] };
  const how = preprocessing();
  const isFile = typeof given === "string" || given instanceof URL || given instanceof Blob;
  const { pixels, notices } = isFile
    ? await decodePicture(given, { channels, how, signal })
    : { pixels: givenFrame(given, channels, how), notices: [] };
  return { values: normalizePixels(pixels, how), image: asImage(pixels), notices };
}

/**
 * Paints a patch black in place.
 * @param {Pick<Picture, "values" | "image">} seen @param {number} index of the patch
 * @param {{ columns: number, patch: Vision["patch"], how: Preprocessing }} options columns: of patches
 */
function paintBlack({ values: { data, shape }, image }, index, { columns, patch, how: { mean, deviation } }) {
  const [channels, height, width] = shape;
  const [top, left] = [Math.floor(index / columns) * patch[0], (index % columns) * patch[1]];
  for (let y = top; y < top + patch[0]; y++) {
    const at = y * width + left;
    for (let channel = 0; channel < channels; channel++) {
      const first = channel * height * width + at;
      data.fill(-mean[channel] / deviation[channel], first, first + patch[1]);
    }
    for (let x = at; x < at + patch[1]; x++) image?.data.fill(0, 4 * x, 4 * x + 3);
  }
}

/**
 * Tokens of a picture: the extra ones, then its patches, row by row. An id is a place among them.
 * @param {readonly string[]} extra @param {readonly [rows: number, columns: number]} grid @returns {import("./tokenizer.js").Token[]}
 */
function patchTokens(extra, [rows, columns]) {
  const patches = Array.from(
    { length: rows * columns },
    (_, i) => `r${Math.floor(i / columns)} c${i % columns}`,
  );
  return [...extra, ...patches].map((text, id) => ({ id, text, start: 0, end: 0 }));
}

/** @param {any} given @param {number} channels @param {Preprocessing} how @returns {Pixels} */
function givenFrame(given, channels, how) {
  const pixels = withChannels(givenPixels(given), channels);
  return given.isFramed ? pixels : framePicture(pixels, how);
}

/** @param {any} given @returns {Pixels} */
function givenPixels(given) {
  const { data, shape } = given ?? {};
  const [height, width, last = 1] = shape ?? [given?.height, given?.width];
  const isSize = [height, width].every((each) => Number.isInteger(each) && each > 0);
  if (!isSize || typeof data?.length !== "number" || (shape && shape.length !== 2 && shape.length !== 3))
    throw modelRefusal("config", "no_picture", { given: show(given) });
  const channels = shape ? last : data.length / (width * height);
  if (![1, 3, 4].includes(channels) || data.length !== width * height * channels)
    throw modelRefusal("config", "picture_numbers", { numbers: data.length, width, height });
  return { data: Uint8ClampedArray.from(data), width, height, channels };
}

/** @param {any} values @param {number} channels */
function checkedValues({ data, shape }, channels) {
  const isShape = Array.isArray(shape) && shape.length === 3 && shape[0] === channels;
  if (!isShape || data?.length !== elements(shape))
    throw modelRefusal("config", "pixel_values", {
      channels,
      shape: show(shape),
      numbers: show(data?.length),
    });
  return { data: Float32Array.from(data), shape };
}

/** @param {Pixels} pixels @returns {NonNullable<Picture["image"]>} */
function asImage({ data, width, height, channels }) {
  const image = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i++)
    for (let each = 0; each < 3; each++)
      image[i * 4 + each] = data[i * channels + (channels === 1 ? 0 : each)];
  return { data: image, width, height };
}
