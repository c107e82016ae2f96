import { isBlocked } from "./causal.js";
import { blockedWhere, masksOf } from "./masks.js";

/**
 * The kind of a saved attn_mask: boolean, causal, or of padding.
 *
 * @typedef {import("./layer.js").Layer} Layer
 */

/**
 * The same layer with its attn_mask as the mask that it is, so that the mistakes of that mask are tried.
 * @param {Layer} layer
 * @returns {Layer}
 */
export function withKindOf(layer) {
  const { mask, padding, sizes } = layer;
  if (!mask || (mask.isAdditive && !Array.from(mask.data).every((each) => each === 0 || isBlocked(each))))
    return layer;
  const blocked = Uint8Array.from(mask.data, (each) => Number(each !== 0));
  if (!blocked.includes(1)) return layer;
  const future = blockedWhere(layer, masksOf(layer).causal);
  const asSaved = layer;
  if (blocked.every((each, at) => each === future[at]))
    return { ...layer, causal: true, mask: null, asSaved };
  const { B, H, T, Tk } = sizes;
  const own = Uint8Array.from(
    { length: B * Tk },
    (_, at) => blocked[Math.floor(at / Tk) * H * T * Tk + (at % Tk)],
  );
  const isPadding = blocked.every((each, at) => each === own[Math.floor(at / (H * T * Tk)) * Tk + (at % Tk)]);
  if (isPadding && !padding) return { ...layer, padding: own, mask: null, asSaved };
  return mask.isAdditive ? { ...layer, mask: { data: blocked, isAdditive: false }, asSaved } : layer;
}
