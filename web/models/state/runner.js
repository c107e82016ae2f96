import { show } from "../../core/check.js";
import { loadCore } from "../../core/load.js";
import { modelRefusal } from "../words-refusals.js";
import { continuedPass } from "./generation.js";
import { ModelRun } from "./model-run.js";
import { patchesIn } from "./patching.js";
import { checkedAttentionMask, checkedScales, checkedScalesByKind } from "./run-options.js";
import { sentenceOf } from "./text-reader.js";
import { requireRoom } from "./pass-inputs.js";

/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Kind } from "./encoder-decoder.js" */
/** @import { TargetOptions } from "./generated-target.js" */
/** @import { Generation } from "./generation-config.js" */
/** @import { Lifetime, LiveTransformer } from "./live-transformer.js" */
/** @import { Image } from "./pictures.js" */
/** @import { RunOptions, Scales, Text } from "./run-options.js" */
/** @import { TextReader } from "./text-reader.js" */
/** @import { Token } from "./tokenizer.js" */
/** @import { Pass, Patches, Sentence } from "./transformer.js" */

/**
 * @typedef {object} How how a run was computed
 * @property {any} scales of heads, by layer; of an encoder-decoder by kind, then by layer
 * @property {readonly number[]} seen its attention mask; of an encoder-decoder that of the source
 * @property {readonly Token[]} [source]
 * @property {Patches} [patches]
 */

/** Runs texts and pictures through a checkpoint, and makes a ModelRun of each pass. */
export class Runner {
  #checkpoint;
  #live;
  #reader;
  #lifetime;
  /** Its runs, which alone fit patches. @type {WeakSet<ModelRun>} */ #runs = new WeakSet();

  /** @param {Checkpoint} checkpoint @param {LiveTransformer} live @param {{ reader: TextReader, lifetime: Lifetime }} of the model */
  constructor(checkpoint, live, { reader, lifetime }) {
    this.#checkpoint = checkpoint;
    this.#live = live;
    this.#reader = reader;
    this.#lifetime = lifetime;
  }

  /** Runs a text or a picture. @param {Text | Image} given @param {RunOptions} [options] @param {Pick<LiveTransformer, "use">} [live] what computes @returns {Promise<ModelRun>} */
  async run(given, options = {}, live = this.#live) {
    const { vision, encoder, family } = this.#checkpoint.info;
    if (encoder) return this.#runPair(/** @type {Text} */ (given), options, live);
    if (options.target !== undefined || options.first !== undefined)
      throw modelRefusal("config", "target_needs_encoder", { family });
    if (vision) return this.#runPicture(/** @type {Image} */ (given), options, live);
    return this.#runText(/** @type {Text} */ (given), options, live);
  }

  /** @param {Image} image @param {RunOptions} options @param {Pick<LiveTransformer, "use">} live @returns {Promise<ModelRun>} */
  async #runPicture(image, { headScale = {}, mask = [], answer = -1, patch, ...asked }, live) {
    if (patch) throw modelRefusal("config", "writes_of_text");
    const { info } = this.#checkpoint;
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
    const scales = checkedScales(/** @type {Scales} */ (headScale), info);
    const seen = tokens.map(() => 1);
    const ids = tokens.map(({ id }) => id);
    const sentence = { ids, types: [], answers: [answer], picture: values };
    const options = { headScale: scales, onProgress, onLayer, predicts, whole, signal };
    const pass = await live.use(({ transformer }) => transformer.run(sentence, options));
    return this.#runOf(pass, tokens, [answer], { scales, seen }, picture);
  }

  /** @param {Text} text @param {RunOptions} options @param {Pick<LiveTransformer, "use">} live @returns {Promise<ModelRun>} */
  async #runText(text, { headScale = {}, mask = [], attentionMask, caches = false, patch, ...asked }, live) {
    const { info } = this.#checkpoint;
    const { tokens, types } = this.#reader.read(text);
    const masked = this.#reader.mask(tokens, mask);
    const seen = checkedAttentionMask(attentionMask, tokens.length);
    const answers = tokens.map(({ id }, i) => {
      if (!info.causal) return mask.includes(i) ? id : -1;
      return seen[i] && seen[i + 1] ? tokens[i + 1].id : -1;
    });
    const scales = checkedScales(/** @type {Scales} */ (headScale), info);
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
    const { info } = this.#checkpoint;
    if (mask.length) throw modelRefusal("config", "mask_needs_masked_model", { family: info.family });
    const { tokens: read, types } = this.#reader.readSource(text);
    const seen = checkedAttentionMask(attentionMask, read.length);
    const scales = checkedScalesByKind(headScale, info);
    const source = { ...sentenceOf(read, types), attentionMask: seen };
    const { onProgress, onLayer, predicts, signal } = asked;
    const { tokens, last } =
      target === undefined
        ? await this.#generateTokens(
            source,
            { first: this.#reader.idOfFirst(first), headScale: scales, onProgress, signal },
            live,
          )
        : this.#readTarget(target, first);
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
  #readTarget(target, first) {
    const { ends } = /** @type {Generation} */ (this.#checkpoint.generation);
    return {
      tokens: this.#reader.readTarget(target, first),
      last: typeof target === "string" ? ends[0] : -1,
    };
  }

  /** What a decoder reads for a target that is generated, and the piece that its last token predicts. @param {Sentence} source @param {TargetOptions} options @param {Pick<LiveTransformer, "use">} live */
  async #generateTokens(source, options, live) {
    const { start } = /** @type {Generation} */ (this.#checkpoint.generation);
    const made = await this.generateTarget(source, options, live);
    const ids = [start, ...made.tokens.map(({ id }) => id)];
    return { tokens: this.#reader.tokensOfIds({ ids: ids.slice(0, -1) }), last: ids[ids.length - 1] };
  }

  /** Generates the target of a source. @param {Sentence} source @param {TargetOptions} options @param {Pick<LiveTransformer, "use">} [live] @returns {ReturnType<typeof import("./generated-target.js").generateTarget>} */
  async generateTarget(source, options, live = this.#live) {
    const { generateTarget } = await import("./generated-target.js");
    return generateTarget({ checkpoint: this.#checkpoint, live }, source, options);
  }

  /**
   * @param {Pass} pass @param {readonly Token[]} tokens @param {readonly number[]} answers @param {How} how
   * @param {import("./pictures.js").Picture} [picture] of a model that reads pictures @returns {ModelRun}
   */
  #runOf(pass, tokens, answers, how, picture) {
    const { info } = this.#checkpoint;
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
        this.#reader.requireIds(pieces);
        return this.#during(({ transformer }) => transformer.contributions(rows, pieces));
      },
      scoreParts: (cell) => this.#during(({ transformer }) => transformer.scoreParts(cell, seen)),
      values: (layer, hidden) =>
        this.#during(({ transformer }) => transformer.values(layer, hidden, patches?.[layer]?.heads)),
      lens: (rows, answers) => {
        this.#reader.requireIds(answers ?? []);
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
    const { causal, family } = this.#checkpoint.info;
    if (patches) throw modelRefusal("config", "patched_goes_on");
    if (!causal) throw modelRefusal("config", "generate_needs_causal", { family });
    const all = [...tokens, ...this.#reader.read({ ids: [id] }).tokens];
    this.#reader.requirePositions(all);
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
      return this.run({ ids: source.map((each) => each.id) }, { ...again, target: { ids } });
    if (!joined) return this.run({ ids }, again);
    const last = source || seen[tokens.length - 1] ? id : -1;
    return this.#runOf(joined, all, [...answers.slice(0, -1), last, -1], {
      scales,
      seen: attentionMask,
      source,
    });
  }

  /** @template T @param {(live: import("./live-transformer.js").Live) => Promise<T>} f @returns {Promise<T>} */
  #during(f) {
    return this.#lifetime.during(() => this.#live.use(f));
  }
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
