import { finish } from "../../core/transformer.js";
import { disposedOf } from "../../core/disposed.js";
import { attentionOf } from "./description.js";
import { biasOfBuckets, slopesOfSeen } from "./added-positions.js";
import { Blocks, computeBlock } from "./blocks.js";
import { Embeddings } from "./embeddings.js";
import { Experts } from "./experts.js";
import { KeptWeights, memoize } from "./keeper.js";
import { Matrices } from "./matrices.js";
import { readNorm } from "./norms.js";
import { atOnce } from "./pace.js";
import { keyPaddingOf, placesOf, requireRoom, withRows } from "./pass-inputs.js";
import { Unembedding } from "./unembedding.js";

/** @import { Core } from "../../core/core.js" */
/** @import { Block, HeadPatch, KeyValues } from "../../core/transformer.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Cut, Team } from "./cut.js" */
/** @import { Shares, StreamRows } from "./contributions.js" */
/** @import { Measured, ToMeasure } from "./measured-sentence.js" */
/** @import { Pace } from "./pace.js" */
/** @import { Cell, PartsOfScore } from "./score-parts.js" */
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
 * @property {(attention: TensorOutput, values?: TensorOutput) => void} [onValues] a layer's weights with its value vectors (H_kv, T, d_v)
 * @property {(layer: number, x: TensorOutput) => Promise<TensorOutput>} [afterBlock] what a layer does after its block
 * @property {boolean} [predicts] false computes no predictions, and reads no output matrix
 * @property {boolean} [whole] computed by this worker alone
 * @property {{ layer: number, x: TensorOutput }} [from] the first layer that is computed, and its input (T, d_model), as in the `hidden` of another pass
 * @property {AbortSignal} [signal]
 * @property {number} [cache] from openCache(): the sentence continues the earlier ones of this cache
 * @property {Patches} [patches] by layer
 *
 * @typedef {Readonly<Record<number, LayerPatches>>} Patches
 *
 * @typedef {object} LayerPatches numbers of another pass
 * @property {readonly HeadPatch[]} heads
 * @property {readonly { token: number, row: Float32Array }[]} stream rows of the layer's input
 *
 * @typedef {object} Pass all results of a forward pass
 * @property {TensorOutput[]} attention of each layer, (H, T, T)
 * @property {TensorOutput[]} hidden input of each layer, (T, d_model), and output of the final norm
 * @property {Parts} [parts]  left out for an encoder-decoder, for a sentence that is only measured, and for a pass that begins at a later layer
 * @property {Likely | null} likely null if the weights have no output
 * @property {import("../../core/message.js").Message[]} notices about the weights that were read so far
 * @property {StackPass} [encoder] of an encoder-decoder, whose other results are those of its decoder
 * @property {StackPass} [cross] of the decoder's attention to the encoder's output
 *
 * @typedef {Pick<Pass, "attention" | "hidden">} StackPass
 *
 * @typedef {object} Parts what is added to the stream
 * @property {TensorOutput[]} concat the outputs of each layer's heads, before W_O, (T, H · d_v)
 * @property {TensorOutput[]} made the output of each layer's feed-forward network, (T, d_model)
 * @property {TensorOutput} output of the last layer, before the final norm, (T, d_model)
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
 * @property {Set<Promise<Pass>>} passes that read and fill it
 */

/** Computes the blocks of a checkpoint one by one. */
export class Transformer {
  #core;
  #checkpoint;
  #blocks;
  #unembedding;
  #matrices;
  #experts;
  #embeddings;
  #weights;
  #pace;
  #contributions = memoize(() => this.#makeContributions());
  #circuits = memoize(() => this.#makeCircuits());
  #keep;
  #team;
  /** Blocks that several workers share; null for one worker. @type {Promise<Cut | null> | null} */ #cut =
    null;
  /** Stops the runs in progress. */
  #gone = new AbortController();
  /** Open caches, by number. @type {Map<number, Cache>} */ #caches = new Map();
  #opened = 0;

  /** @param {Core} core @param {Checkpoint} checkpoint @param {{ keep?: boolean, pace?: Pace, team?: Team }} [options] keep: weights stay in memory; team: workers that share runs */
  constructor(core, checkpoint, { keep = false, pace = atOnce(), team } = {}) {
    this.#core = core;
    this.#keep = keep;
    this.#team = team;
    this.#checkpoint = checkpoint;
    this.#blocks = new Blocks(core, checkpoint, { keep, pace });
    this.#weights = new KeptWeights(checkpoint.weights, keep);
    this.#matrices = new Matrices(core, checkpoint, { keep, pace });
    const read = { weights: this.#weights, matrices: this.#matrices };
    this.#experts = new Experts(core, checkpoint, read);
    this.#embeddings = new Embeddings(core, checkpoint, read);
    this.#unembedding = new Unembedding(core, checkpoint, { ...read, pace });
    this.#pace = pace;
  }

  /** @param {Sentence} sentence @param {PassOptions} [options] @returns {Promise<Pass>} */
  async run(sentence, options = {}) {
    const cached = options.cache === undefined ? undefined : this.#caches.get(options.cache);
    const pass = this.#pass(sentence, options);
    cached?.passes.add(pass);
    return pass.finally(() => cached?.passes.delete(pass));
  }

  /** @param {Sentence} sentence @param {PassOptions} options @returns {Promise<Pass>} */
  async #pass(
    sentence,
    {
      headScale = {},
      patches = {},
      onProgress,
      onLayer,
      afterBlock,
      predicts: asked = true,
      signal: stop,
      cache,
      onValues,
      from,
      whole = false,
    },
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
    const added = await this.#scoresToAdd(tokens, attentionMask, signal);
    const breathe = async () => {
      await this.#pace.breathe();
      signal.throwIfAborted();
    };
    /** @type {TensorOutput[]} */ const attention = [];
    /** @type {TensorOutput[]} */ const hidden = [];
    /** @type {TensorOutput[]} */ const concat = [];
    /** @type {TensorOutput[]} */ const network = [];
    const pictures = sentence.picture && (await this.#pictures());
    /** @returns {Promise<TensorOutput>} (1, T, d_model) */
    const embedded = async () =>
      pictures && sentence.picture
        ? this.#embeddings.embedPicture(pictures, sentence.picture, { breathe, signal })
        : this.#embeddings.embed(sentence, places, signal);
    const isContinued = Boolean(cached?.layers.length);
    signal.throwIfAborted();
    const cut = whole || onValues || from || afterBlock || isContinued ? null : await this.#shareBlocks();
    const addedInAll = cut ? cut.added(added, tokens, attentionMask.length) : added;
    let x = from ? { data: from.x.data, shape: [1, ...from.x.shape] } : await embedded();
    const total = layers + (predicts ? 1 : 0);
    const keepsParts = !onValues && !from; // no caller asks for contributions of such passes
    for (let layer = from?.layer ?? 0; layer < layers; layer++) {
      signal.throwIfAborted();
      x = withRows(x, patches[layer]?.stream ?? []);
      hidden.push({ data: x.data, shape: [tokens, dModel] });
      const options = {
        ...{ headScale: headScale[layer], past: cached?.layers[layer], keyPadding, added: addedInAll },
        ...{ patches: patches[layer]?.heads, caches: Boolean(cached ?? onValues), parts: keepsParts },
      };
      const compute = (/** @type {Block} */ block) => this.#compute(block, x, options, breathe);
      const keys = attentionMask.length;
      /** @type {import("../../core/transformer.js").BlockResults} */
      const made = cut
        ? await cut.block(layer, x, { ...options, cache, tokens: keys, signal })
        : await this.#blocks.use(layer, keys, compute, signal);
      const weights = { data: made.attention.data, shape: made.attention.shape.slice(1) };
      attention.push(weights);
      onLayer?.(layer, weights);
      onValues?.(weights, made.present && ofTokens(made.values ?? made.present.value));
      if (cached && made.present) cached.layers[layer] = made.present;
      const mixed = made.network && (await this.#withExperts(layer, made, { breathe, signal }));
      if (keepsParts) {
        concat.push(ofTokens(made.concat));
        network.push(ofTokens(mixed ? mixed.added : made.made));
      }
      const { output } = mixed ?? made;
      x = afterBlock ? await afterBlock(layer, output) : output;
      onProgress?.({ done: layer + 1, total });
      await breathe();
    }
    if (cached) Object.assign(cached, { counted, attentionMask });
    const parts = keepsParts ? { concat, made: network, output: ofTokens(x) } : undefined;
    x = await this.#applyFinalNorm(x, signal);
    hidden.push({ data: x.data, shape: [tokens, dModel] });
    signal.throwIfAborted();
    const output = pictures ?? this.#unembedding;
    const likely = !predicts
      ? null
      : cut && !pictures
        ? await cut.likely(x, sentence.answers, signal)
        : await output.likely(x, sentence.answers, { breathe, signal });
    if (predicts) onProgress?.({ done: total, total });
    return { attention, hidden, parts, likely, notices: this.#checkpoint.weights.notices };
  }

  /**
   * What each part adds to the logits of pieces, and last, to the mean logit of all: see Contributions.
   * @param {StreamRows} rows of one position @param {readonly number[]} pieces @returns {Promise<Shares & { logits: number[] }>}
   */
  async contributions(rows, pieces) {
    const all = await this.#contributions();
    return all.toLogits(rows, pieces, (role) => this.#readNorm(role, this.#gone.signal));
  }

  /** A score of a head as a sum over parts of the stream. @param {Cell} cell @param {readonly number[]} attentionMask of all tokens @returns {Promise<PartsOfScore>} */
  async scoreParts(cell, attentionMask) {
    const [{ ScoreParts }, contributions, added] = await Promise.all([
      import("./score-parts.js"),
      this.#contributions(),
      this.#scoresToAdd(attentionMask.length, attentionMask, this.#gone.signal),
    ]);
    const { softcap } = this.#checkpoint.model.description;
    const found = await new ScoreParts(this.#core, { blocks: this.#blocks, contributions }).of(cell, added);
    return { ...found, softcap };
  }

  /** Blocks that several workers share; null if this worker computes alone. */
  #shareBlocks() {
    const team = this.#team;
    if (!team || team.workers < 2) return null;
    if (this.#cut) return this.#cut;
    const { signal } = this.#gone;
    const make = async () => {
      const { cutFor } = await import("./cut.js");
      const cut = await cutFor(this.#core, this.#checkpoint, team, {
        ...{ blocks: this.#blocks, unembedding: this.#unembedding, keep: this.#keep },
        norm: (role, signal) => this.#readNorm(role, signal),
      });
      if (!signal.aborted) return cut;
      cut?.dispose();
      throw signal.reason;
    };
    return (this.#cut = make().catch((error) => {
      if (signal.aborted) throw error;
      return null; // this worker computes alone
    }));
  }

  async #makeContributions() {
    const { Contributions } = await import("./contributions.js");
    const of = { blocks: this.#blocks, unembedding: this.#unembedding };
    return new Contributions(this.#core, this.#checkpoint, of);
  }

  /** The copying score of a head, and what it reads of heads of earlier layers. @param {number} layer @param {number} head */
  async circuit(layer, head) {
    return (await this.#circuits()).of(layer, head);
  }

  /**
   * The pieces that a head looks for, and those that it raises.
   * @param {number} layer @param {number} head @param {number} piece an id @param {import("./circuits.js").Places} [at] without these, positions are left out
   */
  async piecesOfCircuit(layer, head, piece, at) {
    const { signal } = this.#gone;
    const { finalNorm } = this.#checkpoint.model.description;
    const embedded = await this.#embeddings.embedPiece(piece, at, signal);
    const norm = await this.#readNorm(finalNorm ? "finalNorm" : "", signal);
    return (await this.#circuits()).pieces({ layer, head }, embedded, { norm, at });
  }

  async #makeCircuits() {
    const { Circuits } = await import("./circuits.js");
    /** @type {import("./circuits.js").UseProjection} */
    const useProjection = (f) => this.#embeddings.useProjection(f, this.#gone.signal);
    const of = {
      ...{ blocks: this.#blocks, unembedding: this.#unembedding, weights: this.#weights, useProjection },
    };
    return new Circuits(this.#core, this.#checkpoint, of);
  }

  /** The likeliest pieces if the stream ended with these rows (n, d_model): the logit lens. @param {TensorOutput} rows @param {readonly number[]} [answers] a piece of each row, whose logit is returned @returns {Promise<Likely>} */
  async lens({ data, shape }, answers = Array(shape[0]).fill(-1)) {
    const { signal } = this.#gone;
    const x = await this.#applyFinalNorm({ data, shape: [1, ...shape] }, signal);
    return this.#unembedding.likely(x, answers, { breathe: this.#pace.breathe, signal });
  }

  /** The values of a layer's key/value heads, (H_kv, T, d_v). @param {number} layer @param {TensorOutput} hidden what the layer reads, (T, d_model) @param {readonly HeadPatch[]} [patches] @returns {Promise<TensorOutput>} */
  async values(layer, { data, shape }, patches) {
    const x = { data, shape: [1, ...shape] };
    const made = await this.#blocks.use(layer, shape[0], (block) =>
      this.#compute(block, x, { caches: true, patches }, this.#pace.breathe),
    );
    const { value } = /** @type {KeyValues} */ (made.present);
    return ofTokens(made.values ?? value);
  }

  /**
   * Runs sentences, and measures their heads.
   * @param {readonly ToMeasure[]} sentences @param {{ looks?: boolean, signal?: AbortSignal }} [options] looks: with the key that each query looks at most
   * @returns {Promise<Measured[]>}
   */
  async measure(sentences, options = {}) {
    const { measureSentence } = await import("./measured-sentence.js");
    // The new pieces of all sentences at once: a host answers each request after a pause.
    if (this.#keep)
      await this.#embeddings.readWords(
        sentences.flatMap(({ sentence }) => sentence.ids),
        this.#gone.signal,
      );
    /** @type {Measured[]} */
    const measured = [];
    for (const each of sentences) measured.push(await measureSentence(this.#core, this, each, options));
    return measured;
  }

  /** Opens a cache for runs that continue an earlier one. @returns {Promise<number>} */
  async openCache() {
    this.#caches.set(this.#opened, { layers: [], counted: 0, attentionMask: [], passes: new Set() });
    return this.#opened++;
  }

  /** Closes a cache after its passes in progress. @param {number} cache */
  async closeCache(cache) {
    const passes = this.#caches.get(cache)?.passes ?? [];
    this.#caches.delete(cache);
    await Promise.allSettled(passes);
    if (this.#cut) await (await this.#cut)?.closeCache(cache);
  }

  /**
   * The parts of a layer's attention.
   * @param {number} layer @param {TensorOutput} hidden what the layer reads, (T, d_model) @param {readonly number[]} attentionMask of all tokens
   * @returns {Promise<LayerParts>}
   */
  async parts(layer, { data, shape }, attentionMask) {
    const [tokens] = shape;
    const added = await this.#scoresToAdd(tokens, attentionMask, this.#gone.signal);
    return this.#blocks.use(layer, tokens, async (block) => {
      const x = { data, shape: [1, ...shape] };
      const made = await this.#compute(block, x, { added, read: true }, this.#pace.breathe);
      const query = /** @type {TensorOutput} */ (made.read);
      return {
        options: attentionOf(this.#checkpoint.model.description, layer, tokens),
        ...{ weights: block.weights(), query, attnMask: made.byDistance },
      };
    });
  }

  /**
   * The steps of a layer's block.
   * @param {number} layer @param {TensorOutput} hidden what the layer reads, (T, d_model)
   * @param {{ headScale?: Float32Array, attentionMask?: readonly number[], patches?: readonly HeadPatch[] }} options @returns {Promise<BlockParts>}
   */
  async block(layer, { data, shape }, { headScale, attentionMask = [], patches }) {
    const { order, norm, activation } = this.#checkpoint.model.description;
    const x = { data, shape: [1, ...shape] };
    const [tokens] = shape;
    const seen = attentionMask.length ? attentionMask : Array(tokens).fill(1);
    const added = await this.#scoresToAdd(tokens, seen, this.#gone.signal);
    const made = await this.#blocks.use(layer, tokens, (block) =>
      this.#compute(
        block,
        x,
        { headScale, keyPadding: keyPaddingOf(attentionMask), added, patches, traces: true },
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
    const { output: added, router } = await this.#experts.mix(layer, read, options);
    const output = { data: data.map((value, i) => value + added.data[i]), shape };
    return { output, added, router };
  }

  dispose() {
    this.#gone.abort(disposedOf("model"));
    void this.#cut?.then(
      (cut) => cut?.dispose(),
      () => {}, // no worker began
    );
    this.#blocks.dispose();
    this.#matrices.dispose();
    this.#weights.dispose();
    this.#checkpoint.rest();
  }

  /** @param {Block} block @param {TensorOutput} x @param {Parameters<Block["begin"]>[1]} options @param {() => Promise<void>} breathe */
  #compute(block, x, options, breathe) {
    return computeBlock(block, x, options, { pace: this.#pace, breathe });
  }

  /** The ends of a model that reads pictures. */
  async #pictures() {
    const { PictureEnds } = await import("./picture-ends.js");
    return new PictureEnds(this.#core, this.#checkpoint, { pace: this.#pace, weights: this.#weights });
  }

  /** @param {TensorOutput} x @param {AbortSignal} signal @returns {Promise<TensorOutput>} */
  async #applyFinalNorm(x, signal) {
    const { finalNorm } = this.#checkpoint.model.description;
    return finalNorm ? finish(this.#core, x, await this.#readNorm("finalNorm", signal)) : x;
  }

  /**
   * Numbers that are added to the scores of the last `tokens` tokens.
   * @param {number} tokens @param {readonly number[]} attentionMask of all tokens @param {AbortSignal} signal
   * @returns {Promise<TensorOutput | undefined>} (1, H, T, T_k)
   */
  async #scoresToAdd(tokens, attentionMask, signal) {
    const { description, tensors } = this.#checkpoint.model;
    const { added, alibi, heads } = description;
    if (alibi) return attentionMask.includes(0) ? slopesOfSeen(attentionMask, tokens, heads) : undefined;
    if (!added) return undefined;
    const rows = Array.from({ length: added.buckets }, (_, i) => i);
    const { name } = /** @type {{ name: string }} */ (tensors.get("buckets"));
    const { data } = await this.#weights.rows(name, rows, signal);
    return biasOfBuckets(added, { tokens, keys: attentionMask.length, heads, learned: data });
  }

  /** @param {string} role of a norm; empty for none @param {AbortSignal} signal */
  #readNorm(role, signal) {
    return readNorm(this.#checkpoint, this.#weights, role, signal);
  }
}

/** A tensor without its first dimension, which is 1. @param {TensorOutput | undefined} tensor @returns {TensorOutput} */
function ofTokens(tensor) {
  const { data, shape } = /** @type {TensorOutput} */ (tensor);
  return { data, shape: shape.slice(1) };
}
