import { modelRefusal } from "../words-refusals.js";

/** @import { LayerOptions } from "../../core/types.js" */
/** @import { Description, Rotary } from "./description.js" */

/**
 * The options of createLayer for a layer's attention.
 * @param {Description} model @param {number} layer @returns {LayerOptions}
 * @throws {import("../../core/errors.js").HeadscopeError} code "config" for what the core cannot compute
 */
export function attentionOf(model, layer) {
  const { dModel, heads, kvHeads, dHead, qkvBias, oBias, eps, rope, qkNorm, softcap, windows } = model;
  return {
    ...{ dModel, numHeads: heads, numKvHeads: kvHeads, dK: dHead, bias: qkvBias || oBias },
    ...{ softcap, window: windows[layer], qkNorm: qkNorm && { eps }, rope: rope ? ropeOf(rope) : false },
  };
}

/** @param {Rotary} rope */
function ropeOf({ base, fraction, scaling }) {
  if (scaling?.kind === "llama3") throw modelRefusal("config", "rope_not_computed", { kind: scaling.kind });
  return { style: /** @type {"half"} */ ("half"), base, fraction, scaling: scaling?.factor ?? 1 };
}
