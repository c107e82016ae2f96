import { Transformer } from "./transformer.js";

/** @import { Core } from "../../core/core.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Pace } from "./pace.js" */

/** What computes a checkpoint. @param {Core} core @param {Checkpoint} checkpoint @param {{ keep?: boolean, pace?: Pace }} options */
export async function transformerOf(core, checkpoint, options) {
  if (!checkpoint.model.encoder) return new Transformer(core, checkpoint, options);
  const { EncoderDecoder } = await import("./encoder-decoder.js");
  return new EncoderDecoder(core, checkpoint, options);
}
