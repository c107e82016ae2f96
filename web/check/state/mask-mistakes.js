import { maskScores } from "./layer-steps.js";
import { blockedIn, blockedWhere, masksIn, masksOf } from "./masks.js";
import { hasFullRow } from "./saved-layer.js";
import { EMPTY_ROWS, softmaxOf } from "./softmax.js";

/**
 * Ways to make the mistakes of masks and of the softmax.
 *
 * @typedef {import("./layer.js").Layer} Layer
 * @typedef {import("./layer-steps.js").LayerSteps} LayerSteps
 * @typedef {import("./mistakes.js").Way} Way
 * @typedef {import("./masks.js").Place} Place
 * @typedef {import("./masks.js").MaskName} MaskName
 */

/**
 * Other masks, in each of the ways in which a query whose keys are all blocked can end.
 * @param {(layer: Layer) => Uint8Array} blocked @param {import("./softmax.js").EmptyRow} [empty] @returns {Way}
 */
const blocking = (blocked, empty) => ({
  change: {
    blocked: (s) => blocked(s.layer),
    ...(empty && {
      attention: (/** @type {LayerSteps} */ s) => softmaxOf(s.get("masked"), s.layer, { empty }),
    }),
  },
});

/** @param {Layer} layer @param {(layer: Layer) => Uint8Array} blocked @param {string[]} [of] @returns {Way[]} */
export function waysToBlock(layer, blocked, of = []) {
  const isOpen = !layer.sinks && hasFullRow(blocked(layer), layer.sizes.Tk);
  return (isOpen ? EMPTY_ROWS : [undefined]).map((empty) => ({ of, ...blocking(blocked, empty) }));
}

/** @param {Layer} layer @param {(place: Place) => boolean} causal @returns {Way[]} */
export const causalBy = (layer, causal) =>
  seesPast(layer) ? waysToBlock(layer, (of) => blockedIn(of, futureBy(of, causal))) : [];

/** Whether a layer hides the future: by a causal mask, or by a window that ends at the query. @param {Layer} layer */
const seesPast = ({ causal, window }) => causal || window?.[1] === 0;

/** Another mask of the future, also in place of that side of a window. @param {Layer} layer @param {(place: Place) => boolean} causal */
function futureBy(layer, causal) {
  const { window } = layer;
  if (window?.[1] !== 0) return { causal };
  const before = masksOf({ ...layer, window: [window[0], -1] }).window;
  return { causal, window: (/** @type {Place} */ place) => before(place) || causal(place) };
}

/** @param {(place: Place) => boolean} padding @returns {Way[]} */
export const paddingBy = (padding) =>
  EMPTY_ROWS.map((empty) => blocking((layer) => blockedIn(layer, { key_padding_mask: padding }), empty));

/** Each mask reversed, all as one, or one of several; an additive one cannot be. @param {Layer} layer @returns {Way[]} */
export function reverseMasks(layer) {
  const names = masksIn(layer.asSaved?.mask?.isAdditive ? layer.asSaved : layer);
  const own = masksOf(layer);
  const not = (/** @type {readonly MaskName[]} */ which) =>
    Object.fromEntries(which.map((name) => [name, (/** @type {Place} */ place) => !own[name](place)]));
  if (!names.length) return [];
  const all = waysToBlock(layer, (of) => blockedIn(of, not(names)));
  if (names.length === 1) return all;
  const asOne = waysToBlock(layer, (of) => blockedIn(of).map((each) => 1 - each));
  return [
    ...all,
    ...asOne,
    ...names.flatMap((name) => waysToBlock(layer, (of) => blockedIn(of, not([name])), [name])),
  ];
}

/** One key more, or less, on a side of the window. @param {Layer} layer @returns {Way[]} */
export function otherWindow(layer) {
  const { window } = layer;
  if (!window) return [];
  const [left, right] = window;
  const sides = /** @type {[number, number][]} */ ([
    [left + 1, right],
    [left - 1, right],
    [left, right + 1],
    [left, right - 1],
  ]).filter(
    ([a, b]) =>
      (left >= 0 || a === left) &&
      (right >= 0 || b === right) &&
      a >= -1 &&
      b >= -1 &&
      !(left === 0 && a < 0) &&
      !(right === 0 && b < 0),
  );
  return sides.flatMap((other) => {
    const mask = masksOf({ ...layer, window: other }).window;
    return waysToBlock(layer, (of) => blockedIn(of, { window: mask }));
  });
}

/**
 * Masks of another batch item: rows of heads and rows of the mask are stacked in different orders.
 * @param {Layer} layer @param {(place: Place, sizes: Layer["sizes"]) => number} source @returns {Way[]}
 */
export function otherBatch(layer, source) {
  const { padding, mask, sizes } = layer;
  if (sizes.B === 1 || sizes.H === 1 || (!padding && !mask)) return [];
  const own = masksOf(layer);
  const moved = (/** @type {MaskName} */ name) => (/** @type {Place} */ place) =>
    own[name]({ ...place, b: source(place, sizes) });
  return waysToBlock(layer, (of) =>
    blockedIn(of, { key_padding_mask: moved("key_padding_mask"), attn_mask: moved("attn_mask") }),
  );
}

/** An additive mask that blocks where its number is 0, or is not 0; a boolean one that is added. @param {Layer} of @returns {Way[]} */
export function maskAsBinary(of) {
  const layer = of.asSaved ?? of;
  const { mask } = layer;
  if (!mask) return [];
  if (!mask.isAdditive)
    return [
      {
        of: ["added"],
        change: {
          blocked: () => blockedIn(layer, { attn_mask: null }),
          masked: (s) => maskScores(s, -Infinity).map((score, at) => score + Number(mask.data[at])),
        },
        whole: ["masked"],
      },
    ];
  const { H, T, Tk } = layer.sizes;
  const at = (/** @type {Place} */ { b, h, i, j }) => mask.data[((b * H + h) * T + i) * Tk + j];
  const own = masksOf(layer);
  return /** @type {[string, (place: Place) => boolean][]} */ ([
    ["zero", (place) => at(place) === 0],
    ["nonzero", (place) => at(place) !== 0],
  ]).flatMap(([of, isBlocked]) => {
    const all = masksIn(layer).map((name) => own[name]);
    const blocked = (/** @type {Layer} */ each) =>
      blockedWhere(each, (place) => isBlocked(place) || all.some((mask) => mask(place)));
    return EMPTY_ROWS.map((empty) => ({
      of: [of],
      change: {
        blocked: (/** @type {LayerSteps} */ s) => blocked(s.layer),
        masked: (/** @type {LayerSteps} */ s) => {
          const [scores, hidden] = [s.get("biased"), s.get("blocked")];
          return Float64Array.from(scores, (score, flat) => (hidden[flat] ? -Infinity : score));
        },
        attention: (/** @type {LayerSteps} */ s) => softmaxOf(s.get("masked"), s.layer, { empty }),
      },
    }));
  });
}

/** Over the queries (axis 2) or the heads (1). @param {Layer} layer @param {1 | 2} axis @returns {Way[]} */
export const softmaxes = (layer, axis) =>
  (masksIn(layer).length ? EMPTY_ROWS : [layer.empty]).map((empty) => ({
    change: { attention: (s) => softmaxOf(s.get("masked"), s.layer, { axis, empty }) },
    whole: axis === 2 ? ["attention"] : [],
  }));

/** A softmax over all keys, and only then 0 where a key is blocked. @param {Layer} layer @returns {Way[]} */
export function maskedAfterwards(layer) {
  if (!masksIn(layer).length) return [];
  return [
    {
      change: {
        attention: (s) => {
          const { mask } = s.layer;
          const open = mask?.isAdditive
            ? s.get("biased").map((score, at) => score + Number(mask.data[at]))
            : s.get("biased");
          const blocked = s.get("blocked");
          return softmaxOf(open, s.layer).map((weight, at) => (blocked[at] ? 0 : weight));
        },
      },
    },
  ];
}
