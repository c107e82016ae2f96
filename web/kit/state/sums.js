import { togetherIn } from "./batch-item.js";

/** @typedef {import("./picture.js").Picture} Picture */

/** Measures over all sentences of the batch, since wrong paths may mix them. @param {Picture} picture */
export const measuresIn = (picture) => togetherIn(picture).measure();

const SUMS_TO_ONE = 1e-3; // tolerance for rounding

/**
 * Sums of a head's rows and columns, over all sentences of the batch.
 * @param {Picture} picture @param {number} head
 */
export function sumsOf(picture, head) {
  const { rowSum, columnSum } = measuresIn(picture);
  const [rows, columns] = [rowSum, columnSum].map((sums) => ofHead(sums, head));
  return { rows, columns };
}

/** Whether all rows of all heads are distributions: their sum is 1, or 0 if the query attends to nothing. @param {Picture} picture */
export const areShares = (picture) =>
  measuresIn(picture).rowSum.data.every((sum) => sum === 0 || Math.abs(sum - 1) < SUMS_TO_ONE);

/** @param {import("../../core/types.js").TensorOutput} tensor (B, H, n) @param {number} head */
function ofHead({ data, shape: [batch, heads, n] }, head) {
  return Array.from({ length: batch * n }, (_, i) => data[(Math.floor(i / n) * heads + head) * n + (i % n)]);
}
