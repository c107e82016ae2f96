/**
 * Orders of the columns of a fused matrix of queries, keys and values.
 *
 * @typedef {import("./layer-steps.js").Lane} Lane
 * @typedef {Pick<import("./layer.js").Sizes, "H" | "kvHeads" | "dK" | "dV">} Sizes
 */

/** thirds: all queries, all keys, all values. heads: of each head (of keys) its queries, key and value. features: q, k, v of each feature. */
export const LAYOUTS = /** @type {const} */ (["thirds", "heads", "features"]);

/** @typedef {typeof LAYOUTS[number]} Layout */

const LANES = /** @type {const} */ (["q", "k", "v"]);

/** Number of columns of a lane. @param {Sizes} sizes @param {Lane} lane */
export const widthOf = ({ H, kvHeads, dK, dV }, lane) =>
  lane === "q" ? H * dK : kvHeads * (lane === "k" ? dK : dV);

/** Layouts that the sizes allow. @param {Sizes} sizes @returns {readonly Layout[]} */
export function layoutsFor({ H, kvHeads, dK, dV }) {
  if (H === 1 && kvHeads === 1 && dK === 1) return ["thirds"];
  const isEven = H === kvHeads && dK === dV;
  return LAYOUTS.filter((layout) => layout === "thirds" || (layout === "heads" ? kvHeads > 1 : isEven));
}

/** The column of the fused matrix with column i of a lane. @param {Layout} layout @param {Sizes} sizes @param {Lane} lane @param {number} i */
export function columnOf(layout, sizes, lane, i) {
  const { H, kvHeads, dK, dV } = sizes;
  const place = LANES.indexOf(lane);
  if (layout === "features") return 3 * i + place;
  if (layout === "thirds")
    return i + LANES.slice(0, place).reduce((sum, each) => sum + widthOf(sizes, each), 0);
  const group = (H / kvHeads) * dK;
  const own = [group, dK, dV][place];
  const start = Math.floor(i / own) * (group + dK + dV);
  return start + [0, group, group + dK][place] + (i % own);
}

/**
 * The columns of a lane, cut from a fused matrix or bias.
 * @template {{ data: ArrayLike<number>, shape: readonly number[] }} T @param {T} fused @param {Layout} layout @param {Sizes} sizes @param {Lane} lane
 */
export function cutLane(fused, layout, sizes, lane) {
  const [width, total] = [widthOf(sizes, lane), fused.shape[fused.shape.length - 1]];
  const rows = fused.data.length / total;
  const data = new Float64Array(rows * width);
  for (let i = 0; i < width; i++) {
    const from = columnOf(layout, sizes, lane, i);
    for (let row = 0; row < rows; row++) data[row * width + i] = fused.data[row * total + from];
  }
  return { data, shape: [...fused.shape.slice(0, -1), width] };
}

/**
 * One fused matrix or bias of three.
 * @param {Readonly<Record<Lane, { data: ArrayLike<number>, shape: readonly number[] }>>} lanes @param {Layout} layout @param {Sizes} sizes
 */
export function fuseLanes(lanes, layout, sizes) {
  const total = LANES.reduce((sum, lane) => sum + widthOf(sizes, lane), 0);
  const rows = lanes.q.data.length / widthOf(sizes, "q");
  const data = new Float64Array(rows * total);
  for (const lane of LANES) {
    const width = widthOf(sizes, lane);
    for (let i = 0; i < width; i++) {
      const to = columnOf(layout, sizes, lane, i);
      for (let row = 0; row < rows; row++) data[row * total + to] = lanes[lane].data[row * width + i];
    }
  }
  return { data, shape: [...lanes.q.shape.slice(0, -1), total] };
}
