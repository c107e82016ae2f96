/** @import { TensorOutput } from "../../core/types.js" */

// Rows of tensors.

/** A copy of row i of a tensor (…, width). @param {TensorOutput} tensor @param {number} i */
export function rowOf({ data, shape }, i) {
  const width = /** @type {number} */ (shape.at(-1));
  return data.slice(i * width, (i + 1) * width);
}

/** @param {Float32Array} a @param {Float32Array} b */
export function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
