import { DEFAULTS } from "../../kit/state/settings.js";

/** @import { Own } from "../../kit/state/own.js" */
/** @import { Settings } from "../../kit/state/settings.js" */

/** Settings that a checkpoint leaves at their defaults. */
const { colormap, weights, training, seed, ...DEFAULTS_OF_LAYER } = DEFAULTS;

/**
 * A layer of a checkpoint on a sentence, as own numbers and settings of a picture.
 * @param {import("./model-run.js").AttentionParts} parts
 * @param {{ tokens: readonly string[], layer: number, layers: number }} of
 * @returns {{ own: Omit<Own, "given">, settings: Partial<Settings> }}
 */
export function layerAsOwn({ options, weights, query, causal }, { tokens, layer, layers }) {
  const { dModel, numHeads, numKvHeads, dK, bias, rope, qkNorm, softcap, window } = /** @type {any} */ (
    options
  );
  return {
    own: { ...{ attention: null, layer, layers }, ...{ parameters: weights, input: query, options } },
    settings: {
      ...DEFAULTS_OF_LAYER,
      ...{ tokens, dModel, heads: numHeads, kvHeads: numKvHeads, dK, bias: Boolean(bias), causal },
      ...(rope && { rope: rope.style, ropeBase: rope.base }),
      ...{ qkNorm: Boolean(qkNorm), softcap: softcap || null, window: window || null },
    },
  };
}
