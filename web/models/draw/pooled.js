/**
 * A square map in at most so many cells a side. A cell stands for a block of weights, or of their differences, and has the largest in magnitude, so that none is lost.
 *
 * @param {Float32Array} weights (size, size)
 * @param {number} size
 * @param {number} most cells a side
 * @returns {{ size: number, weights: Float32Array, block: number }} block: weights a side that a cell stands for
 */
export function pooled(weights, size, most) {
  const block = Math.max(1, Math.ceil(size / Math.max(1, most)));
  if (block === 1) return { size, weights, block };
  const cells = Math.ceil(size / block);
  const largest = new Float32Array(cells * cells);
  for (let row = 0; row < size; row++) {
    const to = Math.floor(row / block) * cells;
    for (let col = 0; col < size; col++) {
      const at = to + Math.floor(col / block);
      const weight = weights[row * size + col];
      if (Math.abs(weight) > Math.abs(largest[at])) largest[at] = weight;
    }
  }
  return { size: cells, weights: largest, block };
}
