/**
 * Maps values to positions in a ramp. A scale states its range for the legend.
 *
 * @typedef {object} Scale
 * @property {number} min
 * @property {number} max
 * @property {(value: number) => number} index  0 to 255; NaN and -Infinity give 0, Infinity 255
 */

/**
 * Weights run from 0 to 1, so that uniform attention looks uniform, or to the largest on request. Signed data is symmetric, so that 0 is
 * always in the middle. Tensors drawn side by side share one scale.
 * @param {readonly ArrayLike<number>[]} tensors
 * @param {boolean} weights  whether the values may be weights; tensors with negative values are not
 * @param {boolean} [largest]  whether weights run to their largest value
 * @param {boolean} [log]  whether weights use a logarithmic scale
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

const DECADES = 4; // decades below the largest weight; smaller weights count as 0

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

/**
 * Ranges by tensor. They are cached because each tensor is drawn many times.
 * @type {WeakMap<ArrayLike<number>, { most: number, signed: boolean }>}
 */
const ranges = new WeakMap();

/** The largest finite magnitude, and whether any value is negative. @param {ArrayLike<number>} values */
function rangeOf(values) {
  const known = ranges.get(values);
  if (known) return known;
  let [least, largest, signed] = [0, 0, false];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]; // Math.max(...values) would overflow the stack with millions of values
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
