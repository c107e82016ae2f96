import { embedRows, finish, project } from "../../core/transformer.js";
import { disposedOf } from "../../core/disposed.js";
import { modelRefusal } from "../words-refusals.js";
import { attentionOf } from "./description.js";
import { biasOfBuckets, slopesOfSeen } from "./added-positions.js";
import { Blocks, computed, constantsOf, gainOf } from "./blocks.js";
import { Experts } from "./experts.js";
import { KeptWeights } from "./keeper.js";
import { Matrices } from "./matrices.js";
import { atOnce } from "./pace.js";
import { sinusoidRows } from "./sinusoids.js";
import { Unembedding } from "./unembedding.js";

/** @import { Core } from "../../core/core.js" */
/** @import { Block, KeyValues } from "../../core/transformer.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Pace } from "./pace.js" */
/** @import { Likely } from "./unembedding.js" */

/**
 * @typedef {object} Sentence what a model reads
 * @property {readonly number[]} ids
 * @property {readonly number[]} types  of tokens; read by models that have types
 * @property {readonly number[]} answers  the piece that each token is to predict, or -1
 * @property {readonly number[]} [attentionMask]  of tokens: 0 for one that no query sees, else 1; all are seen if left out
 * @property {Sentence} [source]  what the encoder of an encoder-decoder reads; left out if a cache holds its output
 * @property {import("./patches.js").Values} [picture]  what a model of pictures reads instead of ids, (C, H, W)
 *
 * @typedef {object} PassOptions
 * @property {Readonly<Record<number, Float32Array>>} [headScale] by layer: factors of its heads
 * @property {(progress: { done: number, total: number }) => void} [onProgress] blocks that are computed
 * @property {(layer: number, attention: TensorOutput) => void} [onLayer] a layer's weights (H, T, T), as soon as they are computed
 * @property {(layer: number, x: TensorOutput) => Promise<TensorOutput>} [afterBlock] what a layer does after its block
 * @property {boolean} [predicts] false computes no predictions, and reads no output matrix
 * @property {AbortSignal} [signal]
 * @property {number} [cache] from openCache(): the sentence continues the earlier ones of this cache
 *
 * @typedef {object} Pass all results of a forward pass
 * @property {TensorOutput[]} attention of each layer, (H, T, T)
 * @property {TensorOutput[]} hidden input of each layer, (T, d_model), and output of the final norm
 * @property {Likely | null} likely null if the weights have no output
 * @property {import("../../core/message.js").Message[]} notices about the weights that were read so far
 * @property {StackPass} [encoder] of an encoder-decoder, whose other results are those of its decoder
 * @property {StackPass} [cross] of the decoder's attention to the encoder's output
 *
 * @typedef {Pick<Pass, "attention" | "hidden">} StackPass
 *
 * @typedef {object} LayerParts all that one layer's attention is computed from
 * @property {import("../../core/types.js").LayerOptions} options of createLayer
 * @property {Record<string, TensorOutput>} weights
 * @property {TensorOutput} query (1, T, d_model)
 * @property {TensorOutput} [key] what keys and values are projected from, (1, T_k, d_model), if not the query
 * @property {TensorOutput} [attnMask] what positions by distance add to the scores, (1, H, T, T)
 *
 * @typedef {object} BlockParts the steps of one layer's block
 * @property {import("../../core/transformer.js").BlockOptions["order"]} order of its norms
 * @property {"layer" | "rms"} norm
 * @property {string} activation
 * @property {Readonly<Record<string, TensorOutput>>} steps (1, T, …) by id, in order; of attention, its output only
 *
 * @typedef {object} Cache what later tokens need of earlier ones
 * @property {KeyValues[]} layers
 * @property {number} counted tokens that count as positions
 * @property {readonly number[]} attentionMask
 */

/** Largest size of attention weights that a pass returns, in bytes. */
const MOST_ATTENTION = 2 ** 29;

/** Computes the blocks of a checkpoint one by one. */
export class Transformer {
  #core;
  #checkpoint;
  #blocks;
  #unembedding;
  #matrices;
  #experts;
  #weights;
  #pace;
  /** Stops the runs in progress. */
  #gone = new AbortController();
  /** Open caches, by number. @type {Map<number, Cache>} */ #caches = new Map();
  #opened = 0;

  /** @param {Core} core @param {Checkpoint} checkpoint @param {{ keep?: boolean, pace?: Pace }} [options] keep: weights stay in memory */
  constructor(core, checkpoint, { keep = false, pace = atOnce() } = {}) {
    this.#core = core;
    this.#checkpoint = checkpoint;
    this.#blocks = new Blocks(core, checkpoint, { keep, pace });
    this.#weights = new KeptWeights(checkpoint.weights, keep);
    this.#matrices = new Matrices(core, checkpoint, { keep, pace });
    this.#experts = new Experts(core, checkpoint, { weights: this.#weights, matrices: this.#matrices });
    this.#unembedding = new Unembedding(core, checkpoint, {
      ...{ pace, weights: this.#weights, matrices: this.#matrices },
    });
    this.#pace = pace;
  }

  /** @param {Sentence} sentence @param {PassOptions} [options] @returns {Promise<Pass>} */
  async run(
    sentence,
    { headScale = {}, onProgress, onLayer, afterBlock, predicts: asked = true, signal: stop, cache } = {},
  ) {
    const { description, predicts: can } = this.#checkpoint.model;
    const predicts = can && asked;
    const signal = AbortSignal.any([this.#gone.signal, ...(stop ? [stop] : [])]);
    const { layers, dModel } = description;
    const tokens = sentence.ids.length;
    const cached = cache === undefined ? undefined : this.#caches.get(cache);
    const attentionMask = [
      ...(cached?.attentionMask ?? []),
      ...(sentence.attentionMask ?? sentence.ids.map(() => 1)),
    ];
    requireRoom(tokens, attentionMask.length, description);
    const keyPadding = keyPaddingOf(attentionMask);
    const { places, counted } = placesOf(sentence, description, cached?.counted ?? 0);
    const added = await this.#added(tokens, attentionMask, signal);
    const breathe = async () => {
      await this.#pace.breathe();
      signal.throwIfAborted();
    };
    /** @type {TensorOutput[]} */ const attention = [];
    /** @type {TensorOutput[]} */ const hidden = [];
    const pictures = sentence.picture && (await this.#pictures());
    let x = pictures
      ? await this.#embeddedPicture(pictures, sentence, { breathe, signal })
      : await this.#embedded(sentence, places, signal);
    const total = layers + (predicts ? 1 : 0);
    for (let layer = 0; layer < layers; layer++) {
      signal.throwIfAborted();
      hidden.push({ data: x.data, shape: [tokens, dModel] });
      const past = cached?.layers[layer];
      const options = { headScale: headScale[layer], past, keyPadding, added, caches: Boolean(cached) };
      const compute = (/** @type {Block} */ block) => this.#computed(block, x, options, breathe);
      const made = await this.#blocks.use(layer, attentionMask.length, compute, signal);
      attention.push({ data: made.attention.data, shape: made.attention.shape.slice(1) });
      onLayer?.(layer, attention[layer]);
      if (cached && made.present) cached.layers[layer] = made.present;
      const { output } = made.network ? await this.#withExperts(layer, made, { breathe, signal }) : made;
      x = afterBlock ? await afterBlock(layer, output) : output;
      onProgress?.({ done: layer + 1, total });
      await breathe();
    }
    if (cached) Object.assign(cached, { counted, attentionMask });
    x = await this.#finished(x, signal);
    hidden.push({ data: x.data, shape: [tokens, dModel] });
    signal.throwIfAborted();
    const output = pictures ?? this.#unembedding;
    const likely = predicts ? await output.likely(x, sentence.answers, { breathe, signal }) : null;
    if (predicts) onProgress?.({ done: total, total });
    return { attention, hidden, likely, notices: this.#checkpoint.weights.notices };
  }

  /** Opens a cache for runs that continue an earlier one. @returns {Promise<number>} */
  async openCache() {
    this.#caches.set(this.#opened, { layers: [], counted: 0, attentionMask: [] });
    return this.#opened++;
  }

  /** @param {number} cache */
  async closeCache(cache) {
    this.#caches.delete(cache);
  }

  /**
   * The parts of a layer's attention.
   * @param {number} layer @param {TensorOutput} hidden what the layer reads, (T, d_model) @param {readonly number[]} attentionMask of all tokens
   * @returns {Promise<LayerParts>}
   */
  async parts(layer, { data, shape }, attentionMask) {
    const [tokens] = shape;
    const added = await this.#added(tokens, attentionMask, this.#gone.signal);
    return this.#blocks.use(layer, tokens, async (block) => {
      const x = { data, shape: [1, ...shape] };
      const { read, byDistance } = await this.#computed(block, x, { added }, this.#pace.breathe);
      return {
        options: attentionOf(this.#checkpoint.model.description, layer, tokens),
        ...{ weights: block.weights(), query: read, attnMask: byDistance },
      };
    });
  }

  /**
   * The steps of a layer's block.
   * @param {number} layer @param {TensorOutput} hidden what the layer reads, (T, d_model)
   * @param {{ headScale?: Float32Array, attentionMask?: readonly number[] }} options @returns {Promise<BlockParts>}
   */
  async block(layer, { data, shape }, { headScale, attentionMask = [] }) {
    const { order, norm, activation } = this.#checkpoint.model.description;
    const x = { data, shape: [1, ...shape] };
    const [tokens] = shape;
    const seen = attentionMask.length ? attentionMask : Array(tokens).fill(1);
    const added = await this.#added(tokens, seen, this.#gone.signal);
    const made = await this.#blocks.use(layer, tokens, (block) =>
      this.#computed(
        block,
        x,
        { headScale, keyPadding: keyPaddingOf(attentionMask), added, traces: true },
        this.#pace.breathe,
      ),
    );
    if (!made.network) return { order, norm, activation, steps: made.steps ?? {} };
    const {
      output,
      router,
      added: down,
    } = await this.#withExperts(layer, made, { breathe: this.#pace.breathe });
    return { order, norm, activation, steps: { ...made.steps, router, down, stream: output } };
  }

  /**
   * The output of a block whose feed-forward network is a mixture of experts.
   * @param {number} layer @param {{ output: TensorOutput, network?: TensorOutput }} made the block up to its network
   * @param {{ breathe: () => Promise<void>, signal?: AbortSignal }} options
   */
  async #withExperts(layer, { output: { data, shape }, network }, options) {
    const read = /** @type {TensorOutput} */ (network);
    const { output: added, router } = await this.#experts.mixed(layer, read, options);
    const output = { data: data.map((value, i) => value + added.data[i]), shape };
    return { output, added, router };
  }

  dispose() {
    this.#gone.abort(disposedOf("model"));
    this.#blocks.dispose();
    this.#matrices.dispose();
    this.#weights.dispose();
    this.#checkpoint.rest();
  }

  /** @param {Block} block @param {TensorOutput} x @param {Parameters<Block["begin"]>[1]} options @param {() => Promise<void>} breathe */
  #computed(block, x, options, breathe) {
    return computed(block, x, options, { pace: this.#pace, breathe });
  }

  /** @param {Sentence} sentence @param {readonly number[]} places rows of its tokens' positions @param {AbortSignal} signal @returns {Promise<TensorOutput>} (1, T, d_model) */
  async #embedded({ ids, types }, places, signal) {
    const { description } = this.#checkpoint.model;
    const { embeddingScale: scale, types: kinds, tasks, inputNorm, projection } = description;
    // All at once: a host answers each request after a pause.
    const [words, offsets, rowsOfTypes, norm] = await Promise.all([
      this.#rows("words", ids, signal),
      this.#positions(places, signal),
      kinds ? this.#rows("types", types, signal) : undefined,
      this.#norm(inputNorm ? "inputNorm" : "", signal),
    ]);
    if (offsets && tasks) await this.#addFirstTask(offsets, signal);
    const summed = await embedRows(this.#core, {
      words: projection?.of === "words" ? await this.#projected(words, signal) : words,
      scale,
      positions: offsets,
      types: rowsOfTypes,
      ...norm,
    });
    return projection?.of === "sum" ? this.#projected(summed, signal) : summed;
  }

  /** Rows of positions, if the model has any. @param {readonly number[]} places @param {AbortSignal} signal */
  async #positions(places, signal) {
    const { description, tensors } = this.#checkpoint.model;
    if (tensors.has("positions") && description.positions) return this.#rows("positions", places, signal);
    return description.sinusoids ? sinusoidRows(description, places) : undefined;
  }

  /** Adds the embedding of the first task to each row, as transformers does if no task is given. @param {TensorOutput} rows @param {AbortSignal} signal */
  async #addFirstTask({ data }, signal) {
    const task = await this.#rows("tasks", [0], signal);
    const width = task.data.length;
    for (let i = 0; i < data.length; i++) data[i] += task.data[i % width];
  }

  /** Embeddings of their own width as the blocks read them. @param {TensorOutput} x @param {AbortSignal} signal @returns {Promise<TensorOutput>} */
  async #projected(x, signal) {
    const bias = this.#checkpoint.model.tensors.has("bProject")
      ? await this.#weights.vector(this.#nameOf("bProject"), signal)
      : undefined;
    const apply = (/** @type {import("../../core/transformer.js").Matrix} */ matrix) =>
      project(this.#core, x, matrix, bias);
    return this.#matrices.use(this.#nameOf("wProject"), { signal }, apply);
  }

  /** The ends of a model that reads pictures. */
  async #pictures() {
    const { PictureEnds } = await import("./picture-ends.js");
    return new PictureEnds(this.#core, this.#checkpoint, { pace: this.#pace, weights: this.#weights });
  }

  /**
   * @param {import("./picture-ends.js").PictureEnds} pictures @param {Sentence} sentence
   * @param {{ breathe: () => Promise<void>, signal: AbortSignal }} options @returns {Promise<TensorOutput>} (1, T, d_model)
   */
  async #embeddedPicture(pictures, { picture }, options) {
    const { inputNorm } = this.#checkpoint.model.description;
    const rows = await pictures.rows(/** @type {import("./patches.js").Values} */ (picture), options);
    return embedRows(this.#core, {
      ...rows,
      ...(await this.#norm(inputNorm ? "inputNorm" : "", options.signal)),
    });
  }

  /** @param {TensorOutput} x @param {AbortSignal} signal @returns {Promise<TensorOutput>} */
  async #finished(x, signal) {
    const { finalNorm } = this.#checkpoint.model.description;
    return finalNorm ? finish(this.#core, x, await this.#norm("finalNorm", signal)) : x;
  }

  /**
   * Numbers that are added to the scores of the last `tokens` tokens.
   * @param {number} tokens @param {readonly number[]} attentionMask of all tokens @param {AbortSignal} signal
   * @returns {Promise<TensorOutput | undefined>} (1, H, T, T_k)
   */
  async #added(tokens, attentionMask, signal) {
    const { added, alibi, heads } = this.#checkpoint.model.description;
    if (alibi) return attentionMask.includes(0) ? slopesOfSeen(attentionMask, tokens, heads) : undefined;
    if (!added) return undefined;
    const rows = Array.from({ length: added.buckets }, (_, i) => i);
    const { data } = await this.#weights.rows(this.#nameOf("buckets"), rows, signal);
    return biasOfBuckets(added, { tokens, keys: attentionMask.length, heads, learned: data });
  }

  /** @param {string} role @param {readonly number[]} rows @param {AbortSignal} signal @returns {Promise<TensorOutput>} (1, rows, d_model) */
  async #rows(role, rows, signal) {
    const { data, shape } = await this.#weights.rows(this.#nameOf(role), rows, signal);
    return { data, shape: [1, ...shape] };
  }

  /** @param {string} role of a norm; empty for none @param {AbortSignal} signal @returns {Promise<import("../../core/transformer.js").NormOptions>} */
  async #norm(role, signal) {
    const { description, tensors } = this.#checkpoint.model;
    const { norm, eps } = description;
    if (!role) return { norm, eps };
    const read = async (/** @type {string} */ each) =>
      tensors.has(each) ? this.#weights.vector(this.#nameOf(each), signal) : undefined;
    const gain = await read(`${role}.gain`);
    return {
      ...{ norm, eps, gain: gain && gainOf(gain, description), shift: await read(`${role}.shift`) },
      ...constantsOf(description, gain?.length ?? description.dModel),
    };
  }

  /** @param {string} role */
  #nameOf(role) {
    return /** @type {{ name: string }} */ (this.#checkpoint.model.tensors.get(role)).name;
  }
}

/** For the core: 1 for keys that no query sees; undefined if all are seen. @param {readonly number[]} attentionMask @returns {TensorOutput | undefined} (1, T_k) */
export const keyPaddingOf = (attentionMask) =>
  attentionMask.includes(0)
    ? { data: Float32Array.from(attentionMask, (seen) => 1 - seen), shape: [1, attentionMask.length] }
    : undefined;

/**
 * Rows of the tokens' positions, and how many tokens count as positions by then. Padding does not count in some models, hidden tokens not in
 * others.
 * @param {Sentence} sentence @param {import("./description.js").Description} description @param {number} counted before these tokens
 */
function placesOf({ ids, attentionMask }, { firstPosition, padding, countsSeen }, counted) {
  const counts = (/** @type {number} */ id, /** @type {number} */ i) =>
    id !== padding && !(countsSeen && attentionMask?.[i] === 0);
  const places = ids.map((id, i) => firstPosition + (counts(id, i) ? counted++ : -1));
  return { places, counted };
}

/** Refuses a pass whose attention weights are too large. @param {number} tokens @param {number} keys tokens with those of a cache @param {import("./description.js").Description} description */
export function requireRoom(tokens, keys, { layers, heads }) {
  const room = MOST_ATTENTION / (4 * layers * heads);
  const most = Math.floor(Math.sqrt(room));
  if (tokens * keys > room)
    throw modelRefusal("memory", "attention_too_large", { tokens, layers, heads, most });
}
