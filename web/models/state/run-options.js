import { show } from "../../core/check.js";
import { modelRefusal } from "../words-refusals.js";

/** @import { HeadScales, Kind } from "./encoder-decoder.js" */
/** @import { Patch } from "./patching.js" */

/**
 * @typedef {string | { ids: readonly number[], types?: readonly number[] }} Text text, or the ids of its pieces, and of masked models their types
 *
 * @typedef {object} RunOptions
 * @property {Scales | Partial<Record<Kind, Scales>>} [headScale] by layer: a factor for each head; 0 switches a head off. Of a model with an encoder
 *   and a decoder by kind, then by layer
 * @property {Text} [target] of a model with an encoder and a decoder, which reads the text as the source. Text: the decoder reads the start, the
 *   first piece, and the text's pieces. Ids: all that the decoder reads. Left out: the target is generated first, by the likeliest pieces
 * @property {number | string} [first] the target's first piece, such as "__fr__", or its id; forced_bos_token_id of generation_config.json if
 *   left out
 * @property {readonly number[]} [mask] places of pieces to mask (masked models), or of patches to paint black
 * @property {readonly number[]} [attentionMask] of pieces, of an encoder-decoder those of the source: 0 for a piece that no other piece sees, such as padding,
 *   else 1, as in transformers. It does not change positions. run.goOn() keeps it
 * @property {boolean} [caches] keys and values stay in memory until the next such run, so that run.goOn() computes one token only (causal
 *   models)
 * @property {(progress: { done: number, total: number, writes?: boolean }) => void} [onProgress] blocks that are computed; `writes`: pieces of the
 *   target that are generated first, of as many as it may have
 * @property {(layer: number, attention: import("../../core/types.js").TensorOutput, kind?: Kind) => void} [onLayer] attention weights (H, T, T) of a
 *   layer, as soon as they are computed
 * @property {boolean} [predicts] false computes no predictions, and reads no output matrix; true if left out
 * @property {boolean} [whole] true computes with one worker, also if the model has more: the bits of one
 * @property {Patch | readonly Patch[]} [patch] numbers of another run to put into this one
 * @property {number} [answer] a class of pictures, whose probability run.probability(0) gives
 * @property {AbortSignal} [signal]
 *
 * @typedef {object} GenerateOptions
 * @property {number} [tokens] how many pieces to add; 20 if left out. A decoder with an encoder ends earlier by itself, and takes as many as
 *   generation_config.json says if left out
 * @property {number | string} [first] of a decoder with an encoder: the first piece, as of a run
 * @property {number} [temperature] 0, the default, takes the likeliest piece
 * @property {number} [topK] number of the likeliest pieces that one is drawn from; 100, the default, at most
 * @property {number} [seed] the same seed draws the same pieces
 * @property {(token: { id: number, text: string }) => void} [onToken] text: the part of the whole text that is settled with this piece. Parts
 *   of a character, and a space that the tokenizer may take back, come with a later piece
 * @property {AbortSignal} [signal]
 */

/** @typedef {Readonly<Record<number, ArrayLike<number>>>} Scales factors of heads, by layer */

/** @typedef {Omit<RunOptions, "caches" | "onProgress" | "onLayer" | "whole" | "signal">} EachRunOptions of one of several runs */

/** Checks factors of heads by kind. @param {object} given @param {import("./checkpoint.js").ModelInfo} info @returns {HeadScales} */
export function checkedScalesByKind(given, info) {
  const sizes = /** @type {Record<string, { layers: number, heads: number }>} */ ({
    ...{ encoder: info.encoder, decoder: info, cross: info },
  });
  const unknown = Object.keys(given).find((kind) => !Object.hasOwn(sizes, kind));
  if (unknown !== undefined)
    throw modelRefusal("config", "no_kind", { kind: show(unknown), known: Object.keys(sizes).join(", ") });
  return Object.fromEntries(
    Object.entries(given).map(([kind, scales]) => [kind, checkedScales(scales ?? {}, sizes[kind])]),
  );
}

/** Checks factors of heads. @param {Scales} given @param {{ layers: number, heads: number }} info @returns {Record<number, Float32Array>} */
export function checkedScales(given, { layers, heads }) {
  /** @type {Record<number, Float32Array>} */
  const scales = {};
  for (const [layer, factors] of Object.entries(given)) {
    if (!(Number(layer) in Array.from({ length: layers })))
      throw modelRefusal("config", "no_place", { what: "layer", place: show(layer), last: layers - 1 });
    const scale = Float32Array.from(factors);
    if (scale.length !== heads)
      throw modelRefusal("config", "layer_head_scale", { layer, given: scale.length, heads });
    scales[Number(layer)] = scale;
  }
  return scales;
}

/** Checks an attention mask. @param {readonly number[] | undefined} given all ones if left out @param {number} tokens @returns {number[]} */
export function checkedAttentionMask(given, tokens) {
  if (given === undefined) return Array(tokens).fill(1);
  const isList = Array.isArray(given) || ArrayBuffer.isView(given);
  const mask = isList ? Array.from(/** @type {readonly number[]} */ (given)) : [];
  if (mask.length !== tokens || mask.some((each) => each !== 0 && each !== 1))
    throw modelRefusal("config", "attention_mask", { given: show(given), tokens });
  return mask;
}
