/**
 * Arrays as NumPy has them, for readers' code in tests. Shares no code with the core or the checker.
 *
 * @typedef {{ shape: number[], data: Float64Array }} Nd
 */

/** @param {readonly number[]} shape */
const count = (shape) => shape.reduce((all, size) => all * size, 1);

/** @param {readonly number[]} shape @returns {number[]} */
const stridesOf = (shape) => shape.map((_, axis) => count(shape.slice(axis + 1)));

/** The index of a flat place. @param {number} flat @param {readonly number[]} shape */
const indexAt = (flat, shape) =>
  stridesOf(shape).map((stride, axis) => Math.floor(flat / stride) % shape[axis]);

/** @param {readonly number[]} shape @param {(index: number[], flat: number) => number} value @returns {Nd} */
export const array = (shape, value) => ({
  shape: [...shape],
  data: Float64Array.from({ length: count(shape) }, (_, flat) => value(indexAt(flat, shape), flat)),
});

/** One element; axes of size 1, and missing first axes, are broadcast. @param {Nd} a @param {readonly number[]} index */
export function at({ shape, data }, index) {
  const own = index.slice(index.length - shape.length);
  const strides = stridesOf(shape);
  return data[own.reduce((flat, i, axis) => flat + (shape[axis] === 1 ? 0 : i) * strides[axis], 0)];
}

/** @param {Nd} a @param {...number} shape  one of them may be -1 */
export function reshape({ data }, ...shape) {
  const rest = data.length / shape.reduce((all, size) => (size < 0 ? all : all * size), 1);
  return { shape: shape.map((size) => (size < 0 ? rest : size)), data };
}

/** @param {Nd} a @param {...number} axes */
export function transpose(a, ...axes) {
  const sizes = axes.map((axis) => a.shape[axis]);
  return array(sizes, (index) => {
    const from = a.shape.map(() => 0);
    axes.forEach((axis, i) => (from[axis] = index[i]));
    return at(a, from);
  });
}

/** @param {Nd} a @param {(value: number, index: number[]) => number} value */
export const map = (a, value) => array(a.shape, (index, flat) => value(a.data[flat], index));

/** The last two axes are multiplied; the others agree. @param {Nd} a @param {Nd} b */
export function matmul(a, b) {
  const [n, m] = a.shape.slice(-2);
  const width = b.shape[b.shape.length - 1];
  const shape = [...a.shape.slice(0, -1), width];
  const out = new Float64Array(count(shape));
  const isShared = b.shape.length === 2;
  for (let row = 0; row < a.data.length / m; row++) {
    const first = isShared ? 0 : Math.floor(row / n) * m;
    for (let j = 0; j < width; j++) {
      let sum = 0;
      for (let i = 0; i < m; i++) sum += a.data[row * m + i] * b.data[(first + i) * width + j];
      out[row * width + j] = sum;
    }
  }
  return { shape, data: out };
}

/** @param {Nd} a @param {number} axis  from the last: -1, -2 or -3 @param {((index: number[]) => number) | null} [sink]  a further score */
export function softmax(a, axis, sink = null) {
  const along = a.shape.length + axis;
  const size = a.shape[along];
  return array(a.shape, (index, flat) => {
    const line = Array.from({ length: size }, (_, i) =>
      at(
        a,
        index.map((each, other) => (other === along ? i : each)),
      ),
    );
    const scores = sink ? [...line, sink(index)] : line;
    const most = Math.max(...scores);
    return Math.exp(a.data[flat] - most) / scores.reduce((sum, score) => sum + Math.exp(score - most), 0);
  });
}

/** Each slice along axis 1 several times: interleaved as numpy.repeat does. @param {Nd} a @param {number} times */
export const repeat = (a, times) =>
  array([a.shape[0], a.shape[1] * times, ...a.shape.slice(2)], ([b, h, ...rest]) =>
    at(a, [b, Math.floor(h / times), ...rest]),
  );

/** All slices along axis 1, several times over, as numpy.tile does. @param {Nd} a @param {number} times */
export const tile = (a, times) =>
  array([a.shape[0], a.shape[1] * times, ...a.shape.slice(2)], ([b, h, ...rest]) =>
    at(a, [b, h % a.shape[1], ...rest]),
  );

/** @param {Nd} a @param {Nd} b @param {number} axis */
export const concatenate = (a, b, axis) =>
  array(
    a.shape.map((size, i) => (i === axis ? size + b.shape[axis] : size)),
    (index) => {
      const i = index[axis] - a.shape[axis];
      return i < 0
        ? at(a, index)
        : at(
            b,
            index.map((each, other) => (other === axis ? i : each)),
          );
    },
  );
