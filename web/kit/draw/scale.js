/**
 * From values to ramp positions. A scale states its range, so that a legend can print it.
 *
 * @typedef {object} Scale
 * @property {number} min
 * @property {number} max
 * @property {(value: number) => number} index  0 to 255; NaN and -Infinity give 0, Infinity 255
 */

/**
 * Weights run from 0 to 1, so that what is flat looks flat, or to the largest where that is wanted; signed data is symmetric around 0, so that 0
 * is always the middle. Several tensors, drawn side by side, share one scale.
 * @param {readonly ArrayLike<number>[]} tensors
 * @param {boolean} weights  whether they may be weights; what is negative anywhere is not
 * @param {boolean} [largest]  whether weights run to the largest
 * @param {boolean} [log]  whether weights follow their logarithm
 * @returns {Scale}
 */
export function scaleOf(tensors, weights, largest = false, log = false) {
  const ranges = tensors.map(rangeOf);
  const most = Math.max(0, ...ranges.map(({ most }) => most)) || 1;
  if (!weights || ranges.some(({ signed }) => signed)) return linear(-most, most);
  return (log ? logarithmic : fromZero)(largest ? most : Math.max(1, most));
}

/** @param {number} max */
const fromZero = (max) => linear(0, max);

const DECADES = 4; // below the largest: what is less is no attention

/** @param {number} max @returns {Scale} */
function logarithmic(max) {
  const min = max / 10 ** DECADES;
  const index = (/** @type {number} */ value) =>
    value > min ? Math.min(255, Math.round((255 * Math.log10(value / min)) / DECADES)) : 0;
  return { min, max, index };
}

/**
 * @param {number} min
 * @param {number} max
 * @returns {Scale}
 */
function linear(min, max) {
  const factor = 255 / (max - min);
  return {
    min,
    max,
    index(value) {
      const at = Math.round((value - min) * factor);
      return at > 0 ? Math.min(at, 255) : 0;
    },
  };
}

/** Found once for each tensor, which is drawn many times. @type {WeakMap<ArrayLike<number>, { most: number, signed: boolean }>} */
const ranges = new WeakMap();

/** The largest finite magnitude, and whether anything is negative. @param {ArrayLike<number>} values */
function rangeOf(values) {
  const known = ranges.get(values);
  if (known) return known;
  let [least, largest, signed] = [0, 0, false];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]; // millions: two comparisons each
    if (value > largest && value < Infinity) largest = value;
    else if (value < least) {
      signed = true;
      if (value > -Infinity) least = value;
    }
  }
  const range = { most: Math.max(largest, -least), signed };
  ranges.set(values, range);
  return range;
}
