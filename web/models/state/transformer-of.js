import { Transformer } from "./transformer.js";

/** @import { Core } from "../../core/core.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { EncoderDecoder } from "./encoder-decoder.js" */
/** @import { Pace } from "./pace.js" */

/** @typedef {Omit<Transformer, "run" | "parts" | "block"> & Pick<EncoderDecoder, "run" | "parts" | "block">} Computer what computes a checkpoint */

/**
 * What computes a checkpoint. An EncoderDecoder lacks those methods of a Transformer that Model refuses for it, and takes factors of heads by kind.
 * @param {Core} core @param {Checkpoint} checkpoint @param {{ keep?: boolean, pace?: Pace, team?: import("./cut.js").Team }} options @returns {Promise<Computer>}
 */
export async function transformerOf(core, checkpoint, options) {
  if (!checkpoint.model.encoder) return /** @type {any} */ (new Transformer(core, checkpoint, options));
  const { EncoderDecoder } = await import("./encoder-decoder.js");
  return /** @type {any} */ (new EncoderDecoder(core, checkpoint, options));
}
