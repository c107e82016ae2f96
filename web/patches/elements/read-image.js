import { rasterOf } from "../../kit/state/png.js";
import { makeError } from "../../kit/text/refusals.js";
import { quote } from "../state/patches.js";
import { pixelsOf } from "../state/pixels.js";
import { refusedPatches } from "../words-refusals.js";

/**
 * An image: a URL, a Blob, an ImageData, a canvas or another image of the browser, or pixels.
 * @typedef {string | URL | Blob | ImageData | CanvasImageSource | { data: ArrayLike<number>, shape: readonly number[] }} Image
 */

const MOST = 1024; // px of the longer side; larger images are drawn smaller

/**
 * Reads an image, upright as its EXIF data say, the first picture of an animation, transparent pixels on white.
 * @param {Image} image
 * @returns {Promise<import("../../kit/state/png.js").Raster>}
 * @throws {Error} with the kind of the image, or the reason why it could not be read
 */
export async function readImage(image) {
  if (isPixels(image)) return rasterOf(shrunk(pixelsOf(image)));
  const source = await sourceOf(image);
  try {
    return await rasterOf(drawPixels(source, sizeOf(source)));
  } catch (error) {
    throw broken(image, /** @type {Error} */ (error).message);
  }
}

/** @param {any} image @returns {image is { data: ArrayLike<number>, shape: readonly number[] }} */
const isPixels = (image) => Array.isArray(image?.shape);

/** @param {any} image @returns {Promise<any>} */
async function sourceOf(image) {
  if (typeof image === "string" || image instanceof URL) return imageAt(String(image));
  if (image instanceof Blob && image.type.startsWith("image/svg")) return ofSVG(image);
  if (image instanceof Blob || image instanceof ImageData)
    return createImageBitmap(image).catch(() => {
      throw broken(image);
    });
  if (image instanceof HTMLImageElement) {
    await image.decode().catch(() => {
      throw broken(image.src);
    });
    return image;
  }
  const kinds = [HTMLCanvasElement, HTMLVideoElement, OffscreenCanvas, ImageBitmap];
  if (kinds.some((kind) => image instanceof kind)) return image;
  throw makeError(TypeError, refusedPatches("patches_image_kind", { value: quote(image) }));
}

/** An SVG, of which browsers make no bitmap. @param {Blob} file */
async function ofSVG(file) {
  const url = URL.createObjectURL(file);
  try {
    return await imageAt(url, file);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @param {string} url @param {unknown} [given]  named in the error */
async function imageAt(url, given = url) {
  const image = new Image();
  image.crossOrigin = "anonymous"; // otherwise its pixels cannot be read
  image.src = url;
  await image.decode().catch(() => {
    throw broken(given);
  });
  return image;
}

/** @param {any} source */
function sizeOf(source) {
  const width = source.naturalWidth || source.videoWidth || source.width || MOST; // an SVG may have no size
  const height = source.naturalHeight || source.videoHeight || source.height || MOST;
  const factor = Math.min(1, MOST / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/** @param {CanvasImageSource} source @param {{ width: number, height: number }} size @returns {import("../../kit/state/png.js").Pixels} */
function drawPixels(source, { width, height }) {
  const canvas = new OffscreenCanvas(width, height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, width, height);
  return { width, height, rgba: context.getImageData(0, 0, width, height).data };
}

/** Pixels with at most MOST on the longer side. @param {import("../../kit/state/png.js").Pixels} pixels */
function shrunk(pixels) {
  const { width, height, rgba } = pixels;
  if (Math.max(width, height) <= MOST) return pixels;
  const canvas = new OffscreenCanvas(width, height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0);
  return drawPixels(canvas, sizeOf(canvas));
}

/** @param {unknown} image @param {string} [reason] */
function broken(image, reason) {
  const name = typeof image === "string" && !image.startsWith("data:") ? quote(image) : `(${kindOf(image)})`;
  return makeError(
    TypeError,
    refusedPatches("patches_image_broken", {
      name,
      reason: reason ?? refusedPatches("patches_image_undecoded"),
    }),
  );
}

/** @param {any} image */
const kindOf = (image) => (typeof image === "string" ? "data:" : image.type || image.constructor.name);
