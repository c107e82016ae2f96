/** @import { LayerOptions } from "../../core/types.js" */
/** @import { Description, Rotary } from "./description.js" */

/**
 * The options of createLayer for a layer's attention.
 * @param {Description} model @param {number} layer @returns {LayerOptions}
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
  const half = { style: /** @type {const} */ ("half"), base, fraction, scaling: 1 };
  if (!scaling || scaling.kind === "dynamic") return half;
  if (scaling.kind === "linear") return { ...half, scaling: scaling.factor };
  const { originalLength: length, lowFrequency: low, highFrequency: high } = scaling;
  return { ...half, scaling: scaling.factor, length, low, high };
}
