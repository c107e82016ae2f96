/** @import { StoredMatrix } from "../../core/transformer.js" */
/** @import { Description } from "./description.js" */
/** @import { Layout } from "./parameters.js" */
/** @import { RawTensor } from "./weights.js" */

/**
 * A matrix of the weights in the form that the core reads. nn.Linear stores (out, in).
 * @param {RawTensor} raw @param {Layout | undefined} layout @param {Pick<Description, "dHead">} model @param {number} [factor] of each number
 * @returns {StoredMatrix}
 */
export function storedMatrix({ bytes, dtype: type, shape }, layout = {}, { dHead }, factor = 1) {
  const { isInOut = false, part = 0, by } = layout;
  const [rows, allColumns] = isInOut ? shape : [shape[1], shape[0]];
  const columns = by ? allColumns / 3 : allColumns;
  const group = by === "heads" ? dHead : columns;
  const period = by === "heads" ? 3 * dHead : columns;
  return { bytes, type, rows, columns, allColumns, isInOut, first: part * group, group, period, factor };
}

/**
 * The part of a bias that a layout selects.
 * @param {Float32Array} bias @param {Layout | undefined} layout @param {Pick<Description, "dHead">} model
 */
export function storedBias(bias, layout, { dHead }) {
  if (!layout?.by) return bias;
  const { part = 0, by } = layout;
  const columns = bias.length / 3;
  if (by === "thirds") return bias.slice(part * columns, (part + 1) * columns);
  return Float32Array.from(
    { length: columns },
    (_, i) => bias[(3 * Math.floor(i / dHead) + part) * dHead + (i % dHead)],
  );
}
