/**
 * The small layers on which bugs show: their sizes and options.
 *
 * @typedef {import("./layer.js").Sizes} Sizes
 *
 * @typedef {object} BugLayer
 * @property {Sizes} sizes
 * @property {boolean} causal
 * @property {readonly number[] | null} lengths  tokens of each sentence, if the rest is padding
 * @property {boolean} isAdded   whether a causal mask is added to the scores
 * @property {number | null} window  keys that a query sees
 * @property {boolean} alibi
 * @property {boolean} rope      rotary positions, in halves
 * @property {number | null} rank  features of a latent of keys and values
 */

/** @param {Partial<BugLayer & Sizes> & { turned?: number }} [of]  turned: features beside d_k that a latent layer turns @returns {BugLayer} */
function layer({ B = 2, T = 6, dModel = 8, H = 2, kvHeads = H, past = 0, turned = 0, ...options } = {}) {
  const dK = dModel / H;
  const sizes = { B, T, Tnew: T, past, Tk: T + past, dModel, H, kvHeads, dK, dV: dK, width: dK + turned };
  const none = { causal: false, lengths: null, isAdded: false, window: null, alibi: false, rope: false };
  return { ...none, rank: null, ...options, sizes };
}

export const LAYERS = {
  plain: layer(),
  grouped: layer({ dModel: 16, H: 4, kvHeads: 2 }),
  causal: layer({ causal: true }),
  padded: layer({ lengths: [6, 4] }),
  square: layer({ B: 4, T: 4, lengths: [4, 3, 2, 2] }),
  stacked: layer({ dModel: 16, H: 4, lengths: [6, 4] }),
  added: layer({ isAdded: true }),
  windowed: layer({ causal: true, window: 3 }),
  alibi: layer({ dModel: 16, H: 8, alibi: true }),
  rotary: layer({ rope: true }),
  cached: layer({ T: 4, past: 3, causal: true, rope: true }),
  latent: layer({ rope: true, rank: 6, turned: 4 }),
};
/** @typedef {keyof typeof LAYERS} LayerName */

/** The layer of a bug. @param {import("./bugs.js").Bug} bug @returns {BugLayer} */
export const layerOf = ({ layer: name = "plain" }) => LAYERS[name];

/** Whether a mask blocks keys. @param {BugLayer} layer */
export const isBlocking = ({ causal, lengths }) => causal || lengths !== null;

/** The number that an additive mask adds where a key is not to be seen. */
export const HIDDEN = -1e9;
