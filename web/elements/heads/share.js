import { effectsOf } from "../../state/ablation.js";
import { LOOK } from "../../state/look.js";

/**
 * What a head adds to a token's output: c_h · y / ‖y‖². Of the last column, that of b_O.
 * @param {import("../../state/picture.js").Picture} picture with a layer
 * @param {import("../../state/look.js").Look | null} look  how heads are scaled; null for all at 1
 * @param {number} token @param {number} head
 */
export function shareOf(picture, look, token, head) {
  const { shares } = effectsOf(picture, look ?? LOOK);
  return shares.data[token * shares.shape[2] + head];
}
