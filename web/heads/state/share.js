import { effectsOf, tryChange } from "./ablation.js";
import { LOOK, scaleOfHead } from "../../kit/state/look.js";
import { selectedIn } from "../../kit/state/state.js";

/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { Look } from "../../kit/state/look.js" */
/** @import { State } from "../../kit/state/state.js" */

/**
 * Data of the bars below the heads' maps.
 *
 * @typedef {object} Bars
 * @property {(head: number) => number} share  share of the token's output
 * @property {number} most                     largest share while all heads are on
 * @property {(head: number) => number} scale
 */

/**
 * A head's share of a token's output, c_h · y / ‖y‖²; the last column is the share of b_O.
 * @param {Picture} picture with a layer
 * @param {Look | null} look  scales of the heads; null for 1
 * @param {number} token @param {number} head
 */
export function shareOf(picture, look, token, head) {
  const { shares } = effectsOf(picture, look ?? LOOK);
  return shares.data[token * shares.shape[2] + head];
}

/** The token whose output is shown; never padding. @param {State} state with a picture */
export function tokenIn(state) {
  const { settings, lengths, item = 0 } = /** @type {Picture} */ (state.picture);
  return Math.min(selectedIn(state).token ?? 0, (lengths?.[item] ?? settings.tokens.length) - 1);
}

/**
 * @param {State} state with a picture
 * @returns {Bars | null} null without a layer, and on wrong paths, where heads may share an output without being separable
 */
export function barsOf(state) {
  const { look, comparison } = state;
  const picture = /** @type {Picture} */ (state.picture);
  if (!picture.layer || comparison) return null;
  const token = tokenIn(state);
  const all = Array.from({ length: picture.config.numHeads }, (_, head) =>
    shareOf(picture, null, token, head),
  );
  return {
    share: (head) => shareOf(picture, look, token, head),
    most: Math.max(...all.map(Math.abs)),
    scale: (head) => scaleOfHead(look, head),
  };
}

/**
 * Scales heads, as far as the core allows.
 * @param {import("../../kit/state/store.js").Store} store with a picture of a layer @param {Partial<Look>} change
 */
export const applyChange = (store, change) =>
  store.look(tryChange(/** @type {Picture} */ (store.state.picture), store.state.look, change));
