import gifenc from "gifenc";

/** An animated GIF that grows by frames and repeats forever. A frame stores only the pixels that differ from the frame before. */
export class GIF {
  #encoder = gifenc.GIFEncoder();
  /** Pixels of the last frame, one number each. @type {Uint32Array | null} */
  #before = null;

  /**
   * @param {Uint8ClampedArray} rgba  (height, width, 4), opaque
   * @param {{ width: number, height: number, lasts: number }} frame  lasts: in ms
   */
  add(rgba, { width, height, lasts }) {
    const palette = gifenc.quantize(rgba, COLOURS);
    const index = gifenc.applyPalette(rgba, palette);
    const pixels = new Uint32Array(rgba.slice().buffer);
    const before = this.#before;
    const transparentIndex = palette.length;
    if (before) {
      palette.push([0, 0, 0]);
      for (let i = 0; i < index.length; i++) if (pixels[i] === before[i]) index[i] = transparentIndex;
    }
    const stays = before ? { transparent: true, transparentIndex, dispose: STAYS } : { dispose: STAYS };
    this.#encoder.writeFrame(index, width, height, { palette, delay: lasts, ...stays });
    this.#before = pixels;
  }

  /** The file. @returns {Uint8Array<ArrayBuffer>} */
  bytes() {
    this.#encoder.finish();
    return this.#encoder.bytes();
  }
}

const COLOURS = 255; // one of the 256 is transparent
const STAYS = 1; // a frame stays below the next one
