/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Description } from "./description.js" */

// Sinusoidal positions (Vaswani et al. 2017): sines in the first half of a row, and cosines in the second.

const BASE = 10_000;

/** Angles of a position. @type {Readonly<Record<NonNullable<Description["sinusoids"]>, (place: number, pair: number, width: number) => number>>} */
const ANGLES = {
  marian: (place, pair, width) => place / BASE ** ((2 * pair) / width),
  // in float32, as transformers computes it
  tensor2tensor: (place, pair, width) => {
    const step = Math.log(BASE) / (Math.floor(width / 2) - 1);
    return Math.fround(place * Math.fround(Math.exp(Math.fround(-pair * step))));
  },
};

/** Number of pairs of a sine and a cosine; in Marian, the last pair of an odd width has no cosine. @type {Readonly<Record<NonNullable<Description["sinusoids"]>, (width: number) => number>>} */
const PAIRS = {
  marian: (width) => Math.ceil(width / 2),
  tensor2tensor: (width) => Math.floor(width / 2),
};

/**
 * Rows of positions.
 * @param {Pick<Description, "sinusoids" | "padding" | "firstPosition" | "dModel">} model @param {readonly number[]} places
 * @returns {TensorOutput} (1, places, d_model); 0 for padding
 */
export function sinusoidRows({ sinusoids, padding, firstPosition, dModel: width }, places) {
  const kind = /** @type {NonNullable<typeof sinusoids>} */ (sinusoids);
  const data = new Float32Array(places.length * width);
  const pairs = PAIRS[kind](width);
  for (const [row, place] of places.entries()) {
    if (padding !== null && place < firstPosition) continue;
    for (let pair = 0; pair < pairs; pair++) {
      const angle = ANGLES[kind](place, pair, width);
      data[row * width + pair] = Math.sin(angle);
      if (pairs + pair < width) data[row * width + pairs + pair] = Math.cos(angle);
    }
  }
  return { data, shape: [1, places.length, width] };
}
