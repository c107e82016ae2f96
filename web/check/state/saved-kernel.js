import { checkRefusal } from "../words-refusals.js";
import { permuteAxes } from "./products.js";
import { countIn, tuple } from "./saved-options.js";

/**
 * A kernel test: q, k and v in place of x and the weights. The layer has these as inputs, and no weights.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 * @typedef {import("./layer.js").Tensor} Tensor
 * @typedef {NonNullable<import("./layer.js").Reading["kernel"]>} Order
 *
 * @typedef {{ order: Order, B: number, heads: number, tokens: number, d: number }} Axes
 */

/** @param {ReadonlyMap<string, SavedArray>} known @returns {import("./saved-layer.js").Bare[]} */
export function kernelLayers(known) {
  const [q, k, v] = ["q", "k", "v"].map((name) => /** @type {SavedArray} */ (known.get(name)));
  const H = countIn(known, "num_heads");
  const kvHeads = countIn(known, "num_kv_heads");
  const layers = ordersOf(q.shape).flatMap((order) => {
    const of = axesOf(q, order, H);
    const [ofK, ofV] = [k, v].map((each) => axesOf(each, order, kvHeads, kvHeads ?? H));
    if (!of || !ofK || !ofV) return [];
    const isFit =
      ofK.B === of.B &&
      ofV.B === of.B &&
      ofK.d === of.d &&
      ofV.heads === ofK.heads &&
      ofV.tokens === ofK.tokens;
    return isFit && of.heads % ofK.heads === 0 ? [kernelOf([q, k, v], [of, ofK, ofV])] : [];
  });
  if (layers.length) return layers;
  const each = [q, k, v].map(({ name, shape }) => `${name} ${tuple(shape)}`);
  const told = H === null ? [] : [`num_heads ${H}`];
  throw checkRefusal("shape", "kernel_shapes", { arrays: [...each, ...told].join(", ") });
}

/** @param {readonly number[]} shape @returns {Order[]} */
const ordersOf = (shape) =>
  shape.length === 4 ? ["heads_first", "heads_last"] : shape.length === 3 ? ["stacked", "merged"] : [];

/**
 * Null if an array has not this order.
 * @param {SavedArray} array @param {Order} order @param {number | null} told  number of heads that the file tells
 * @param {number | null} [assumed]  number of heads of an array whose shape does not show it
 * @returns {Axes | null}
 */
function axesOf({ shape }, order, told, assumed = told) {
  const [first, second, third, d] = shape;
  if (order === "heads_first" || order === "heads_last") {
    const [heads, tokens] = order === "heads_first" ? [second, third] : [third, second];
    return shape.length === 4 && heads === (told ?? heads) ? { order, B: first, heads, tokens, d } : null;
  }
  if (shape.length !== 3) return null;
  const heads = assumed ?? 1;
  if (order === "stacked")
    return first % heads === 0 ? { order, B: first / heads, heads, tokens: second, d: third } : null;
  return assumed && third % heads === 0 ? { order, B: first, heads, tokens: second, d: third / heads } : null;
}

/** @param {readonly SavedArray[]} arrays @param {readonly Axes[]} axes @returns {import("./saved-layer.js").Bare} */
function kernelOf(arrays, axes) {
  const [q, k, v] = axes;
  const inputs = arrays.map(({ data }, i) => mergedOf(data, axes[i]));
  const none = { matrix: { data: [], shape: [0, 0] }, bias: null };
  return {
    reading: { causal: false, isLinear: false, kernel: q.order },
    sizes: {
      ...{ B: q.B, T: q.tokens, Tk: k.tokens, Tnew: k.tokens, past: 0, dModel: q.heads * q.d },
      ...{ H: q.heads, kvHeads: k.heads, dK: q.d, dV: v.d, width: q.d },
    },
    inputs: { q: inputs[0], k: inputs[1], v: inputs[2] },
    isSelf: false,
    isKernel: true,
    projections: { q: none, k: none, v: none },
    out: none,
    latent: null,
    past: null,
  };
}

/** (B, T, heads·d). @param {ArrayLike<number>} data @param {Axes} axes @returns {Tensor} */
function mergedOf(data, { order, B, heads, tokens, d }) {
  const isApart = order === "heads_first" || order === "stacked";
  return {
    data: isApart ? permuteAxes(data, [B, heads, tokens, d], [0, 2, 1, 3]) : data,
    shape: [B, tokens, heads * d],
  };
}
