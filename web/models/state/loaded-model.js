import { isWhole, show, wholeNumber } from "../../core/check.js";
import { disposedOf } from "../../core/disposed.js";
import { loadCore } from "../../core/load.js";
import { modelRefusal } from "../words-refusals.js";
import { ContinuedText, MOST_LISTED, chosen, continuedPass, samplingOf, uniform } from "./generation.js";
import { Lifetime, liveOf } from "./live-transformer.js";
import { timesForLosses, whyNoLosses } from "./loss-without.js";
import { ModelRun, piecesOf } from "./model-run.js";
import { patchesIn, requirePlace } from "./patching.js";
import { mostTokens } from "./description.js";
import { requireRoom } from "./transformer.js";

/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { HeadScales, Kind } from "./encoder-decoder.js" */
/** @import { TargetOptions } from "./generated-target.js" */
/** @import { Generation } from "./generation-config.js" */
/** @import { LiveTransformer } from "./live-transformer.js" */
/** @import { Image } from "./pictures.js" */
/** @import { Token } from "./tokenizer.js" */
/** @import { Patch } from "./patching.js" */
/** @import { RemoteTransformer } from "./remote-transformer.js" */
/** @import { Study } from "./study.js" */
/** @import { StudyOptions } from "./study-engine.js" */
/** @import { Pass, Patches, Transformer } from "./transformer.js" */

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
 * @property {readonly number[]} [attentionMask] of pieces, of an encoder-decoder those of the source: 0 for one that no other sees, such as padding,
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

/** @typedef {Readonly<Record<number, ArrayLike<number>>>} Scales */

/** @typedef {Omit<RunOptions, "caches" | "onProgress" | "onLayer" | "whole" | "signal">} EachRunOptions of one of several runs */

/**
 * @typedef {{ id: number, text: string, score: number }} ScoredPiece
 *
 * @typedef {object} Circuit what a head's weights say of it, without a text
 * @property {number} layer
 * @property {number} head
 * @property {number} copying  from -1 to 1: how positive the eigenvalues of W_V W_O are
 * @property {readonly import("./circuits.js").Composed[]} composition  with each head of earlier layers
 * @property {"added" | "rotated" | "distances" | null} positions  how lists take part in positions: added to embeddings, as turns of queries and keys, or
 *   as vectors of distances that keys meet; null if positions change no order of pieces
 * @property {(piece: number, count?: number, at?: { query: number, key: number, tokens?: number }) => Promise<{ looksFor: ScoredPiece[], raises: ScoredPiece[] }>}
 *   pieces  for a piece's embedding, those that the head looks for most, and those that it raises if it looks at the piece; at most 20. at: places of
 *   the query and the key, whose positions count in what the head looks for, and the number of tokens of the run, which ends with them if left out
 *   (LongRoPE turns longer texts by other factors). Positions are left out without it
 */

/**
 * @typedef {object} How how a run was computed
 * @property {any} scales of heads, by layer; of an encoder-decoder by kind, then by layer
 * @property {readonly number[]} seen its attention mask; of an encoder-decoder that of the source
 * @property {readonly Token[]} [source]
 * @property {Patches} [patches]
 */

/** Most tokens of a sentence of a study. */
const LONGEST = 256;

/** A checkpoint that can run. */
export class Model {
  #checkpoint;
  #live;
  #another;
  #workers;
  #beside;
  /** Runs of this model, which alone fit patches. @type {WeakSet<ModelRun>} */ #runs = new WeakSet();
  #lifetime = new Lifetime();

  /**
   * @param {Checkpoint} checkpoint @param {LiveTransformer} live
   * @param {() => Promise<RemoteTransformer | null>} [another] opens the model in a worker of its own; null where there are no workers
   * @param {{ workers: number, beside?: number }} [counts] workers of a run, and of several runs side by side
   */
  constructor(checkpoint, live, another = async () => null, { workers, beside = workers } = { workers: 1 }) {
    this.#workers = workers;
    this.#beside = beside;
    this.#checkpoint = checkpoint;
    this.#live = live;
    this.#another = another;
  }

  /** Sizes of the model. @returns {import("./checkpoint.js").ModelInfo} */
  get info() {
    return this.#checkpoint.info;
  }

  /** Whether the weights include what predictions need. @returns {boolean} */
  get predicts() {
    return this.#checkpoint.model.predicts;
  }

  /**
   * How many times as long a study takes with `losses: true`; null if the loss without a head cannot be measured: the model predicts nothing, or has
   * no mask token for what it would predict.
   * @returns {number | null}
   */
  get timesForLosses() {
    const { info, predicts } = this;
    const { maskId } = this.#checkpoint;
    if (info.vision || info.encoder || whyNoLosses({ info, predicts, maskId })) return null;
    return timesForLosses(this.#checkpoint);
  }

  /** The commit of the hub that the files come from; null if they come from elsewhere. @returns {string | null} */
  get commit() {
    return this.#checkpoint.commit;
  }

  /** Bytes of the files of weights. @returns {number} */
  get bytes() {
    return this.#checkpoint.bytes;
  }

  /** Number of workers that share a run. @returns {number} */
  get workers() {
    return this.#workers;
  }

  /** Why the model cannot tokenize text; null if it can. @returns {string | null} */
  get whyNoText() {
    return this.#checkpoint.whyNoText?.message ?? null;
  }

  /** Tokenizes a text. @param {string} text @returns {Token[]} */
  tokenize(text) {
    return this.#checkpoint.tokenize(text);
  }

  /** The tokens that a run reads, with the mask token at masked places. @param {Text} text @param {readonly number[]} [mask] places @returns {readonly Token[]} */
  tokensOf(text, mask = []) {
    return this.#masked(this.#read(text).tokens, mask);
  }

  /**
   * The tokens that the decoder reads for a target: the start, the first piece, if any, and the text's pieces; or those of ids.
   * @param {Text} target @param {{ first?: number | string }} [options] @returns {readonly Token[]}
   */
  targetOf(target, { first } = {}) {
    const { generation } = this.#checkpoint;
    if (!generation) throw modelRefusal("config", "target_needs_encoder", { family: this.info.family });
    const begun = this.#firstIn(first) ?? generation.first;
    const before = [generation.start, ...(begun === null ? [] : [begun])];
    const tokens =
      typeof target === "string"
        ? [...this.#ofIds({ ids: before }), ...this.#checkpoint.tokenize(target, { addsSpecial: false })]
        : this.#ofIds(target);
    if (!tokens.length) throw modelRefusal("config", "no_pieces");
    this.#requirePieces(tokens);
    this.#requirePositions(tokens);
    return tokens;
  }

  /**
   * The text of pieces, by the tokenizer's decoder; without a tokenizer, the ids joined by spaces. Special pieces such as [CLS] are left out.
   * @param {readonly number[]} ids @returns {string}
   */
  decode(ids) {
    const tokens = this.#ofIds({ ids });
    this.#requirePieces(tokens);
    return this.#checkpoint.decode(tokens.map(({ id }) => id));
  }

  /**
   * Computes every layer. Like all computations of a model, rejects with code "disposed" after dispose(), and if dispose() is called meanwhile.
   * @param {Text | Image} given  a picture for a model with info.vision, else a text @param {RunOptions} [options] @returns {Promise<ModelRun>}
   */
  run(given, options) {
    return this.#lifetime.during(() => this.#run(given, options));
  }

  /**
   * Computes several runs side by side: each worker computes whole runs, with its own copy of the weights. Yields the runs in order; each has the
   * bits that one worker gives.
   * @param {Iterable<readonly [given: Text | Image, options?: EachRunOptions]>} asked @param {{ signal?: AbortSignal }} [options]
   * @returns {AsyncGenerator<ModelRun, void, void>}
   */
  async *runEach(asked, { signal } = {}) {
    const { sideBySide } = await import("./side-by-side.js");
    const jobOf = (
      /** @type {Parameters<Model["runEach"]>[0] extends Iterable<infer Each> ? Each : never} */ [
        given,
        options,
      ],
      /** @type {AbortSignal} */ stop,
    ) => {
      const own = {
        caches: false,
        whole: true,
        signal: AbortSignal.any([stop, ...(signal ? [signal] : [])]),
      };
      return /** @type {const} */ ([given, { ...options, ...own }]);
    };
    yield* sideBySide(asked, {
      ...{ workers: this.#beside, another: this.#another },
      first: (job, stop) => this.run(...jobOf(job, stop)),
      beside: (transformer, job, stop) =>
        this.#lifetime.during(() => this.#run(...jobOf(job, stop), liveOf(transformer))),
    });
  }

  /**
   * The circuits of a head, read off its weights.
   * @param {number} layer @param {number} head @returns {Promise<Circuit>}
   */
  async circuit(layer, head) {
    const { layers, heads, vision, encoder } = this.info;
    if (vision || encoder) throw modelRefusal("config", "writes_of_text");
    requirePlace("layer", layer, layers);
    requirePlace("head", head, heads);
    const found = await this.#during(({ transformer }) => transformer.circuit(layer, head));
    const { description } = this.#checkpoint.model;
    return {
      ...{ layer, head, ...found, positions: positionsOfLists(description, layer) },
      pieces: async (piece, count = 5, at) => {
        if (!this.#checkpoint.model.predicts) throw modelRefusal("config", "predicts_nothing");
        this.#requirePieces([{ id: piece, text: "", start: 0, end: 0 }]);
        if (!(isWhole(count, 1) && count <= MOST_LISTED))
          throw modelRefusal("config", "pieces_listed", { count: show(count), most: MOST_LISTED });
        const places = at && placesIn(at, mostTokens(description));
        const lists = await this.#during(({ transformer }) =>
          transformer.piecesOfCircuit(layer, head, piece, places),
        );
        const named = (/** @type {import("./unembedding.js").Likely} */ { ids, logits }) =>
          ids.slice(0, count).map((id, i) => ({ id, text: this.#checkpoint.textOf(id), score: logits[i] }));
        return { looksFor: named(lists.looksFor), raises: named(lists.raises) };
      },
    };
  }

  /** @param {Text | Image} given @param {RunOptions} [options] @param {Pick<LiveTransformer, "use">} [live] what computes @returns {Promise<ModelRun>} */
  async #run(given, options = {}, live = this.#live) {
    const { vision, encoder, family } = this.info;
    if (encoder) return this.#runPair(/** @type {Text} */ (given), options, live);
    if (options.target !== undefined || options.first !== undefined)
      throw modelRefusal("config", "target_needs_encoder", { family });
    if (vision) return this.#runPicture(/** @type {Image} */ (given), options, live);
    return this.#runText(/** @type {Text} */ (given), options, live);
  }

  /** @param {Image} image @param {RunOptions} options @param {Pick<LiveTransformer, "use">} live @returns {Promise<ModelRun>} */
  async #runPicture(image, { headScale = {}, mask = [], answer = -1, patch, ...asked }, live) {
    if (patch) throw modelRefusal("config", "writes_of_text");
    const { info } = this;
    const { onProgress, onLayer, predicts, whole, signal } = asked;
    const vision = /** @type {import("./description.js").Vision} */ (
      this.#checkpoint.model.description.vision
    );
    if (answer !== -1 && !(Number.isInteger(answer) && answer >= 0 && answer < info.vocabulary))
      throw modelRefusal("config", "no_class", { answer: show(answer), classes: info.vocabulary });
    const preprocessing = () => this.#checkpoint.preprocessing;
    const { pictureOf } = await import("./pictures.js");
    const picture = await pictureOf(image, { vision, preprocessing, mask, signal });
    const { tokens, values } = picture;
    const scales = scalesIn(/** @type {Scales} */ (headScale), info);
    const seen = tokens.map(() => 1);
    const ids = tokens.map(({ id }) => id);
    const sentence = { ids, types: [], answers: [answer], picture: values };
    const options = { headScale: scales, onProgress, onLayer, predicts, whole, signal };
    const pass = await live.use(({ transformer }) => transformer.run(sentence, options));
    return this.#runOf(pass, tokens, [answer], { scales, seen }, picture);
  }

  /** @param {Text} text @param {RunOptions} options @param {Pick<LiveTransformer, "use">} live @returns {Promise<ModelRun>} */
  async #runText(text, { headScale = {}, mask = [], attentionMask, caches = false, patch, ...asked }, live) {
    const { info } = this;
    const { tokens, types } = this.#read(text);
    const masked = this.#masked(tokens, mask);
    const seen = seenIn(attentionMask, tokens.length);
    const answers = tokens.map(({ id }, i) => {
      if (!info.causal) return mask.includes(i) ? id : -1;
      return seen[i] && seen[i + 1] ? tokens[i + 1].id : -1;
    });
    const scales = scalesIn(/** @type {Scales} */ (headScale), info);
    const sentence = { ids: masked.map(({ id }) => id), types, answers, attentionMask: seen };
    const patches = patch && (await patchesIn(patch, { tokens: tokens.length, runs: this.#runs, ...info }));
    const pass = await live.use(async ({ transformer, cache }) => {
      const number = caches && info.causal ? await cache.open() : undefined;
      const { onProgress, onLayer, predicts, whole, signal } = asked;
      const told = { onProgress, onLayer, signal };
      const options = { headScale: scales, patches, predicts, whole, cache: number, ...told };
      const made = await transformer.run(sentence, options);
      if (number !== undefined) cache.fill(number, masked);
      return made;
    });
    return this.#runOf(pass, masked, answers, { scales, seen, patches });
  }

  /** @param {Text} text @param {RunOptions} options @param {Pick<LiveTransformer, "use">} live @returns {Promise<ModelRun>} */
  async #runPair(
    text,
    { headScale = {}, mask = [], attentionMask, target, first, caches, patch, ...asked },
    live,
  ) {
    if (patch) throw modelRefusal("config", "writes_of_text");
    const { info } = this;
    if (mask.length) throw modelRefusal("config", "mask_needs_masked_model", { family: info.family });
    const { tokens: read, types } = this.#readSource(text);
    const seen = seenIn(attentionMask, read.length);
    const scales = scalesByKind(headScale, info);
    const source = { ...sentenceOf(read, types), attentionMask: seen };
    const { onProgress, onLayer, predicts, signal } = asked;
    const { tokens, last } =
      target === undefined
        ? await this.#targetOfSource(
            source,
            { first: this.#firstIn(first), headScale: scales, onProgress, signal },
            live,
          )
        : this.#given(target, first);
    const answers = [...tokens.slice(1).map(({ id }) => id), last];
    const sentence = { ...sentenceOf(tokens), answers, source };
    const pass = await live.use(async ({ transformer, cache }) => {
      const number = caches ? await cache.open() : undefined;
      const headScale = /** @type {any} */ (scales);
      const options = { headScale, onProgress, onLayer, predicts, signal, cache: number };
      const made = await transformer.run(sentence, options);
      if (number !== undefined) cache.fill(number, tokens);
      return made;
    });
    return this.#runOf(pass, tokens, answers, { scales, seen, source: read });
  }

  /** What a decoder reads for a target that is given, and the piece that its last token predicts. @param {Text} target @param {RunOptions["first"]} first */
  #given(target, first) {
    const { ends } = /** @type {Generation} */ (this.#checkpoint.generation);
    return { tokens: this.targetOf(target, { first }), last: typeof target === "string" ? ends[0] : -1 };
  }

  /** The same for a target that is generated. @param {import("./transformer.js").Sentence} source @param {TargetOptions} options @param {Pick<LiveTransformer, "use">} live */
  async #targetOfSource(source, options, live) {
    const { start } = /** @type {Generation} */ (this.#checkpoint.generation);
    const made = await this.#generated(source, options, live);
    const ids = [start, ...made.tokens.map(({ id }) => id)];
    return { tokens: this.#ofIds({ ids: ids.slice(0, -1) }), last: ids[ids.length - 1] };
  }

  /** @param {import("./transformer.js").Sentence} source @param {TargetOptions} options @param {Pick<LiveTransformer, "use">} [live] @returns {ReturnType<Model["generate"]>} */
  async #generated(source, options, live = this.#live) {
    const { generatedTarget } = await import("./generated-target.js");
    return generatedTarget({ checkpoint: this.#checkpoint, live }, source, options);
  }

  /** @param {Text} text */
  #readSource(text) {
    return this.#read(text, this.#checkpoint.model.encoder?.description);
  }

  /** The id of a target's first piece. @param {number | string | undefined} first */
  #firstIn(first) {
    if (first === undefined) return undefined;
    const id = typeof first === "string" ? this.#checkpoint.idOf(first) : first;
    if (id === undefined) throw modelRefusal("config", "no_piece_of_name", { piece: show(first) });
    this.#requirePieces([{ id, text: "", start: 0, end: 0 }]);
    return id;
  }

  /**
   * @param {Pass} pass @param {readonly Token[]} tokens @param {readonly number[]} answers @param {How} how
   * @param {import("./pictures.js").Picture} [picture] of a model that reads pictures @returns {ModelRun}
   */
  #runOf(pass, tokens, answers, how, picture) {
    const { info } = this;
    const { scales, seen, source, patches } = how;
    const keyPaddingMask = seen.includes(0)
      ? { data: Uint8Array.from(seen, (each) => 1 - each), shape: [1, seen.length] }
      : undefined;
    const scalesOf = (/** @type {Kind | undefined} */ kind) => (kind ? scales[kind] : scales);
    const run = new ModelRun(pass, {
      ...{ tokens, source, answers, picture, patches },
      masks: picture?.masks ?? tokens.flatMap(({ id }, i) => (id === this.#checkpoint.maskId ? [i] : [])),
      textOf: (id) => this.#checkpoint.textOf(id),
      parts: async (layer, hidden, of) => {
        const isOfTarget = of?.kind === "decoder";
        const visible = isOfTarget ? hidden.data.slice(0, hidden.shape[0]).fill(1) : seen;
        const parts = await this.#during(({ transformer }) =>
          transformer.parts(layer, hidden, Array.from(visible), of),
        );
        return {
          ...parts,
          ...{ causal: of ? isOfTarget : info.causal, headScale: scalesOf(of?.kind)?.[layer] },
          keyPaddingMask: isOfTarget ? undefined : keyPaddingMask,
        };
      },
      block: (layer, hidden, of) => {
        const attentionMask = of?.kind === "decoder" ? [] : seen;
        const options = {
          ...{ headScale: scalesOf(of?.kind)?.[layer], attentionMask, patches: patches?.[layer]?.heads },
        };
        return this.#during(({ transformer }) => transformer.block(layer, hidden, options, of));
      },
      trace,
      contributions: (rows, pieces) => {
        this.#requirePieces(pieces.map((id) => ({ id, text: "", start: 0, end: 0 })));
        return this.#during(({ transformer }) => transformer.contributions(rows, pieces));
      },
      scoreParts: (cell) => this.#during(({ transformer }) => transformer.scoreParts(cell, seen)),
      values: (layer, hidden) =>
        this.#during(({ transformer }) => transformer.values(layer, hidden, patches?.[layer]?.heads)),
      lens: (rows, answers) => {
        this.#requirePieces((answers ?? []).map((id) => ({ id, text: "", start: 0, end: 0 })));
        return this.#during(({ transformer }) => transformer.lens(rows, answers));
      },
      goOn: (id, options) =>
        this.#lifetime.during(() => this.#goOn(pass, tokens, id, { answers, how, options })),
    });
    this.#runs.add(run);
    return run;
  }

  /**
   * A run of the tokens and one more. With their keys and values in the cache, only the new token is computed.
   * @param {Pass} earlier @param {readonly Token[]} tokens @param {number} id
   * @param {{ answers: readonly number[], how: How, options: Pick<RunOptions, "onProgress" | "signal"> }} of the earlier run, and for the new one
   * @returns {Promise<ModelRun>}
   */
  async #goOn(earlier, tokens, id, { answers, how: { scales, seen, source, patches }, options: asked = {} }) {
    const { onProgress, signal } = asked;
    const options = { onProgress, signal };
    const { causal, family } = this.info;
    if (patches) throw modelRefusal("config", "patched_goes_on");
    if (!causal) throw modelRefusal("config", "generate_needs_causal", { family });
    const all = [...tokens, ...this.#read({ ids: [id] }).tokens];
    this.#requirePositions(all);
    const attentionMask = source ? seen : [...seen, 1];
    const ids = all.map((token) => token.id);
    requireRoom(all.length, all.length, this.#checkpoint.model.description);
    const joined = await this.#live.use(async ({ transformer, cache }) => {
      const number = cache.take(tokens);
      if (number === undefined) return null;
      const next = { ids: [id], types: [0], answers: [-1] };
      const pass = await transformer.run(next, { headScale: scales, cache: number, ...options });
      const both = continuedPass(earlier, pass, id);
      if (both) cache.fill(number, all);
      return both;
    });
    const again = { headScale: scales, attentionMask, caches: true, ...options };
    if (!joined && source)
      return this.#run({ ids: source.map((each) => each.id) }, { ...again, target: { ids } });
    if (!joined) return this.#run({ ids }, again);
    const last = source || seen[tokens.length - 1] ? id : -1;
    return this.#runOf(joined, all, [...answers.slice(0, -1), last, -1], {
      scales,
      seen: attentionMask,
      source,
    });
  }

  /**
   * Generates pieces one by one. Keys and values of earlier pieces are cached.
   * @param {Text} text @param {GenerateOptions} [options]
   * @returns {Promise<{ tokens: { id: number, text: string }[], text: string }>} the new pieces, and what they add to the text: decode() of all
   *   pieces without that of the given ones at its beginning
   */
  generate(text, options) {
    return this.#lifetime.during(() => this.#generate(text, options));
  }

  /** @param {Text} text @param {GenerateOptions} [options] @returns {ReturnType<Model["generate"]>} */
  async #generate(text, options = {}) {
    const { info } = this;
    if (info.encoder) {
      const { tokens, types } = this.#readSource(text);
      const first = this.#firstIn(options.first);
      return this.#generated(sentenceOf(tokens, types), { ...options, first });
    }
    const { tokens: count = 20, temperature, topK, seed, onToken, signal } = options;
    if (options.first !== undefined)
      throw modelRefusal("config", "target_needs_encoder", { family: info.family });
    if (!info.causal) throw modelRefusal("config", "generate_needs_causal", { family: info.family });
    wholeNumber("tokens", count);
    const sampling = samplingOf({ temperature, topK, seed });
    const random = uniform(sampling.seed);
    const { tokens: before } = this.#read(text);
    this.#requirePositions(before, count - 1);
    /** @type {{ id: number, text: string }[]} */
    const added = [];
    const ids = before.map(({ id }) => id);
    const continued = new ContinuedText((all) => this.#checkpoint.decode(all), ids);
    await this.#live.use(async ({ transformer }) => {
      const cache = await transformer.openCache();
      // A fresh transformer, after a fatal error, reads all pieces again.
      let next = [...ids, ...added.map(({ id }) => id)];
      try {
        while (added.length < count) {
          const sentence = { ids: next, types: next.map(() => 0), answers: next.map(() => -1) };
          const { likely } = await transformer.run(sentence, { cache, signal });
          if (!likely) throw modelRefusal("config", "predicts_nothing");
          const pieces = piecesOf(likely, next.length - 1, likely.most, (id) => this.#checkpoint.textOf(id));
          const { id, text: piece } = chosen(pieces, sampling, random);
          added.push({ id, text: piece });
          const settled = continued.add(id, added.length === count);
          onToken?.({ id, text: settled });
          next = [id];
        }
      } finally {
        await transformer.closeCache(cache);
      }
    });
    return { tokens: added, text: continued.text };
  }

  /**
   * Measures what each head does in many sentences. Yields the study as it grows, at most ten times a second, and once more at its end. A sentence
   * counts with its first 256 tokens. Results do not depend on the number of workers.
   * @param {Iterable<string> | AsyncIterable<string>} sentences @param {StudyOptions} [options] @returns {AsyncGenerator<Study, void, void>}
   */
  async *study(sentences, options = {}) {
    const { family, vision, encoder } = this.info;
    if (vision) throw modelRefusal("config", "study_needs_text", { family });
    if (encoder) throw modelRefusal("config", "study_needs_one_text", { family });
    const { study } = await import("./study-engine.js");
    const studied = {
      ...{ info: this.info, maskId: this.#checkpoint.maskId, another: this.#another, workers: this.#beside },
      ...{ predicts: this.predicts, commit: this.commit },
      read: (/** @type {string} */ text) => this.#readFirst(text),
      first: {
        measure: (/** @type {Parameters<Transformer["measure"]>} */ ...given) =>
          this.#during(({ transformer }) => transformer.measure(...given)),
      },
    };
    yield* study(studied, sentences, options);
  }

  /** The first tokens of a text, with a token that the tokenizer adds at its end, such as [SEP]. @param {string} text */
  #readFirst(text) {
    const most = Math.min(LONGEST, mostTokens(this.#checkpoint.model.description));
    const all = this.tokenize(text);
    const last = all.slice(-1).filter(({ start, end }) => start === end);
    const tokens = all.length > most ? [...all.slice(0, most - last.length), ...last] : all;
    this.#requirePieces(tokens);
    return { tokens, types: tokens.map(() => 0) };
  }

  /** Frees the blocks in memory. Results that runs hold stay. */
  dispose() {
    this.#lifetime.end(disposedOf("model"));
    this.#live.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  /** @template T @param {(live: import("./live-transformer.js").Live) => Promise<T>} f @returns {Promise<T>} */
  #during(f) {
    return this.#lifetime.during(() => this.#live.use(f));
  }

  /** @param {Text} text @param {import("./description.js").Description} [of] the layers that read it @returns {{ tokens: Token[], types: readonly number[] }} */
  #read(text, of = this.#checkpoint.model.description) {
    const { types: kinds } = of;
    const tokens = typeof text === "string" ? this.tokenize(text) : this.#ofIds(text);
    const types = (typeof text === "object" && text.types) || tokens.map(() => 0);
    if (!tokens.length) throw modelRefusal("config", "no_pieces");
    this.#requirePieces(tokens, of);
    if (types.length !== tokens.length)
      throw modelRefusal("config", "types_count", { given: types.length, tokens: tokens.length });
    for (const type of types)
      if (!Number.isInteger(type) || type < 0 || type >= Math.max(1, kinds))
        throw modelRefusal("config", "no_type", { type: show(type), types: kinds });
    this.#requirePositions(tokens, 0, of);
    return { tokens, types };
  }

  /** @param {readonly Token[]} tokens @param {{ vocabulary: number }} [of] */
  #requirePieces(tokens, { vocabulary } = this.info) {
    for (const { id } of tokens)
      if (!Number.isInteger(id) || id < 0 || id >= vocabulary)
        throw modelRefusal("config", "no_piece", { id: show(id), vocabulary });
  }

  /** @param {readonly Token[]} tokens @param {number} [more] @param {import("./description.js").Description} [description] */
  #requirePositions(tokens, more = 0, description = this.#checkpoint.model.description) {
    const most = mostTokens(description);
    const count = tokens.filter(({ id }) => id !== description.padding).length + more;
    const id = description.ropes.length ? "too_many_for_scaling" : "too_many_pieces";
    if (count > most) throw modelRefusal("config", id, { tokens: count, most });
  }

  /** @param {unknown} given @returns {Token[]} */
  #ofIds(given) {
    const { ids } = /** @type {{ ids?: unknown }} */ (given ?? {});
    if (!Array.isArray(ids) && !ArrayBuffer.isView(ids))
      throw modelRefusal("config", "no_text", { text: show(given) });
    return Array.from(/** @type {number[]} */ (ids), (id) => ({
      ...{ id, text: this.#checkpoint.textOf(id), start: 0, end: 0 },
    }));
  }

  /** The pieces, with the masked ones replaced by the mask token. @param {readonly Token[]} tokens @param {readonly number[]} mask */
  #masked(tokens, mask) {
    if (!mask.length) return tokens;
    const { causal, family } = this.info;
    if (causal) throw modelRefusal("config", "mask_needs_masked_model", { family });
    const { maskId } = this.#checkpoint;
    if (maskId === undefined) throw modelRefusal("config", "no_mask_piece");
    for (const place of mask)
      if (!tokens[place])
        throw modelRefusal("config", "no_place", {
          ...{ what: "token", place: show(place), last: tokens.length - 1 },
        });
    return tokens.map((token, i) =>
      mask.includes(i) ? { ...token, id: maskId, text: this.#checkpoint.textOf(maskId) } : token,
    );
  }
}

/** How positions change which pieces a head looks for. @param {import("./description.js").Description} description @param {number} layer @returns {Circuit["positions"]} */
function positionsOfLists({ ropes, positions, sinusoids, byDistance }, layer) {
  if (ropes[layer]) return "rotated";
  if (byDistance?.keys) return "distances";
  return positions || sinusoids ? "added" : null;
}

/** The places of a query and a key in a run. @param {{ query: number, key: number, tokens?: number }} given @param {number} most tokens @returns {import("./circuits.js").Places} */
function placesIn(given, most) {
  const { query, key } = given;
  const last = Math.max(query, key);
  const { tokens = last + 1 } = given;
  if (!(isWhole(query, 0) && isWhole(key, 0) && isWhole(tokens, last + 1)))
    throw modelRefusal("config", "circuit_places", { given: show(given) });
  requirePlace("token", tokens - 1, most);
  return { query, key, tokens };
}

/** Tokens without answers. @param {readonly Token[]} tokens @param {readonly number[]} [types] @returns {import("./transformer.js").Sentence} */
const sentenceOf = (tokens, types = tokens.map(() => 0)) => ({
  ...{ ids: tokens.map(({ id }) => id), types, answers: tokens.map(() => -1) },
});

/** @param {object} given @param {import("./checkpoint.js").ModelInfo} info @returns {HeadScales} */
function scalesByKind(given, info) {
  const sizes = /** @type {Record<string, { layers: number, heads: number }>} */ ({
    ...{ encoder: info.encoder, decoder: info, cross: info },
  });
  const unknown = Object.keys(given).find((kind) => !Object.hasOwn(sizes, kind));
  if (unknown !== undefined)
    throw modelRefusal("config", "no_kind", { kind: show(unknown), known: Object.keys(sizes).join(", ") });
  return Object.fromEntries(
    Object.entries(given).map(([kind, scales]) => [kind, scalesIn(scales ?? {}, sizes[kind])]),
  );
}

/** @param {Readonly<Record<number, ArrayLike<number>>>} given @param {{ layers: number, heads: number }} info @returns {Record<number, Float32Array>} */
function scalesIn(given, { layers, heads }) {
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

/** @param {readonly number[] | undefined} given @param {number} tokens @returns {number[]} an attention mask */
function seenIn(given, tokens) {
  if (given === undefined) return Array(tokens).fill(1);
  const isList = Array.isArray(given) || ArrayBuffer.isView(given);
  const mask = isList ? Array.from(/** @type {readonly number[]} */ (given)) : [];
  if (mask.length !== tokens || mask.some((each) => each !== 0 && each !== 1))
    throw modelRefusal("config", "attention_mask", { given: show(given), tokens });
  return mask;
}

/** A traced run of a layer's attention. @param {import("./model-run.js").AttentionParts} parts */
async function trace({ options, weights, ...input }) {
  const core = await loadCore(); // a fresh one if the last one has failed
  const layer = core.createLayer(options);
  try {
    layer.setWeights(weights);
    return layer.forward({ ...input, trace: true });
  } finally {
    layer.dispose();
  }
}
