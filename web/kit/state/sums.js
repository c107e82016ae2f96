import { togetherIn } from "./batch-item.js";

/** @typedef {import("./picture.js").Picture} Picture */

/** Of all sentences of the batch: on a wrong path they may get in each other's way. @param {Picture} picture */
export const measuresIn = (picture) => togetherIn(picture).measure();

const SUMS_TO_ONE = 1e-3; // as nearly as rounding lets a row do

/**
 * What a head's rows and columns sum to, in all sentences of the batch.
 * @param {Picture} picture @param {number} head
 */
export function sumsOf(picture, head) {
  const { rowSum, columnSum } = measuresIn(picture);
  const [rows, columns] = [rowSum, columnSum].map((sums) => ofHead(sums, head));
  return { rows, columns };
}

/** Whether all rows of all heads are distributions: of each the sum is 1, or 0 where a query attends to nothing. @param {Picture} picture */
export const areShares = (picture) =>
  measuresIn(picture).rowSum.data.every((sum) => sum === 0 || Math.abs(sum - 1) < SUMS_TO_ONE);

/** @param {import("../../core/types.js").TensorOutput} tensor (B, H, n) @param {number} head */
function ofHead({ data, shape: [batch, heads, n] }, head) {
  return Array.from({ length: batch * n }, (_, i) => data[(Math.floor(i / n) * heads + head) * n + (i % n)]);
}
