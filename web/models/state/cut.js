import { finish } from "../../core/transformer.js";
import { slopesOfAll } from "./added-positions.js";
import { attentionOf } from "./description.js";
import { MOST_PIECES } from "./generation.js";
import { Keeper } from "./keeper.js";
import { storedSlice } from "./parameters.js";
import { Part } from "./part.js";
import { CUTTINGS, PIECES, scaleRange, sharesOf } from "./shares.js";
import { BYTES, MOST_AT_ONCE } from "./weights.js";

/** @import { Core } from "../../core/core.js" */
/** @import { BlockOptions, HeadPatch, NormOptions } from "../../core/transformer.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Blocks } from "./blocks.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Description } from "./description.js" */
/** @import { Range } from "./parameters.js" */
/** @import { PartAttended, PartLikely, PartOfLayer } from "./part.js" */
/** @import { RemotePart } from "./remote-part.js" */
/** @import { Cutting } from "./shares.js" */
/** @import { StartThread } from "./thread.js" */
/** @import { Likely, Unembedding } from "./unembedding.js" */

// A run that several workers share. Of each layer, a worker has some of the heads (columns of W_Q, W_K and W_V, rows of W_O) and some features between the
// matrices of the feed-forward network; of the output, some of the pieces. The worker that runs the model, which is the first, adds what the workers give,
// always in their order.

/**
 * @typedef {{ workers: number, start: StartThread }} Team  start: starts one more worker
 *
 * @typedef {object} CutOptions
 * @property {Blocks} blocks
 * @property {Unembedding} unembedding
 * @property {(role: string, signal: AbortSignal) => Promise<NormOptions>} norm
 * @property {boolean} keep
 *
 * @typedef {object} LayerOptions of one layer in a run
 * @property {Float32Array} [headScale]
 * @property {TensorOutput} [keyPadding]
 * @property {TensorOutput} [added]
 * @property {readonly HeadPatch[]} [patches]
 * @property {number} [cache]
 * @property {number} tokens that attention sees
 * @property {AbortSignal} signal
 *
 * @typedef {{ key: number, dispose: () => void }} Loaded a layer, or a part of the output, in the memory of the workers
 */

/** Whether a model's blocks can be cut: a latent, and a norm over all heads, need all heads. @param {Description} description */
const canCut = ({ latent, qkNorm, encoder }) => !latent && qkNorm !== "whole" && !encoder;

/**
 * Starts the other workers of a team. Null if a model cannot be cut, or there are no workers.
 * @param {Core} core @param {Checkpoint} checkpoint @param {Team} team @param {CutOptions} options @returns {Promise<Cut | null>}
 */
export async function cutFor(core, checkpoint, { workers, start }, options) {
  if (workers < 2 || !canCut(checkpoint.model.description)) return null;
  const { remotePart } = await import("./remote-part.js");
  const asked = Array.from({ length: workers - 1 }, () => remotePart(start, core.boundary.pool));
  const others = await Promise.allSettled(asked);
  const started = others.flatMap((each) => (each.status === "fulfilled" && each.value) || []);
  const failed = others.find((each) => each.status === "rejected");
  if (failed) {
    for (const part of started) part.dispose();
    throw failed.reason;
  }
  return started.length ? new Cut(core, checkpoint, [new Part(core), ...started], options) : null;
}

/** The blocks and the output of a checkpoint, shared among workers. */
export class Cut {
  #core;
  #checkpoint;
  #parts;
  #shares;
  #options;
  /** Layers and parts of the output. @type {Keeper<Loaded>} */ #loaded;
  #keys = 0;

  /** @param {Core} core @param {Checkpoint} checkpoint @param {readonly [Part, ...RemotePart[]]} parts @param {CutOptions} options */
  constructor(core, checkpoint, parts, options) {
    this.#core = core;
    this.#checkpoint = checkpoint;
    this.#parts = parts;
    this.#options = options;
    this.#shares = sharesOf(checkpoint.model.description, parts.length);
    this.#loaded = new Keeper(options.keep);
  }

  /**
   * What is added to the scores of all layers: the blocks of workers do not know ALiBi, whose slopes go by all heads.
   * @param {TensorOutput | undefined} added as for blocks @param {number} tokens @param {number} keys @returns {TensorOutput | undefined} (1, H, T, T_k)
   */
  added(added, tokens, keys) {
    const { alibi, heads } = this.#checkpoint.model.description;
    if (!alibi) return added;
    const slopes = slopesOfAll(tokens, keys, heads);
    return added ? addTo(slopes, added) : slopes;
  }

  /**
   * Computes a layer.
   * @param {number} layer @param {TensorOutput} x (1, T, d_model) @param {LayerOptions} options
   * @returns {Promise<{ output: TensorOutput, attention: TensorOutput, concat: TensorOutput, made: TensorOutput, network?: TensorOutput }>} as of
   *   BlockPass.results()
   */
  block(layer, x, options) {
    const { tokens, signal } = options;
    const make = () => this.#load(layer, tokens, signal);
    const name = this.#options.blocks.keyOf(layer, tokens);
    return this.#loaded.use(name, make, ({ key }) => this.#computed(key, layer, x, options), signal);
  }

  /** The likeliest pieces: see Unembedding. @param {TensorOutput} x after the last norm @param {readonly number[]} answers @param {AbortSignal} signal @returns {Promise<Likely>} */
  async likely(x, answers, signal) {
    const { unembedding } = this.#options;
    const { description } = this.#checkpoint.model;
    const most = Math.min(MOST_PIECES, description.vocabulary);
    const read = await unembedding.transform(x);
    const bias = await unembedding.bias();
    const cap = description.outputSoftcap ?? 0;
    /** @type {(PartLikely & { first: number })[]} */
    const found = [];
    for (const ranges of this.#roundsOfPieces(read.shape[2])) {
      const search = (/** @type {Loaded} */ { key }) =>
        this.#each((part, i) => {
          const [first, end] = ranges[i];
          if (first === end) return null;
          const own = { most: Math.min(most, end - first), bias: bias?.slice(first, end), cap, first };
          return part.likely(key, read, { answers, ...own });
        });
      const make = () => this.#loadOutput(ranges, signal);
      const some = await this.#loaded.use(`output ${ranges[0][0]}`, make, search, signal);
      found.push(...some.flatMap((each, i) => (each ? { ...each, first: ranges[i][0] } : [])));
      signal.throwIfAborted();
    }
    found.sort((a, b) => a.first - b.first); // of equal logits, the piece with the lower id is likelier
    return { most, ...joinLikely(found, answers.length, most) };
  }

  /** @param {number} cache */
  async closeCache(cache) {
    await this.#each((part) => part.closeCache(cache));
  }

  dispose() {
    this.#loaded.dispose();
    for (const part of this.#parts) part.dispose();
  }

  /**
   * What each worker gives, in their order. The first one computes on this thread, after the others have begun.
   * @template T @param {(part: Part | RemotePart, i: number) => Promise<T> | null} ask @returns {Promise<(T | null)[]>}
   */
  #each(ask) {
    return Promise.all(this.#asked(ask));
  }

  /** @template T @param {(part: Part | RemotePart, i: number) => Promise<T> | null} ask */
  #asked(ask) {
    const others = this.#parts.slice(1).map((part, i) => ask(part, i + 1));
    return [ask(this.#parts[0], 0), ...others];
  }

  /** @param {number} key @param {number} layer @param {TensorOutput} x @param {LayerOptions} options @returns {ReturnType<Cut["block"]>} */
  async #computed(key, layer, x, { signal, cache, added, headScale, patches = [], keyPadding }) {
    const { description } = this.#checkpoint.model;
    const { order, activation, experts } = description;
    const asked = this.#each((part, i) => {
      const { heads: own, kvHeads } = this.#shares[i];
      if (own[0] === own[1]) return null;
      return part.attend(key, x, {
        ...{ keyPadding, cache: cache === undefined ? undefined : { number: cache, layer } },
        ...{ headScale: headScale?.slice(...own), added: added && ofHeads(added, own) },
        patches: patches.flatMap((patch) => patchOf(patch, patch.of === "values" ? kvHeads : own)),
      });
    });
    const given = (await asked).flatMap((each) => each ?? []);
    signal.throwIfAborted();
    const attended = this.#sum(given.map((each) => each.attended));
    const normed = async (/** @type {string} */ name, /** @type {TensorOutput} */ of) =>
      finish(this.#core, of, await this.#options.norm(`layer${layer}.${name}`, signal));
    const hasAfter = order === "sandwich" || order === "after";
    const summed = addTo(hasAfter ? await normed("afterAttentionNorm", attended) : attended, x);
    const middle = order === "post" ? await normed("attentionNorm", summed) : summed;
    const isRead = order === "post" || order === "after";
    const network = isRead ? middle : await normed("mlpNorm", order === "parallel" ? x : middle);
    const isExpert = experts?.isIn[layer];
    const feeding = this.#each((part, i) => {
      const [from, end] = this.#shares[i].features;
      return isExpert || from === end ? null : part.feed(key, network, activation);
    });
    // This thread joins the heads before it waits for the other workers.
    const own = { attention: joinedHeads(given), concat: joinedColumns(given) };
    const [first] = this.#parts;
    for (const { attention, concat } of given) first.recycle(attention, concat);
    const fed = await feeding;
    if (isExpert) return { ...own, output: middle, network, made: network };
    if (!isRead) first.recycle(network);
    const made = this.#sum(fed.flatMap((each) => each ?? []));
    const total = addTo(middle, hasAfter ? await normed("afterMlpNorm", made) : made);
    return { ...own, made, output: order === "post" ? await normed("mlpNorm", total) : total };
  }

  /** Adds up the workers' parts of an output, in the array of the first part. @param {readonly TensorOutput[]} parts @returns {TensorOutput} */
  #sum([sum, ...others]) {
    for (const each of others) addTo(sum, each);
    this.#parts[0].recycle(...others);
    return sum;
  }

  /** Reads a layer, and gives each worker its part. @param {number} layer @param {number} tokens @param {AbortSignal} signal @returns {Promise<Loaded>} */
  async #load(layer, tokens, signal) {
    const { description } = this.#checkpoint.model;
    const { norm, eps, causal, byDistance, attentionNorms, order, experts } = description;
    const hasNetwork = !experts?.isIn[layer];
    const parts = this.#shares.map(({ heads, kvHeads, features }) => {
      /** @type {BlockOptions} */
      const options = {
        attention: {
          ...{ ...attentionOf(description, layer, tokens), dV: description.dHead, alibi: false },
          ...{ numHeads: heads[1] - heads[0], numKvHeads: kvHeads[1] - kvHeads[0] },
        },
        ...{ dFeedForward: 0, order: "pre", norm, activation: description.activation, eps, causal },
        attentionNorm: order !== "post" && order !== "after" && (attentionNorms?.[layer] ?? true),
        ...{ network: false, gated: false },
        ...{ maxDistance: byDistance?.most ?? 0, keysMeetDistances: byDistance?.keys ?? false },
      };
      /** @type {PartOfLayer} */
      const part = {
        attention: heads[0] === heads[1] ? undefined : { options, matrices: {}, vectors: {} },
        network: features[0] === features[1] || !hasNetwork ? undefined : { matrices: {}, vectors: {} },
      };
      return part;
    });
    /** Names of the tensors that hold matrices. @type {Map<string, string>} */
    const names = new Map();
    /** @param {string} own @param {(params: import("./part.js").Parameters, cut: Cutting, i: number) => void} put */
    const share = (own, put) => {
      const cutting = CUTTINGS[own];
      for (const [i, part] of parts.entries()) {
        const into = cutting && part[cutting.of];
        if (into) put(into, cutting, i);
      }
    };
    const rangeOf = (/** @type {number} */ i, /** @type {Cutting["by"]} */ by) =>
      by && scaleRange(this.#shares[i][by], by === "heads" || by === "kvHeads" ? description.dHead : 1);
    await this.#options.blocks.read(
      layer,
      {
        matrix: (own, { name, raw, layout, factor }) => {
          names.set(own, name);
          share(own, ({ matrices }, { by, isByRow }, i) => {
            const range = rangeOf(i, by);
            matrices[own] = storedSlice(raw, layout, isByRow ? { rows: range } : { columns: range }, factor);
          });
        },
        vector: (own, values) =>
          share(own, ({ vectors }, { by, isByRow, isSummed, isOfHeads }, i) => {
            const range = isOfHeads ? this.#shares[i].heads : rangeOf(i, by);
            if (isSummed) vectors[own] = i ? new Float32Array(values.length) : values;
            else vectors[own] = range && !isByRow ? values.slice(...range) : values;
          }),
      },
      signal,
    );
    const { noted, ...loaded } = await this.#give((part, i, key) => part.load(key, parts[i]));
    for (const own of noted) this.#checkpoint.weights.noteNotFinite(names.get(own) ?? own);
    return loaded;
  }

  /** @param {readonly Range[]} ranges of pieces @param {AbortSignal} signal @returns {Promise<Loaded>} */
  async #loadOutput(ranges, signal) {
    const { weights, model } = this.#checkpoint;
    const { name } = this.#options.unembedding;
    const { outputScale } = model.description;
    const stored = await Promise.all(
      ranges.map(async ([first, end]) =>
        storedSlice(await weights.bytes(name, { first, end, signal }), undefined, {}, outputScale),
      ),
    );
    const { noted, ...loaded } = await this.#give((part, i, key) =>
      stored[i].columns ? part.loadOutput(key, stored[i]) : null,
    );
    if (noted.size) weights.noteNotFinite(name);
    return loaded;
  }

  /** Gives each worker its weights. @param {(part: Part | RemotePart, i: number, key: number) => Promise<string[]> | null} give @returns {Promise<Loaded & { noted: Set<string> }>} */
  async #give(give) {
    const key = this.#keys++;
    const dispose = () => void this.#each((part) => part.free(key)).catch(() => {}); // a worker that has ended holds nothing
    const asked = this.#asked((part, i) => give(part, i, key));
    await Promise.allSettled(asked); // a part frees only the memory that it owns
    try {
      const noted = await Promise.all(asked);
      return { key, dispose, noted: new Set(noted.flatMap((each) => each ?? [])) };
    } catch (error) {
      dispose();
      throw error;
    }
  }

  /** Pieces of each worker, in rounds that fit in memory. @param {number} width @returns {Range[][]} */
  #roundsOfPieces(width) {
    const bytes = this.#options.keep ? MOST_AT_ONCE : SEVERAL;
    const most = Math.max(1, Math.floor(bytes / (width * BYTES.F32) / PIECES)) * PIECES;
    const shares = this.#shares.map(({ pieces }) => pieces);
    const rounds = Math.ceil(Math.max(...shares.map(([first, end]) => end - first)) / most);
    return Array.from({ length: rounds }, (_, round) =>
      shares.map(([first, end]) => [
        Math.min(end, first + round * most),
        Math.min(end, first + (round + 1) * most),
      ]),
    );
  }
}

const SEVERAL = 2 ** 25; // bytes of the output's matrix that one worker has at a time, unless weights stay in memory

/** Adds numbers in place. @param {TensorOutput} to @param {TensorOutput} from @returns {TensorOutput} `to` */
function addTo(to, from) {
  const [sums, numbers] = [to.data, from.data];
  for (let i = 0; i < sums.length; i++) sums[i] += numbers[i];
  return to;
}

/** Some heads of (1, H, T, T_k). @param {TensorOutput} all @param {Range} heads @returns {TensorOutput} */
function ofHeads({ data, shape: [, heads, tokens, keys] }, [first, end]) {
  const size = tokens * keys;
  if (heads === 1) return { data, shape: [1, heads, tokens, keys] };
  return { data: data.slice(first * size, end * size), shape: [1, end - first, tokens, keys] };
}

/** A patch as the worker with these heads counts them; none for one of other heads. @param {HeadPatch} patch @param {Range} heads @returns {HeadPatch[]} */
const patchOf = (patch, [first, end]) =>
  patch.head >= first && patch.head < end ? [{ ...patch, head: patch.head - first }] : [];

/** The attention weights of all heads. @param {readonly PartAttended[]} parts @returns {TensorOutput} (1, H, T, T_k) */
function joinedHeads(parts) {
  const [, , tokens, keys] = parts[0].attention.shape;
  const heads = parts.reduce((sum, { attention }) => sum + attention.shape[1], 0);
  const data = new Float32Array(heads * tokens * keys);
  let at = 0;
  for (const { attention } of parts) {
    data.set(attention.data, at);
    at += attention.data.length;
  }
  return { data, shape: [1, heads, tokens, keys] };
}

/** The outputs of all heads. @param {readonly PartAttended[]} parts @returns {TensorOutput} (1, T, H · d_v) */
function joinedColumns(parts) {
  const [, tokens] = parts[0].concat.shape;
  const width = parts.reduce((sum, { concat }) => sum + concat.shape[2], 0);
  const data = new Float32Array(tokens * width);
  let first = 0;
  for (const { concat } of parts) {
    const own = concat.shape[2];
    for (let i = 0; i < tokens; i++)
      data.set(concat.data.subarray(i * own, (i + 1) * own), i * width + first);
    first += own;
  }
  return { data, shape: [1, tokens, width] };
}

/** NaN is the least. @param {number} a @param {number} b */
const isLikelier = (a, b) => a > b || (Number.isNaN(b) && !Number.isNaN(a));

/** The likeliest of all pieces. @param {readonly PartLikely[]} parts in the order of the pieces @param {number} tokens @param {number} most @returns {Omit<Likely, "most">} */
function joinLikely(parts, tokens, most) {
  const [ids, logits] = [new Array(tokens * most), new Float32Array(tokens * most)];
  const answers = new Float32Array(tokens).fill(NaN);
  const logSums = Array.from({ length: tokens }, (_, token) => {
    const sums = parts.map((part) => part.logSums[token]);
    const largest = Math.max(...sums);
    if (!Number.isFinite(largest)) return largest;
    return largest + Math.log(sums.reduce((sum, each) => sum + Math.exp(each - largest), 0));
  });
  for (let token = 0; token < tokens; token++) {
    const counts = parts.map((part) => part.ids.length / tokens);
    const at = counts.map((count) => token * count);
    for (let i = 0; i < most; i++) {
      let best = -1;
      for (const [p, part] of parts.entries()) {
        if (at[p] >= (token + 1) * counts[p]) continue;
        if (best < 0 || isLikelier(part.logits[at[p]], parts[best].logits[at[best]])) best = p;
      }
      ids[token * most + i] = parts[best].ids[at[best]];
      logits[token * most + i] = parts[best].logits[at[best]++];
    }
    for (const part of parts) if (!Number.isNaN(part.answers[token])) answers[token] = part.answers[token];
  }
  return { ids, logits, logSums, answers };
}
