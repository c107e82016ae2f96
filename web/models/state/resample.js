/**
 * Pixels of a picture: `channels` whole numbers from 0 to 255 each, row by row.
 *
 * @typedef {object} Pixels
 * @property {Uint8ClampedArray} data
 * @property {number} width
 * @property {number} height
 * @property {number} channels
 *
 * @typedef {object} Filter  weight of a pixel by its distance from the place that is computed
 * @property {number} support  largest distance of a pixel with a weight
 * @property {(distance: number) => number} weight
 *
 * @typedef {{ first: number, weights: Float64Array }} Taps  the pixels that one pixel of the result is made of
 */

/** @param {number} x */
const sinc = (x) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** Keys' cubic convolution. @param {number} a slope at distance 1 @returns {(distance: number) => number} */
export const cubicKernel = (a) => (distance) => {
  const x = Math.abs(distance);
  if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
};

/** The filters of the Python Imaging Library, by the numbers that preprocessor_config.json has. @type {Readonly<Record<number, Filter>>} */
export const FILTERS = {
  1: { support: 3, weight: (x) => (Math.abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0) }, // Lanczos
  2: { support: 1, weight: (x) => Math.max(0, 1 - Math.abs(x)) }, // bilinear
  3: { support: 2, weight: cubicKernel(-0.5) }, // bicubic
  4: { support: 0.5, weight: (x) => (x > -0.5 && x <= 0.5 ? 1 : 0) }, // box
  5: {
    support: 1,
    weight: (x) => (Math.abs(x) < 1 ? sinc(x) * (0.54 + 0.46 * Math.cos(Math.PI * x)) : 0), // Hamming
  },
};

/** The number of the nearest pixel, which has no filter. */
export const NEAREST = 0;

/**
 * What each pixel of a resized row is made of. A row that shrinks has a wider filter, so that every pixel counts.
 * @param {number} from @param {number} to counts of pixels @param {Filter} filter @returns {Taps[]}
 */
export function tapsOf(from, to, { support, weight }) {
  const scale = from / to;
  const stretch = Math.max(1, scale);
  return Array.from({ length: to }, (_, i) => {
    const center = (i + 0.5) * scale;
    const first = Math.max(0, Math.trunc(center - support * stretch + 0.5));
    const end = Math.min(from, Math.trunc(center + support * stretch + 0.5));
    const weights = Float64Array.from({ length: end - first }, (_, k) =>
      weight((first + k - center + 0.5) / stretch),
    );
    const sum = weights.reduce((total, each) => total + each, 0);
    return { first, weights: weights.map((each) => each / sum) };
  });
}

/** Fractional bits of the fixed-point weights with which the Python Imaging Library resizes bytes. */
const PRECISION = 2 ** 22;

/** Weights rounded half away from zero. @param {Taps} taps @returns {Taps} */
const rounded = ({ first, weights }) => ({
  first,
  weights: weights.map((each) => Math.trunc(each * PRECISION + (each < 0 ? -0.5 : 0.5))),
});

/** @param {number} from @param {number} to @param {number} filter its number @returns {Taps[]} */
function tapsFor(from, to, filter) {
  if (filter === NEAREST) return nearest(from, to);
  return tapsOf(from, to, FILTERS[filter]).map(rounded);
}

/** The nearest pixels. Places are added up, as in the Python Imaging Library, whose choice between two equally near pixels follows from that. @param {number} from @param {number} to @returns {Taps[]} */
function nearest(from, to) {
  const scale = from / to;
  let place = scale / 2;
  return Array.from({ length: to }, () => {
    const first = Math.min(from - 1, Math.floor(place));
    place += scale;
    return { first, weights: Float64Array.of(PRECISION) };
  });
}

/**
 * Resizes rows of a picture. Rows may be given part by part, because each is resized alone.
 * @param {Pixels} pixels @param {number} width @param {number} filter @returns {Pixels}
 */
export function resizeRows({ data, width: from, height, channels }, width, filter) {
  if (width === from) return { data, width, height, channels };
  const taps = tapsFor(from, width, filter);
  const resizePixels = new Uint8ClampedArray(width * height * channels);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const { first, weights } = taps[column];
      for (let channel = 0; channel < channels; channel++) {
        let sum = PRECISION / 2;
        let at = (row * from + first) * channels + channel;
        for (let k = 0; k < weights.length; k++, at += channels) sum += data[at] * weights[k];
        resizePixels[(row * width + column) * channels + channel] = Math.floor(sum / PRECISION);
      }
    }
  return { data: resizePixels, width, height, channels };
}

/** Resizes columns of a picture. @param {Pixels} pixels @param {number} height @param {number} filter @returns {Pixels} */
export function resizeColumns({ data, width, height: from, channels }, height, filter) {
  if (height === from) return { data, width, height, channels };
  const line = width * channels;
  const resized = new Uint8ClampedArray(height * line);
  for (const [row, { first, weights }] of tapsFor(from, height, filter).entries())
    for (let i = 0; i < line; i++) {
      let sum = PRECISION / 2;
      for (let k = 0; k < weights.length; k++) sum += data[(first + k) * line + i] * weights[k];
      resized[row * line + i] = Math.floor(sum / PRECISION);
    }
  return { data: resized, width, height, channels };
}

/**
 * Resizes a picture as the Python Imaging Library does: rows first, then columns, rounded to bytes after each.
 * @param {Pixels} pixels @param {{ width: number, height: number }} size @param {number} filter its number in preprocessor_config.json
 */
export const resized = (pixels, { width, height }, filter) =>
  resizeColumns(resizeRows(pixels, width, filter), height, filter);
