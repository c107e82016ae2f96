import { embedRows, finish } from "../../core/transformer.js";
import { disposedOf } from "../../core/disposed.js";
import { modelRefusal } from "../words-refusals.js";
import { attentionOf } from "./description.js";
import { Blocks, gainOf } from "./blocks.js";
import { KeptWeights } from "./keeper.js";
import { atOnce } from "./pace.js";
import { embeddedPatches, gridOf, positionsFor } from "./patches.js";
import { PictureClassifier } from "./classifier.js";
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
 * @property {import("./patches.js").Values} [picture]  what a model of pictures reads instead of ids, (C, H, W)
 *
 * @typedef {object} PassOptions
 * @property {Readonly<Record<number, Float32Array>>} [headScale] by layer: factors of its heads
 * @property {(progress: { done: number, total: number }) => void} [onProgress] blocks that are computed
 * @property {(layer: number, attention: TensorOutput) => void} [onLayer] a layer's weights (H, T, T), as soon as they are computed
 * @property {boolean} [predicts] false computes no predictions, and reads no output matrix
 * @property {AbortSignal} [signal]
 * @property {number} [cache] from openCache(): the sentence continues the earlier ones of this cache
 *
 * @typedef {object} Pass all results of a forward pass
 * @property {TensorOutput[]} attention of each layer, (H, T, T)
 * @property {TensorOutput[]} hidden input of each layer, (T, d_model), and output of the final norm
 * @property {Likely | null} likely null if the weights have no output
 * @property {import("../../core/message.js").Message[]} notices about the weights that were read so far
 *
 * @typedef {object} LayerParts all that one layer's attention is computed from
 * @property {import("../../core/types.js").LayerOptions} options of createLayer
 * @property {Record<string, TensorOutput>} weights
 * @property {TensorOutput} query (1, T, d_model)
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
    const Output = checkpoint.model.description.vision ? PictureClassifier : Unembedding;
    this.#unembedding = new Output(core, checkpoint, { keep, pace, weights: this.#weights });
    this.#pace = pace;
  }

  /** @param {Sentence} sentence @param {PassOptions} [options] @returns {Promise<Pass>} */
  async run(
    sentence,
    { headScale = {}, onProgress, onLayer, predicts: asked = true, signal: stop, cache } = {},
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
    const { places, counted } = placesOf(sentence.ids, description, cached?.counted ?? 0);
    const breathe = async () => {
      await this.#pace.breathe();
      signal.throwIfAborted();
    };
    /** @type {TensorOutput[]} */ const attention = [];
    /** @type {TensorOutput[]} */ const hidden = [];
    const { picture } = sentence;
    let x = picture
      ? await this.#embeddedPicture(picture, breathe, signal)
      : await this.#embedded(sentence, places, signal);
    const total = layers + (predicts ? 1 : 0);
    for (let layer = 0; layer < layers; layer++) {
      signal.throwIfAborted();
      hidden.push({ data: x.data, shape: [tokens, dModel] });
      const past = cached?.layers[layer];
      const options = { headScale: headScale[layer], past, keyPadding, caches: Boolean(cached) };
      const compute = (/** @type {Block} */ block) => this.#computed(block, x, options, breathe);
      const made = await this.#blocks.use(layer, compute, signal);
      attention.push({ data: made.attention.data, shape: made.attention.shape.slice(1) });
      onLayer?.(layer, attention[layer]);
      if (cached && made.present) cached.layers[layer] = made.present;
      x = made.output;
      onProgress?.({ done: layer + 1, total });
      await breathe();
    }
    if (cached) Object.assign(cached, { counted, attentionMask });
    x = await this.#finished(x, signal);
    hidden.push({ data: x.data, shape: [tokens, dModel] });
    signal.throwIfAborted();
    const likely = predicts ? await this.#unembedding.likely(x, sentence.answers, { breathe, signal }) : null;
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

  /** The parts of a layer's attention. @param {number} layer @param {TensorOutput} hidden what the layer reads, (T, d_model) @returns {Promise<LayerParts>} */
  async parts(layer, { data, shape }) {
    return this.#blocks.use(layer, async (block) => {
      const x = { data, shape: [1, ...shape] };
      const { read, byDistance } = await this.#computed(block, x, {}, this.#pace.breathe);
      return {
        options: attentionOf(this.#checkpoint.model.description, layer),
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
    const { steps = {} } = await this.#blocks.use(layer, (block) =>
      this.#computed(
        block,
        x,
        { headScale, keyPadding: keyPaddingOf(attentionMask), traces: true },
        this.#pace.breathe,
      ),
    );
    return { order, norm, activation, steps };
  }

  dispose() {
    this.#gone.abort(disposedOf("model"));
    this.#blocks.dispose();
    this.#unembedding.dispose();
    this.#weights.dispose();
    this.#checkpoint.rest();
  }

  /**
   * A block's results.
   * @param {Block} block @param {TensorOutput} x @param {Parameters<Block["begin"]>[1]} options
   * @param {() => Promise<void>} breathe called between two slices
   */
  async #computed(block, x, options, breathe) {
    const pass = block.begin(x, options);
    try {
      while (pass.advance(this.#pace.flops)) await breathe();
      return pass.results();
    } finally {
      pass.dispose();
    }
  }

  /** @param {Sentence} sentence @param {readonly number[]} places rows of its tokens' positions @param {AbortSignal} signal @returns {Promise<TensorOutput>} (1, T, d_model) */
  async #embedded({ ids, types }, places, signal) {
    const { description } = this.#checkpoint.model;
    const { embeddingScale: scale, positions, types: kinds, inputNorm } = description;
    return embedRows(this.#core, {
      words: await this.#rows("words", ids, signal),
      scale,
      positions: positions ? await this.#rows("positions", places, signal) : undefined,
      types: kinds ? await this.#rows("types", types, signal) : undefined,
      ...(await this.#norm(inputNorm ? "inputNorm" : "", signal)),
    });
  }

  /**
   * Extra tokens with positions, registers without, then patches. @param {import("./patches.js").Values} picture
   * @param {() => Promise<void>} breathe @param {AbortSignal} signal @returns {Promise<TensorOutput>} (1, T, d_model)
   */
  async #embeddedPicture(picture, breathe, signal) {
    const { description, tensors } = this.#checkpoint.model;
    const vision = /** @type {import("./description.js").Vision} */ (description.vision);
    const { dModel, inputNorm } = description;
    const read = async (/** @type {string} */ role) =>
      tensors.has(role) ? this.#weights.vector(this.#nameOf(role), signal) : new Float32Array(0);
    const placed = vision.extra.length - vision.registers;
    const tokens = await Promise.all(Array.from({ length: placed }, (_, i) => read(`token${i}`)));
    const registers = await read("registers");
    const bias = tensors.has("bPatches") ? await read("bPatches") : undefined;
    const patches = await embeddedPatches(picture, { weight: await read("patches"), bias, vision }, breathe);
    const learned = await read("positions");
    const [, height, width] = picture.shape;
    const grids = [gridOf(vision.size, vision), gridOf([height, width], vision)];
    const first = learned.subarray(0, placed * dModel);
    const rest = positionsFor(learned.subarray(first.length), grids[0], grids[1], vision);
    const words = joined([...tokens, registers, patches]);
    const positions = joined([first, new Float32Array(registers.length), rest]);
    const shape = [1, words.length / dModel, dModel];
    return embedRows(this.#core, {
      ...{ words: { data: words, shape }, scale: 1, positions: { data: positions, shape } },
      ...(await this.#norm(inputNorm ? "inputNorm" : "", signal)),
    });
  }

  /** @param {TensorOutput} x @param {AbortSignal} signal @returns {Promise<TensorOutput>} */
  async #finished(x, signal) {
    const { finalNorm } = this.#checkpoint.model.description;
    return finalNorm ? finish(this.#core, x, await this.#norm("finalNorm", signal)) : x;
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
    return { norm, eps, gain: gain && gainOf(gain, description), shift: await read(`${role}.shift`) };
  }

  /** @param {string} role */
  #nameOf(role) {
    return /** @type {{ name: string }} */ (this.#checkpoint.model.tensors.get(role)).name;
  }
}

/** @param {readonly Float32Array[]} parts */
function joined(parts) {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** For the core: 1 for keys that no query sees; undefined if all are seen. @param {readonly number[]} attentionMask @returns {TensorOutput | undefined} (1, T_k) */
const keyPaddingOf = (attentionMask) =>
  attentionMask.includes(0)
    ? { data: Float32Array.from(attentionMask, (seen) => 1 - seen), shape: [1, attentionMask.length] }
    : undefined;

/**
 * Rows of the tokens' positions, and how many tokens count as positions by then. Padding does not count in some models.
 * @param {readonly number[]} ids @param {import("./description.js").Description} description @param {number} counted before these tokens
 */
function placesOf(ids, { firstPosition, padding }, counted) {
  const places = ids.map((id) => (id === padding ? firstPosition - 1 : firstPosition + counted++));
  return { places, counted };
}

/** Refuses a pass whose attention weights are too large. @param {number} tokens @param {number} keys tokens with those of a cache @param {import("./description.js").Description} description */
export function requireRoom(tokens, keys, { layers, heads }) {
  const room = MOST_ATTENTION / (4 * layers * heads);
  const most = Math.floor(Math.sqrt(room));
  if (tokens * keys > room)
    throw modelRefusal("memory", "attention_too_large", { tokens, layers, heads, most });
}
