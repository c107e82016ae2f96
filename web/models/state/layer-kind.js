import { groupDigits } from "../../kit/text/grouped.js";

/** @import { Description, Window } from "./description.js" */

/**
 * What a layer of attention is.
 *
 * @typedef {object} LayerKind
 * @property {Window} window  the keys that a query sees; null for all
 * @property {"learned" | "distances" | "rotary" | "alibi" | "none"} positions  where it takes them from: the embeddings, learned numbers or vectors of
 *   distances, rotary positions, ALiBi
 * @property {boolean} [isCross]  of a decoder, to the output of an encoder
 */

/** What each layer is. @param {Description} model @returns {LayerKind[]} */
export const layerKindsOf = (model) =>
  Array.from({ length: model.layers }, (_, layer) => ({
    window: model.windows[layer] ?? null,
    positions: positionsIn(model, layer),
  }));

/**
 * What each layer of a kind of attention is.
 * @param {import("./checkpoint.js").ModelInfo} info @param {import("./encoder-decoder.js").Kind | undefined} kind  undefined for models of one stack
 * @returns {readonly LayerKind[]}
 */
export function kindsIn({ layers, layerKinds, encoder }, kind) {
  if (kind === "encoder" && encoder) return encoder.layerKinds;
  return kind === "cross" ? Array(layers).fill(CROSS) : layerKinds;
}

/** @type {LayerKind} */
const CROSS = { window: null, positions: "none", isCross: true };

/** @param {Description} model @param {number} layer @returns {LayerKind["positions"]} */
function positionsIn({ alibi, added, byDistance, ropes, positions, vision }, layer) {
  if (alibi) return "alibi";
  if (added || byDistance) return "distances";
  if (ropes[layer]) return "rotary";
  return positions || vision ? "learned" : "none";
}

/** Whether two layers are of the same kind. @param {LayerKind} a @param {LayerKind} b */
export const isSameKind = (a, b) => a.positions === b.positions && String(a.window) === String(b.window);

/** The width of a window: the newest keys, or keys before and after. @param {NonNullable<Window>} window @param {string} [lang] */
export function windowSaid(window, lang) {
  if (typeof window === "number") return groupDigits(window, lang);
  const [before, after] = window.map((width) => groupDigits(width, lang));
  return before === after ? `±${before}` : `−${before} +${after}`;
}
