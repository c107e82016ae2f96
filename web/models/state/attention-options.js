import { modelRefusal } from "../words-refusals.js";

/** @import { LayerOptions } from "../../core/types.js" */
/** @import { Description } from "./description.js" */

/**
 * The options of createLayer for a layer's attention.
 * @param {Description} model @param {number} layer @returns {LayerOptions}
 * @throws {import("../../core/errors.js").HeadscopeError} code "config" for what the core cannot compute
 */
export function attentionOf(model, layer) {
  const { dModel, heads, kvHeads, dHead, qkvBias, oBias } = model;
  const { family, rope, qkNorm, softcap, windows } = model;
  if (rope || qkNorm || softcap !== null || windows[layer] !== null)
    throw modelRefusal("config", "family_not_computed", { family });
  return { dModel, numHeads: heads, numKvHeads: kvHeads, dK: dHead, bias: qkvBias || oBias };
}
