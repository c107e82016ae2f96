/**
 * From values to ramp positions. A scale states its range, so that a legend can print it.
 *
 * @typedef {object} Scale
 * @property {number} min
 * @property {number} max
 * @property {(value: number) => number} index  0 to 255; NaN and -Infinity give 0, Infinity 255
 */

/**
 * From 0 to the largest value: attention weights.
 * @param {ArrayLike<number>} values
 * @returns {Scale}
 */
export function sequential(values) {
  const max = finiteMax(values, (v) => v);
  return linear(0, max > 0 ? max : 1);
}

/**
 * Symmetric around 0, so that 0 is always the middle: signed data.
 * @param {ArrayLike<number>} values
 * @returns {Scale}
 */
export function symmetric(values) {
  const max = finiteMax(values, Math.abs);
  return linear(-(max || 1), max || 1);
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
 * @param {ArrayLike<number>} values
 * @param {(value: number) => number} of
 */
function finiteMax(values, of) {
  let max = 0;
  for (let i = 0; i < values.length; i++) {
    const value = of(values[i]);
    if (value > max && value !== Infinity) max = value;
  }
  return max;
}
