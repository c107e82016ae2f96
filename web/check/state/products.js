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
export function product(rows, { data, shape: [into, width] }, bias) {
  const x = "data" in rows ? rows.data : rows;
  const out = new Float64Array((x.length / into) * width);
  for (let row = 0; row * into < x.length; row++) {
    const to = row * width;
    if (bias) for (let j = 0; j < width; j++) out[to + j] = bias[j];
    for (let i = 0; i < into; i++) {
      const value = x[row * into + i];
      const from = i * width;
      for (let j = 0; j < width; j++) out[to + j] += value * data[from + j];
    }
  }
  return out;
}

/**
 * Transposes an array: axis i of the result is axis `order[i]` of the given one.
 * @param {ArrayLike<number>} values @param {readonly number[]} shape @param {readonly number[]} order
 */
export function regrouped(values, shape, order) {
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
export const transposed = ({ data, shape: [rows, columns] }) => ({
  data: regrouped(data, [rows, columns], [1, 0]),
  shape: [columns, rows],
});
