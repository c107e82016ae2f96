import { GIF } from "../kit/state/gif.js";
import { inTurns, painted, surfaceFor } from "../kit/elements/exports.js";
import { ATTEMPTS, MOST_BYTES, walkFrames } from "../walk/draw/walk-frames.js";

/** @typedef {import("../kit/elements/exports.js").Pictured} Pictured */

/** The walk from the current step to the last as an animated GIF of at most 2 MB. @param {Pictured} element @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function walkGIF(element) {
  let bytes = new Uint8Array();
  for (const { width, between } of ATTEMPTS) {
    bytes = await encoded(element, width, between);
    if (bytes.length <= MOST_BYTES) break;
  }
  return bytes;
}

/** @param {Pictured} element @param {number} width @param {number} between */
async function encoded(element, width, between) {
  const { surface, palette } = await surfaceFor(element, { width });
  const frames = walkFrames(element.store.state, surface, between);
  const gif = new GIF();
  for await (const { scene, lasts } of inTurns(frames)) {
    const canvas = painted(scene, palette, 1);
    const { data } = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(
      ...[0, 0, canvas.width, canvas.height],
    );
    gif.add(data, { width: canvas.width, height: canvas.height, lasts });
  }
  return gif.bytes();
}
