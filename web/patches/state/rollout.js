import { attentionOf } from "../../kit/state/attention-picture.js";

/**
 * Attention rollout (Abnar and Zuidema, 2020): the product of the layers' mean maps up to one layer, each half of it and half the identity, for the
 * residual stream. Only one row or column of the product is computed.
 *
 * @param {import("../../kit/state/own.js").Own} own  its attention, or that of every layer of its model, is (L, H, T, T)
 * @param {number} token
 * @param {"row" | "column"} side  row: where the token looks; column: how much each token looks at it
 * @returns {Float64Array} (T)
 */
export function rolloutOf(own, token, side) {
  const { shape } = ofLayer(own, 0);
  const tokens = /** @type {number} */ (shape.at(-1));
  const maps = Array.from({ length: own.layer + 1 }, (_, layer) => meanMapOf(own, layer));
  let vector = new Float64Array(tokens);
  vector[token] = 1;
  for (const map of side === "row" ? maps.reverse() : maps)
    vector = side === "row" ? rowTimes(vector, map, tokens) : timesColumn(map, vector, tokens);
  return vector;
}

/** @param {import("../../kit/state/own.js").Own} own @param {number} layer */
const ofLayer = (own, layer) => attentionOf({ attention: own.attention ?? own.everyLayer ?? null, layer });

/** v · (A + I) / 2. @param {Float64Array} vector @param {Float64Array} map (T, T) @param {number} tokens */
function rowTimes(vector, map, tokens) {
  const product = new Float64Array(tokens);
  for (let row = 0; row < tokens; row++) {
    if (vector[row] === 0) continue;
    product[row] += vector[row] / 2;
    for (let column = 0; column < tokens; column++)
      product[column] += (vector[row] * map[row * tokens + column]) / 2;
  }
  return product;
}

/** (A + I) / 2 · v. @param {Float64Array} map (T, T) @param {Float64Array} vector @param {number} tokens */
function timesColumn(map, vector, tokens) {
  return Float64Array.from({ length: tokens }, (_, row) => {
    let sum = vector[row];
    for (let column = 0; column < tokens; column++) sum += map[row * tokens + column] * vector[column];
    return sum / 2;
  });
}

/** Mean maps by own numbers and layer: they serve every token, until attention is given anew, which may have changed in place. @type {WeakMap<object, Float64Array[]>} */
const means = new WeakMap();

/** The mean of a layer's heads. @param {import("../../kit/state/own.js").Own} own @param {number} layer @returns {Float64Array} (T, T) */
function meanMapOf(own, layer) {
  const known = means.get(own) ?? [];
  means.set(own, known);
  if (known[layer]) return known[layer];
  const { data, shape } = ofLayer(own, layer);
  const [, heads, rows, columns] = shape;
  const size = rows * columns;
  const mean = new Float64Array(size);
  for (let at = 0; at < data.length; at++) mean[at % size] += data[at] / heads;
  return (known[layer] = mean);
}
