/** Index of the largest value; of values that differ only by rounding, the first. @param {readonly number[]} values */
const first = (values) => values.findIndex((value) => value >= Math.max(...values) - 1e-6);

/**
 * Recomputes plainly how much rows of two attentions differ, the head with the largest mean difference, and the query in it.
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 * @param {readonly number[]} shape (B, H, T_q, T_k) of both
 */
export function mostApart(a, b, [batch, heads, queries, keys]) {
  const rows = Array.from({ length: batch * heads * queries }, (_, row) => {
    let sum = 0;
    for (let j = 0; j < keys; j++) sum += Math.abs(a[row * keys + j] - b[row * keys + j]);
    return { head: Math.floor(row / queries) % heads, query: row % queries, distance: sum / 2 };
  });
  const total = (/** @type {number} */ of) =>
    rows.reduce((sum, { head, distance }) => sum + (head === of ? distance : 0), 0);
  const head = first(Array.from({ length: heads }, (_, of) => total(of) / (batch * queries)));
  const most = Array.from({ length: queries }, (_, of) =>
    Math.max(...rows.flatMap((row) => (row.head === head && row.query === of ? row.distance : []))),
  );
  return { head, query: first(most), distances: rows.map(({ distance }) => distance) };
}
