/**
 * The small layers on which bugs show: their sizes and masks, and random numbers for a picture.
 *
 * @typedef {import("./saved-layer.js").Sizes} Sizes
 * @typedef {import("./saved-layer.js").SavedLayer} SavedLayer
 *
 * @typedef {object} BugLayer
 * @property {Sizes} sizes
 * @property {boolean} causal
 * @property {readonly number[] | null} lengths  tokens of each sentence, if the rest is padding
 */

const SIZES = { B: 2, T: 6, dModel: 8, H: 2, kvHeads: 2, dK: 4, dV: 4 };

export const LAYERS = {
  plain: { sizes: SIZES, causal: false, lengths: null },
  causal: { sizes: SIZES, causal: true, lengths: null },
  padded: { sizes: SIZES, causal: false, lengths: [6, 4] },
  square: { sizes: { ...SIZES, B: 4, T: 4 }, causal: false, lengths: [4, 3, 2, 2] },
};
/** @typedef {keyof typeof LAYERS} LayerName */

/** The layer of a bug. @param {import("./bugs.js").Bug} bug @returns {BugLayer} */
export const layerOf = ({ layer = "plain" }) => LAYERS[layer];

/** The layer with numbers, as a file of a reader would have it. @param {BugLayer} layer @returns {SavedLayer} */
export function numbersOf({ sizes, causal, lengths }) {
  const { B, T, dModel, H, kvHeads, dK, dV } = sizes;
  const next = random();
  const array = (/** @type {number} */ spread, /** @type {number[]} */ ...shape) => {
    const data = Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => spread * next());
    return { name: "", dtype: "<f4", data, shape };
  };
  const spread = 1.4 / Math.sqrt(dModel); // scores of different sizes, so that maps have a pattern
  return {
    sizes,
    x: array(1, B, T, dModel),
    matrices: {
      wQ: array(spread, dModel, H * dK),
      wK: array(spread, dModel, kvHeads * dK),
      wV: array(spread, dModel, kvHeads * dV),
      wO: array(spread, H * dV, dModel),
    },
    biases: {
      bQ: array(1, H * dK),
      bK: array(1, kvHeads * dK),
      bV: array(1, kvHeads * dV),
      bO: array(1, dModel),
    },
    ...{ isLinear: false, isSquare: true, causal },
    padding: lengths && {
      data: Uint8Array.from({ length: B * T }, (_, i) => Number(i % T >= lengths[Math.floor(i / T)])),
      shape: [B, T],
    },
  };
}

const SEED = 7;

/** A generator of numbers with mean 0 and variance 1, the same in each page: Park and Miller's. */
function random() {
  let state = SEED;
  return () => {
    state = (state * 48271) % 2147483647;
    return Math.sqrt(12) * (state / 2147483647 - 0.5);
  };
}
