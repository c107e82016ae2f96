import { breather } from "../../core/task.js";
import { embedRows, finish } from "../../core/transformer.js";
import { modelRefusal } from "../words-refusals.js";
import { attentionOf } from "./attention-options.js";
import { Blocks, gainOf } from "./blocks.js";
import { Unembedding } from "./unembedding.js";

/** @import { Core } from "../../core/core.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Likely } from "./unembedding.js" */

/**
 * @typedef {object} Sentence what a model reads
 * @property {readonly number[]} ids
 * @property {readonly number[]} types  of tokens; read by models that have types
 * @property {readonly number[]} answers  the piece that each token is to predict, or -1
 *
 * @typedef {object} PassOptions
 * @property {Readonly<Record<number, Float32Array>>} [headScale] by layer: factors of its heads
 * @property {(progress: { done: number, total: number }) => void} [onProgress] blocks that are computed
 * @property {AbortSignal} [signal]
 *
 * @typedef {object} Pass all results of a forward pass
 * @property {TensorOutput[]} attention of each layer, (H, T, T)
 * @property {TensorOutput[]} hidden what each layer reads, (T, d_model), and what the last norm makes
 * @property {Likely | null} likely null if the weights have no output
 * @property {import("../../core/message.js").Message[]} notices about the weights that were read so far
 *
 * @typedef {object} LayerParts all that one layer's attention is computed from
 * @property {import("../../core/types.js").LayerOptions} options of createLayer
 * @property {Record<string, TensorOutput>} weights
 * @property {TensorOutput} query (1, T, d_model)
 */

/** Most bytes of attention weights that a pass hands out. */
const MOST_ATTENTION = 2 ** 29;

/** Computes the blocks of a checkpoint, one after the other. */
export class Transformer {
  #core;
  #checkpoint;
  #blocks;
  #unembedding;

  /** @param {Core} core @param {Checkpoint} checkpoint @param {{ keep?: boolean }} [options] keep: blocks stay in memory */
  constructor(core, checkpoint, { keep = false } = {}) {
    this.#core = core;
    this.#checkpoint = checkpoint;
    this.#blocks = new Blocks(core, checkpoint, keep);
    this.#unembedding = new Unembedding(core, checkpoint, keep);
  }

  /** @param {Sentence} sentence @param {PassOptions} [options] @returns {Promise<Pass>} */
  async run(sentence, { headScale = {}, onProgress, signal } = {}) {
    const { description, predicts } = this.#checkpoint.model;
    const { layers, heads, dModel } = description;
    const tokens = sentence.ids.length;
    requireRoom(tokens, description);
    const breathe = breather();
    /** @type {TensorOutput[]} */ const attention = [];
    /** @type {TensorOutput[]} */ const hidden = [];
    let x = await this.#embedded(sentence);
    const total = layers + (predicts ? 1 : 0);
    for (let layer = 0; layer < layers; layer++) {
      signal?.throwIfAborted();
      hidden.push({ data: x.data, shape: [tokens, dModel] });
      const made = await this.#blocks.use(layer, (block) => block.run(x, headScale[layer]));
      attention.push({ data: made.attention.data, shape: [heads, tokens, tokens] });
      x = made.output;
      onProgress?.({ done: layer + 1, total });
      await breathe();
    }
    x = await this.#finished(x);
    hidden.push({ data: x.data, shape: [tokens, dModel] });
    signal?.throwIfAborted();
    const likely = predicts ? await this.#unembedding.likely(x, sentence.answers, breathe) : null;
    if (predicts) onProgress?.({ done: total, total });
    return { attention, hidden, likely, notices: this.#checkpoint.weights.notices };
  }

  /** The parts of a layer's attention. @param {number} layer @param {TensorOutput} hidden what the layer reads, (T, d_model) @returns {Promise<LayerParts>} */
  async parts(layer, { data, shape }) {
    return this.#blocks.use(layer, (block) => ({
      options: attentionOf(this.#checkpoint.model.description, layer),
      weights: block.weights(),
      query: block.run({ data, shape: [1, ...shape] }).read,
    }));
  }

  dispose() {
    this.#blocks.dispose();
    this.#unembedding.dispose();
  }

  /** @param {Sentence} sentence @returns {Promise<TensorOutput>} (1, T, d_model) */
  async #embedded({ ids, types }) {
    const { description } = this.#checkpoint.model;
    const { embeddingScale: scale, positions, firstPosition, types: kinds, inputNorm } = description;
    return embedRows(this.#core, {
      words: await this.#rows("words", ids),
      scale,
      positions: positions
        ? await this.#rows(
            "positions",
            ids.map((_, i) => firstPosition + i),
          )
        : undefined,
      types: kinds ? await this.#rows("types", types) : undefined,
      ...(await this.#norm(inputNorm ? "inputNorm" : "")),
    });
  }

  /** @param {TensorOutput} x @returns {Promise<TensorOutput>} */
  async #finished(x) {
    const { finalNorm } = this.#checkpoint.model.description;
    return finalNorm ? finish(this.#core, x, await this.#norm("finalNorm")) : x;
  }

  /** @param {string} role @param {readonly number[]} rows @returns {Promise<TensorOutput>} (1, rows, d_model) */
  async #rows(role, rows) {
    const { data, shape } = await this.#checkpoint.weights.rows(this.#nameOf(role), rows);
    return { data, shape: [1, ...shape] };
  }

  /** @param {string} role of a norm; empty for none @returns {Promise<import("../../core/transformer.js").NormOptions>} */
  async #norm(role) {
    const { description, tensors } = this.#checkpoint.model;
    const { norm, eps } = description;
    if (!role) return { norm, eps };
    const read = async (/** @type {string} */ each) =>
      tensors.has(each) ? (await this.#checkpoint.weights.tensor(this.#nameOf(each))).data : undefined;
    const gain = await read(`${role}.gain`);
    return { norm, eps, gain: gain && gainOf(gain, description), shift: await read(`${role}.shift`) };
  }

  /** @param {string} role */
  #nameOf(role) {
    return /** @type {{ name: string }} */ (this.#checkpoint.model.tensors.get(role)).name;
  }
}

/** @param {number} tokens @param {import("./description.js").Description} description */
function requireRoom(tokens, { layers, heads }) {
  const most = Math.floor(Math.sqrt(MOST_ATTENTION / (4 * layers * heads)));
  if (tokens > most) throw modelRefusal("memory", "attention_too_large", { tokens, layers, heads, most });
}
