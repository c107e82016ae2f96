import { modelMessage, modelRefusal } from "../words-refusals.js";
import { isTransparent, withChannels } from "./channels.js";
import { framePicture, sizeOf } from "./preprocessing.js";
import { resizeRows } from "./resample.js";

/** @import { Message } from "../../core/message.js" */
/** @import { Preprocessing } from "./preprocessing.js" */
/** @import { Pixels } from "./resample.js" */

/** Most pixels of a picture that is read: those of a bitmap of 1 GiB. */
const MOST = 2 ** 28;

/** Largest edges of the part of a picture that a canvas holds at once. */
const TILE = { width: 4096, height: 512 };

/**
 * Decodes a picture as the browser does, upright; of an animation, its first frame. Rows are resized as they are read, so that a photo of 100
 * megapixels takes little memory beside its bitmap.
 * @param {Blob | URL | string} given @param {{ channels: number, how: Preprocessing, signal?: AbortSignal }} options
 * @returns {Promise<{ pixels: Pixels, notices: Message[] }>} framed
 */
export async function decodePicture(given, { channels, how, signal }) {
  const file = given instanceof Blob ? given : await fetchedPicture(given, signal);
  const bitmap = await bitmapOf(file);
  try {
    signal?.throwIfAborted();
    const { width, height } = bitmap;
    if (width * height > MOST)
      throw modelRefusal("memory", "picture_too_large", { width, height, most: MOST });
    const size = { width, height };
    const { rows, hasAlpha } = rowsOf(bitmap, channels, sizeOf(size, how)?.width ?? width, how.filter);
    const notices = [
      ...((await isAnimated(file)) ? [modelMessage("picture_animated")] : []),
      ...(hasAlpha ? [modelMessage("picture_transparent")] : []),
    ];
    return { pixels: framePicture(rows, how, size), notices };
  } finally {
    bitmap.close();
  }
}

/** @param {URL | string} address @param {AbortSignal} [signal] */
async function fetchedPicture(address, signal) {
  try {
    const response = await fetch(new URL(address, document.baseURI), { signal });
    if (!response.ok) throw new Error(`${response.status}`);
    return await response.blob();
  } catch (error) {
    signal?.throwIfAborted();
    const reason = /** @type {Error} */ (error).message;
    throw modelRefusal("format", "file_unreadable", { file: String(address), reason });
  }
}

/** @param {Blob} file */
async function bitmapOf(file) {
  try {
    return await createImageBitmap(file);
  } catch (error) {
    const reason = /** @type {Error} */ (error).message;
    throw modelRefusal("format", "picture_undecodable", { type: file.type || "?", bytes: file.size, reason });
  }
}

/** The rows of a bitmap, resized to a width. @param {ImageBitmap} bitmap @param {number} channels @param {number} width @param {number} filter */
function rowsOf(bitmap, channels, width, filter) {
  const height = bitmap.height;
  const rows = { data: new Uint8ClampedArray(width * height * channels), width, height, channels };
  let hasAlpha = false;
  for (let top = 0; top < height; top += TILE.height) {
    const strip = stripOf(bitmap, top, Math.min(TILE.height, height - top));
    hasAlpha ||= isTransparent(strip);
    rows.data.set(resizeRows(withChannels(strip, channels), width, filter).data, top * width * channels);
  }
  return { rows, hasAlpha };
}

/** Some rows of a bitmap, tile by tile. @param {ImageBitmap} bitmap @param {number} top @param {number} height @returns {Pixels} */
function stripOf(bitmap, top, height) {
  const { width } = bitmap;
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: Math.min(width, TILE.width), height });
  const context = /** @type {CanvasRenderingContext2D} */ (
    canvas.getContext("2d", { willReadFrequently: true })
  );
  const data = new Uint8ClampedArray(width * height * 4);
  for (let left = 0; left < width; left += canvas.width) {
    const part = Math.min(canvas.width, width - left);
    context.clearRect(0, 0, canvas.width, height);
    context.drawImage(bitmap, -left, -top);
    const tile = context.getImageData(0, 0, part, height).data;
    for (let row = 0; row < height; row++)
      data.set(tile.subarray(row * part * 4, (row + 1) * part * 4), (row * width + left) * 4);
  }
  return { data, width, height, channels: 4 };
}

/** Whether a file is an animation; false where the browser does not tell. @param {Blob} file */
async function isAnimated(file) {
  if (!("ImageDecoder" in globalThis) || !file.type.startsWith("image/")) return false;
  const decoder = new /** @type {any} */ (globalThis).ImageDecoder({ type: file.type, data: file.stream() });
  try {
    await decoder.tracks.ready;
    return Boolean(decoder.tracks.selectedTrack?.animated);
  } catch {
    return false; // a type that it does not decode
  } finally {
    decoder.close();
  }
}
