import { fileURLToPath } from "node:url";
import { modelMessage, modelRefusal } from "../words-refusals.js";
import { isTransparent, withChannels } from "./channels.js";
import { framePicture } from "./preprocessing.js";

/** @import { Preprocessing } from "./preprocessing.js" */
/** @import { Pixels } from "./resample.js" */

/** The package that decodes pictures in Node; an optional peer of this one. */
const DECODER = "sharp";

/**
 * Replaces picture-decoder.js in Node, with sharp: decodes a picture upright; of an animation, its first frame.
 * @param {Blob | URL | string} given a file, or its path or address @param {{ channels: number, how: Preprocessing, signal?: AbortSignal }} options
 * @returns {Promise<{ pixels: Pixels, notices: import("../../core/message.js").Message[] }>} framed
 */
export async function decodePicture(given, { channels, how, signal }) {
  const sharp = await loadedDecoder();
  const file = await contentOf(given, signal);
  try {
    const { pages = 1 } = await sharp(file).metadata();
    const upright = sharp(file).rotate().toColourspace("srgb").ensureAlpha().raw({ depth: "uchar" });
    const { data, info } = await upright.toBuffer({ resolveWithObject: true });
    const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height, channels: 4 };
    const notices = [
      ...(pages > 1 ? [modelMessage("picture_animated")] : []),
      ...(isTransparent(pixels) ? [modelMessage("picture_transparent")] : []),
    ];
    return { pixels: framePicture(withChannels(pixels, channels), how), notices };
  } catch (error) {
    const reason = /** @type {Error} */ (error).message;
    throw modelRefusal("format", "picture_undecodable", { type: typeOf(given), reason });
  }
}

async function loadedDecoder() {
  try {
    return (await import(DECODER)).default;
  } catch (error) {
    const reason = /** @type {Error} */ (error).message;
    throw modelRefusal("config", "no_picture_decoder", { package: DECODER, reason });
  }
}

/** @param {Blob | URL | string} given @param {AbortSignal} [signal] @returns {Promise<Buffer | string>} bytes, or a path */
async function contentOf(given, signal) {
  if (given instanceof Blob) return Buffer.from(await given.arrayBuffer());
  const address = String(given);
  if (!/^https?:/.test(address)) return address.startsWith("file:") ? fileURLToPath(address) : address;
  const response = await fetch(address, { signal });
  if (!response.ok)
    throw modelRefusal("format", "file_unreadable", { file: address, reason: `${response.status}` });
  return Buffer.from(await response.arrayBuffer());
}

/** @param {Blob | URL | string} given */
const typeOf = (given) => (given instanceof Blob ? given.type || "?" : String(given));
