import { disposedOf } from "../../core/disposed.js";
import { Blocks, computeBlock } from "./blocks.js";
import { attentionOf } from "./description.js";
import { atOnce } from "./pace.js";
import { keyPaddingOf, requireRoom } from "./pass-inputs.js";
import { Transformer } from "./transformer.js";

/** @import { Core } from "../../core/core.js" */
/** @import { KeyValues } from "../../core/transformer.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Pace } from "./pace.js" */
/** @import { BlockParts, LayerParts, Pass, PassOptions, Sentence, StackPass } from "./transformer.js" */

/**
 * @typedef {"encoder" | "decoder" | "cross"} Kind of attention: of the source, of the target, and of the target to the source
 *
 * @typedef {object} Memory what the decoder reads of the source
 * @property {TensorOutput} states the encoder's output, (1, T_source, d_model)
 * @property {readonly number[]} attentionMask of the source
 * @property {(KeyValues | null)[] | null} past of each layer, keys and values of all states but the last; null without a cache
 *
 * @typedef {Partial<Record<Kind, PassOptions["headScale"]>>} HeadScales
 *
 * @typedef {Omit<PassOptions, "headScale" | "onLayer" | "afterBlock"> & { headScale?: HeadScales,
 *   onLayer?: (layer: number, attention: TensorOutput, kind: Kind) => void }} PairOptions
 *
 * @typedef {{ kind: Kind, memory: TensorOutput }} PartOf memory: (T_source, d_model)
 */

/** Computes the blocks of a checkpoint with an encoder and a decoder. */
export class EncoderDecoder {
  #checkpoint;
  #encoder;
  #decoder;
  #cross;
  #pace;
  #gone = new AbortController();
  /** Of open caches, by number. @type {Map<number, Memory>} */ #memories = new Map();

  /** @param {Core} core @param {Checkpoint} checkpoint @param {{ keep?: boolean, pace?: Pace }} [options] keep: weights stay in memory */
  constructor(core, checkpoint, { keep = false, pace = atOnce() } = {}) {
    this.#checkpoint = checkpoint;
    this.#encoder = new Transformer(core, checkpoint.part("encoder"), { keep, pace });
    this.#decoder = new Transformer(core, checkpoint, { keep, pace });
    this.#cross = new Blocks(core, checkpoint.part("cross"), { keep, pace });
    this.#pace = pace;
  }

  /** @param {Sentence} sentence the target, with its source @param {PairOptions} [options] @returns {Promise<Pass>} */
  async run(sentence, options = {}) {
    const { headScale = {}, onProgress, onLayer, cache, predicts, signal: stop } = options;
    const { description, predicts: can } = this.#checkpoint.model;
    const before = sentence.source ? (description.encoder?.layers ?? 0) : 0;
    const total = before + description.layers + (can && predicts !== false ? 1 : 0);
    const telling =
      (/** @type {number} */ from) =>
      (/** @type {{ done: number }} */ { done }) =>
        onProgress?.({ done: from + done, total });
    /** @param {Kind} kind */
    const showing = (kind) => (/** @type {number} */ layer, /** @type {TensorOutput} */ attention) =>
      onLayer?.(layer, attention, kind);
    const encoded =
      sentence.source &&
      (await this.#encoder.run(sentence.source, {
        ...{ headScale: headScale.encoder, predicts: false, signal: stop },
        ...{ onProgress: telling(0), onLayer: showing("encoder") },
      }));
    const memory = this.#memoryOf(sentence, encoded, cache);
    requireRoom(sentence.ids.length, sentence.ids.length + memory.attentionMask.length, description);
    const signal = AbortSignal.any([this.#gone.signal, ...(stop ? [stop] : [])]);
    /** @type {StackPass} */
    const cross = { attention: [], hidden: [] };
    const pass = await this.#decoder.run(sentence, {
      ...{ headScale: headScale.decoder, predicts, signal: stop, cache },
      ...{ onProgress: telling(before), onLayer: showing("decoder") },
      afterBlock: async (layer, x) => {
        const { output, attention } = await this.#crossed(layer, x, memory, {
          headScale: headScale.cross?.[layer],
          signal,
        });
        cross.hidden.push({ data: x.data, shape: x.shape.slice(1) });
        cross.attention.push({ data: attention.data, shape: attention.shape.slice(1) });
        showing("cross")(layer, cross.attention[layer]);
        return output;
      },
    });
    const encoder = encoded && { attention: encoded.attention, hidden: encoded.hidden };
    return { ...pass, ...(encoder && { encoder }), cross };
  }

  /** @returns {Promise<number>} */
  openCache() {
    return this.#decoder.openCache();
  }

  /** @param {number} cache */
  async closeCache(cache) {
    this.#memories.delete(cache);
    await this.#decoder.closeCache(cache);
  }

  /**
   * The parts of a layer's attention.
   * @param {number} layer @param {TensorOutput} hidden what attention reads, (T, d_model) @param {readonly number[]} attentionMask of its keys
   * @param {PartOf} [of] @returns {Promise<LayerParts>}
   */
  async parts(layer, hidden, attentionMask, of) {
    const { kind, memory } = /** @type {PartOf} */ (of);
    if (kind !== "cross") return this.#stack(kind).parts(layer, hidden, attentionMask);
    const { description } = /** @type {import("./model.js").Stack} */ (this.#checkpoint.model.cross);
    const key = batched(memory);
    return this.#cross.use(layer, 0, async (block) => {
      const { breathe } = this.#pace;
      const made = await computeBlock(
        block,
        batched(hidden),
        { memory: key, read: true },
        { pace: this.#pace, breathe },
      );
      const query = /** @type {TensorOutput} */ (made.read);
      return { options: attentionOf(description, layer, 0), weights: block.weights(), query, key };
    });
  }

  /**
   * The steps of a layer's block: of "decoder" up to the sum of self-attention, of "cross" the rest of the decoder's layer.
   * @param {number} layer @param {TensorOutput} hidden what the block reads, (T, d_model)
   * @param {{ headScale?: Float32Array, attentionMask?: readonly number[] }} options @param {PartOf} [of] @returns {Promise<BlockParts>}
   */
  async block(layer, hidden, options, of) {
    const { kind, memory } = /** @type {PartOf} */ (of);
    if (kind !== "cross") return this.#stack(kind).block(layer, hidden, options);
    const { headScale, attentionMask = [] } = options;
    const { order, norm, activation } = this.#checkpoint.model.description;
    const given = {
      headScale,
      keyPadding: keyPaddingOf(attentionMask),
      memory: batched(memory),
      traces: true,
    };
    const { breathe } = this.#pace;
    const { steps = {} } = await this.#cross.use(layer, 0, (block) =>
      computeBlock(block, batched(hidden), given, { pace: this.#pace, breathe }),
    );
    return { order, norm, activation, steps };
  }

  dispose() {
    this.#gone.abort(disposedOf("model"));
    for (const each of [this.#encoder, this.#decoder, this.#cross]) each.dispose();
    this.#memories.clear();
  }

  /** @param {Exclude<Kind, "cross">} kind */
  #stack(kind) {
    return kind === "encoder" ? this.#encoder : this.#decoder;
  }

  /** The memory of a source, or of the cache that holds one. @param {Sentence} sentence @param {Pass | undefined} encoded @param {number | undefined} cache @returns {Memory} */
  #memoryOf({ source }, encoded, cache) {
    if (!source || !encoded) return /** @type {Memory} */ (this.#memories.get(/** @type {number} */ (cache)));
    const { data, shape } = /** @type {TensorOutput} */ (encoded.hidden.at(-1));
    // a copy, because a worker hands the encoder's results to the page
    const states = { data: data.slice(), shape: [1, ...shape] };
    const attentionMask = source.attentionMask ?? source.ids.map(() => 1);
    const memory = { states, attentionMask, past: cache === undefined ? null : [] };
    if (cache !== undefined) this.#memories.set(cache, memory);
    return memory;
  }

  /** The rest of a decoder's layer. @param {number} layer @param {TensorOutput} x (1, T, d_model) @param {Memory} memory @param {{ headScale?: Float32Array, signal: AbortSignal }} options */
  async #crossed(layer, x, { states, attentionMask, past }, { headScale, signal }) {
    const known = past?.[layer];
    const breathe = async () => {
      await this.#pace.breathe();
      signal.throwIfAborted();
    };
    const given = {
      ...{ headScale, keyPadding: keyPaddingOf(attentionMask), caches: Boolean(past) },
      ...(known ? { past: known, memory: lastOf(states) } : { memory: states }),
    };
    const how = { pace: this.#pace, breathe };
    const made = await this.#cross.use(layer, 0, (block) => computeBlock(block, x, given, how), signal);
    if (past && !known && made.present && attentionMask.length > 1) past[layer] = allButLast(made.present);
    return made;
  }
}

/** @param {TensorOutput} rows (T, d_model) @returns {TensorOutput} (1, T, d_model) */
const batched = ({ data, shape }) => ({ data, shape: [1, ...shape] });

/** @param {TensorOutput} states (1, T, d_model) @returns {TensorOutput} (1, 1, d_model) */
const lastOf = ({ data, shape: [, , width] }) => ({ data: data.slice(-width), shape: [1, 1, width] });

/** Keys and values of all tokens but the last, which the core projects again, so that each pass has a new one. @param {KeyValues} all @returns {KeyValues} */
function allButLast({ key, value }) {
  const without = (/** @type {TensorOutput} */ { data, shape: [, heads, tokens, width] }) => {
    const few = new Float32Array(heads * (tokens - 1) * width);
    for (let head = 0; head < heads; head++) {
      const first = head * tokens * width;
      few.set(data.subarray(first, first + (tokens - 1) * width), head * (tokens - 1) * width);
    }
    return { data: few, shape: [1, heads, tokens - 1, width] };
  };
  return { key: without(key), value: without(value) };
}
