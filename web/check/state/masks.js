/**
 * Keys that queries do not see, (B, H, T, T_k): 1 is blocked.
 *
 * @typedef {import("./layer.js").Layer} Layer
 * @typedef {object} Place  of a score
 * @property {number} b @property {number} h @property {number} i @property {number} j
 * @property {number} at  the query's position among the keys: i + T_k − T
 */

/**
 * @param {Layer} layer
 * @param {(place: Place) => boolean} isBlocked
 */
export function blockedWhere({ sizes: { B, H, T, Tk } }, isBlocked) {
  const out = new Uint8Array(B * H * T * Tk);
  let flat = 0;
  for (let b = 0; b < B; b++)
    for (let h = 0; h < H; h++)
      for (let i = 0; i < T; i++)
        for (let j = 0; j < Tk; j++) out[flat++] = Number(isBlocked({ b, h, i, j, at: i + Tk - T }));
  return out;
}

/** The layer's masks of one kind each. @param {Layer} layer @returns {Record<MaskName, (place: Place) => boolean>} */
export function masksOf({ sizes: { H, T, Tk }, window, padding, mask }) {
  const [left, right] = window ?? [-1, -1];
  return {
    causal: ({ j, at }) => j > at,
    window: ({ j, at }) => (left >= 0 && j < at - left) || (right >= 0 && j > at + right),
    key_padding_mask: ({ b, j }) => Boolean(padding?.[b * Tk + j]),
    attn_mask: ({ b, h, i, j }) =>
      Boolean(mask && !mask.isAdditive && mask.data[((b * H + h) * T + i) * Tk + j]),
  };
}

/** @typedef {"causal" | "window" | "key_padding_mask" | "attn_mask"} MaskName */

/** Names of the masks that a layer has and that block keys. @param {Layer} layer @returns {MaskName[]} */
export const masksIn = ({ causal, window, padding, mask }) => [
  ...(causal ? [/** @type {const} */ ("causal")] : []),
  ...(window ? [/** @type {const} */ ("window")] : []),
  ...(padding ? [/** @type {const} */ ("key_padding_mask")] : []),
  ...(mask && !mask.isAdditive ? [/** @type {const} */ ("attn_mask")] : []),
];

/**
 * All masks of a layer, some of them exchanged, or left out with null.
 * @param {Layer} layer @param {Partial<Record<MaskName, ((place: Place) => boolean) | null>>} [others]
 */
export function blockedIn(layer, others = {}) {
  const own = masksOf(layer);
  const all = masksIn(layer).flatMap((name) => {
    const other = others[name];
    return other === null ? [] : [other ?? own[name]];
  });
  return blockedWhere(layer, (place) => all.some((isBlocked) => isBlocked(place)));
}
