import { GIF } from "../kit/state/gif.js";
import { i420, webm } from "../kit/state/webm.js";
import { inTurns, paintCanvas, surfaceFor } from "../kit/elements/exports.js";
import { ATTEMPTS, MOST_BYTES, walkFrames } from "../walk/draw/walk-frames.js";

/**
 * The walk from the current step to the last as a file of at most 2 MB: a larger one gets fewer frames, then a smaller width. The smallest is saved whatever its size.
 *
 * @typedef {import("../kit/elements/exports.js").Pictured} Pictured
 */

/** As an animated GIF. @param {Pictured} element */
export const walkGIF = (element) => smallEnough(element, encoded);

/** As a WebM. @param {Pictured} element */
export const walkWebM = (element) => smallEnough(element, filmed);

/** @param {Pictured} element @param {typeof encoded} make */
async function smallEnough(element, make) {
  let bytes = new Uint8Array();
  for (const { width, between } of ATTEMPTS) {
    bytes = await make(element, width, between);
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
    const { data, width, height } = pixelsOf(paintCanvas(scene, palette, 1));
    gif.add(data, { width, height, lasts });
  }
  return gif.bytes();
}

const TICK = 125; // ms for each picture of a film, as in files of the command
const KEY_TICKS = 80; // pictures from one that needs no other to the next
const MOST_BITS = 1_500_000; // a second

/** @param {Pictured} element @param {number} width @param {number} between */
async function filmed(element, width, between) {
  const { surface, palette } = await surfaceFor(element, { width });
  const frames = walkFrames(element.store.state, surface, between);
  const ticks = frames.map(({ lasts }) => Math.max(1, Math.round(lasts / TICK)));
  const length = TICK * ticks.reduce((sum, each) => sum + each);
  /** @type {import("../kit/state/webm.js").Block[]} */
  const blocks = [];
  /** @type {DOMException | undefined} */
  let failure;
  const encoder = new VideoEncoder({
    output(chunk) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      blocks.push({ data, at: chunk.timestamp / 1000, isKey: chunk.type === "key" });
    },
    error: (error) => (failure = error),
  });
  const bitrate = Math.floor(Math.min(MOST_BITS, (0.9 * 8 * MOST_BYTES) / (length / 1000)));
  let count = 0;
  const size = { width: 0, height: 0 };
  for await (const [i, { scene }] of inTurns(frames.entries())) {
    const { data, width, height } = i420(pixelsOf(paintCanvas(scene, palette, 1)));
    if (i === 0) {
      Object.assign(size, { width, height });
      encoder.configure({ codec: "vp8", ...size, bitrate, framerate: 1000 / TICK });
    }
    // A picture that stays is encoded again: its copies are small, and mend what the first one lacked.
    for (const end = count + ticks[i]; count < end; count++) {
      const timestamp = count * TICK * 1000;
      const frame = new VideoFrame(data, {
        format: "I420",
        codedWidth: width,
        codedHeight: height,
        timestamp,
      });
      if (!failure) encoder.encode(frame, { keyFrame: count % KEY_TICKS === 0 });
      frame.close();
    }
  }
  await encoder.flush().catch((error) => (failure ??= error));
  if (encoder.state !== "closed") encoder.close();
  if (failure) throw failure;
  return webm(blocks, { codec: "V_VP8", ...size, length });
}

/** @param {OffscreenCanvas} canvas */
const pixelsOf = (canvas) =>
  /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(
    ...[0, 0, canvas.width, canvas.height],
  );
