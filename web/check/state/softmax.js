/**
 * Softmaxes of attention scores.
 *
 * @typedef {import("./layer.js").Layer} Layer
 * @typedef {import("./layer-steps.js").Values} Values
 */

/** Weights of a query whose keys are all blocked: 0; NaN, as a softmax of -inf gives; or equal, as of a finite fill. */
export const EMPTY_ROWS = /** @type {const} */ (["zero", "nan", "even"]);

/** @typedef {typeof EMPTY_ROWS[number]} EmptyRow */

/**
 * A softmax of scores (B, H, T, T_k), with the layer's sinks.
 * @param {Values} scores @param {Layer} layer
 * @param {{ axis?: 1 | 2 | 3, empty?: EmptyRow, sinks?: ArrayLike<number> | null }} [how]  axis: 3 is the keys
 */
export function softmaxOf(scores, layer, { axis = 3, empty = layer.empty, sinks = layer.sinks } = {}) {
  const { H, T, Tk } = layer.sizes;
  const sizes = [layer.sizes.B, H, T, Tk];
  const count = sizes[axis];
  const stride = sizes.slice(axis + 1).reduce((all, size) => all * size, 1);
  const out = new Float64Array(scores.length);
  for (let first = 0; first < scores.length; first++) {
    if (Math.floor(first / stride) % count !== 0) continue;
    const sink = sinks && axis === 3 ? sinks[Math.floor(first / (T * Tk)) % H] : -Infinity;
    let most = sink;
    for (let i = 0; i < count; i++) most = Math.max(most, scores[first + i * stride]);
    let sum = sink === -Infinity ? 0 : Math.exp(sink - most);
    for (let i = 0; i < count; i++) sum += Math.exp(scores[first + i * stride] - most);
    for (let i = 0; i < count; i++)
      out[first + i * stride] =
        most === -Infinity ? EMPTY[empty](count) : Math.exp(scores[first + i * stride] - most) / sum;
  }
  return out;
}

/** @type {Readonly<Record<EmptyRow, (count: number) => number>>} */
const EMPTY = { zero: () => 0, nan: () => NaN, even: (count) => 1 / count };
