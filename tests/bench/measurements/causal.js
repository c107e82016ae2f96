import { attentionPart } from "./attention-part.js";

/** @import { Context } from "./index.js" */

const SIZE = { dModel: 512, numHeads: 8, T: 1024 };

/**
 * Speed-up of the attention part by a causal mask.
 * @param {Context} context
 */
export async function causal(context) {
  const { uncausal, causal } = await attentionPart(SIZE, context);
  return { size: SIZE, uncausal, causal, ratio: uncausal / causal };
}
