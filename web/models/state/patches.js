import { gridOf } from "./description.js";
import { cubicKernel, tapsOf } from "./resample.js";

/** @import { Vision } from "./description.js" */
/** @import { Taps } from "./resample.js" */

/** @typedef {{ data: Float32Array, shape: readonly number[] }} Values (C, H, W) of a picture */

/**
 * The product of each patch with a matrix: the convolution of a picture in steps of a patch.
 * @param {Values} picture (C, H, W) @param {{ weight: Float32Array, bias?: Float32Array, vision: Vision }} by weight: (d_model, C, patch height, patch width)
 * @param {() => Promise<void>} breathe called after each row of patches @returns {Promise<Float32Array>} (patches, d_model)
 */
export async function embeddedPatches(
  { data, shape: [channels, height, width] },
  { weight, bias, vision },
  breathe,
) {
  const [down, across] = vision.patch;
  const [rows, columns] = gridOf([height, width], vision);
  const count = channels * down * across;
  const features = weight.length / count;
  const embedded = new Float32Array(rows * columns * features);
  const patch = new Float32Array(count);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      for (let line = 0; line < channels * down; line++) {
        const [channel, y] = [Math.floor(line / down), line % down];
        const from = (channel * height + row * down + y) * width + column * across;
        patch.set(data.subarray(from, from + across), line * across);
      }
      for (let feature = 0; feature < features; feature++) {
        let sum = bias?.[feature] ?? 0;
        for (let i = 0, at = feature * count; i < count; i++, at++) sum += patch[i] * weight[at];
        embedded[(row * columns + column) * features + feature] = sum;
      }
    }
    await breathe();
  }
  return embedded;
}

/**
 * Learned positions for another grid of patches, as transformers interpolates them.
 * @param {Float32Array} positions (rows × columns, d_model) @param {readonly [rows: number, columns: number]} from @param {readonly [rows: number, columns: number]} to
 * @param {Pick<Vision, "antialias">} vision @returns {Float32Array}
 */
export function positionsFor(positions, from, to, { antialias }) {
  if (from[0] === to[0] && from[1] === to[1]) return positions;
  const features = positions.length / (from[0] * from[1]);
  const [down, across] = [0, 1].map((axis) => tapsAlong(from[axis], to[axis], antialias));
  const found = new Float32Array(to[0] * to[1] * features);
  for (const [row, vertical] of down.entries())
    for (const [column, horizontal] of across.entries()) {
      const place = (row * to[1] + column) * features;
      vertical.weights.forEach((a, i) => {
        horizontal.weights.forEach((b, j) => {
          const y = clamped(vertical.first + i, from[0]);
          const at = (y * from[1] + clamped(horizontal.first + j, from[1])) * features;
          for (let k = 0; k < features; k++) found[place + k] += a * b * positions[at + k];
        });
      });
    }
  return found;
}

/** @param {number} place @param {number} count */
const clamped = (place, count) => Math.max(0, Math.min(count - 1, place));

/** The cubics of PyTorch: with antialiasing that of the Python Imaging Library. @param {number} from @param {number} to @param {boolean} antialias @returns {Taps[]} */
function tapsAlong(from, to, antialias) {
  if (antialias) return tapsOf(from, to, { support: 2, weight: cubicKernel(-0.5) });
  const weight = cubicKernel(-0.75);
  return Array.from({ length: to }, (_, i) => {
    const center = ((i + 0.5) * from) / to - 0.5;
    const first = Math.floor(center) - 1;
    return { first, weights: Float64Array.from({ length: 4 }, (_, k) => weight(center - first - k)) };
  });
}
