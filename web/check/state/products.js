/**
 * Products and orders of numbers, row-major.
 *
 * @typedef {{ data: ArrayLike<number>, shape: readonly number[] }} Matrix
 * @typedef {import("./layer-steps.js").Values} Values
 */

/**
 * Rows times a matrix (in, out), plus a bias.
 * @param {ArrayLike<number> | Matrix} rows @param {Matrix} matrix @param {ArrayLike<number> | null} bias
 */
export function product(rows, matrix, bias) {
  const [into, width] = matrix.shape;
  const [x, w] = [toDoubles("data" in rows ? rows.data : rows), toDoubles(matrix.data)]; // of one type, for speed
  const out = new Float64Array((x.length / into) * width);
  for (let row = 0; row * into < x.length; row++) {
    const to = row * width;
    if (bias) for (let j = 0; j < width; j++) out[to + j] = bias[j];
    const first = row * into;
    let i = 0;
    // Four rows of the matrix at a time, for speed.
    for (; i + 3 < into; i += 4) {
      const [a, b, c, d] = [x[first + i], x[first + i + 1], x[first + i + 2], x[first + i + 3]];
      const from = i * width;
      for (let j = 0; j < width; j++) {
        const at = from + j;
        out[to + j] += a * w[at] + b * w[at + width] + c * w[at + 2 * width] + d * w[at + 3 * width];
      }
    }
    for (; i < into; i++) {
      const value = x[first + i];
      const from = i * width;
      for (let j = 0; j < width; j++) out[to + j] += value * w[from + j];
    }
  }
  return out;
}

/** @type {WeakMap<object, Float64Array>} */
const converted = new WeakMap();

/** The same numbers as float64, converted once. @param {ArrayLike<number>} values */
export function toDoubles(values) {
  if (values instanceof Float64Array) return values;
  let out = converted.get(values);
  if (!out) converted.set(values, (out = new Float64Array(values)));
  return out;
}

/** @param {ArrayLike<number>} values @param {(value: number, at: number) => number} change */
export function mapValues(values, change) {
  const out = new Float64Array(values.length);
  for (let at = 0; at < out.length; at++) out[at] = change(values[at], at);
  return out;
}

/**
 * Transposes an array: axis i of the result is axis `order[i]` of the given one.
 * @param {ArrayLike<number>} values @param {readonly number[]} shape @param {readonly number[]} order
 */
export function permuteAxes(values, shape, order) {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((all, size) => all * size, 1));
  const [sizes, steps] = [order.map((axis) => shape[axis]), order.map((axis) => strides[axis])];
  const out = new Float64Array(values.length);
  const index = sizes.map(() => 0);
  let from = 0;
  for (let to = 0; to < out.length; to++) {
    out[to] = values[from];
    for (let axis = sizes.length - 1; axis >= 0; axis--) {
      from += steps[axis];
      if (++index[axis] < sizes[axis]) break;
      from -= steps[axis] * sizes[axis];
      index[axis] = 0;
    }
  }
  return out;
}

/** Transposes (out, in) to (in, out), or back. @param {Matrix} matrix */
export const transpose = ({ data, shape: [rows, columns] }) => ({
  data: permuteAxes(data, [rows, columns], [1, 0]),
  shape: [columns, rows],
});
