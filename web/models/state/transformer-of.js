import { Transformer } from "./transformer.js";

/** @import { Core } from "../../core/core.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Pace } from "./pace.js" */

/**
 * What computes a checkpoint. An EncoderDecoder has the methods of a Transformer, with factors of heads by kind.
 * @param {Core} core @param {Checkpoint} checkpoint @param {{ keep?: boolean, pace?: Pace }} options @returns {Promise<Transformer>}
 */
export async function transformerOf(core, checkpoint, options) {
  if (!checkpoint.model.encoder) return new Transformer(core, checkpoint, options);
  const { EncoderDecoder } = await import("./encoder-decoder.js");
  return /** @type {any} */ (new EncoderDecoder(core, checkpoint, options));
}
