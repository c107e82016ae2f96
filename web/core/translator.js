import { options as readOptions, oneOf, wholeNumber } from "./check.js";
import { Layer } from "./layer.js";
import { Learner } from "./learner.js";
import { modelSteps } from "./model-steps.js";
import { readHeadScale, readSentence } from "./removal.js";
import { encodeStrings } from "./text.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { AttentionKind, HeadScales, ModelStep, SentencePair, TensorOutput, Translation, TranslatorConfig, TranslatorEvaluation, TranslatorInputs, TranslatorOptions } from "./types.js" */

/** A pair of sentences as C++ returns it. @typedef {{ source: number[], target: { word: number, part: string, source: number, agrees: number }[] }} BoundPair */

/**
 * Implements Core.createModel for the task "translation".
 * @param {Boundary} boundary @param {TranslatorOptions} options
 * @throws {HeadscopeError} code "config" for sizes that do not go together
 */
export function createTranslator(boundary, options) {
  const { seed = 0, dModel, numHeads, layers } = options;
  const sizes = Object.entries({ dModel, numHeads, layers }).map(([what, size]) => [
    what,
    size === undefined ? 0 : wholeNumber(what, size), // 0 selects the default
  ]);
  wholeNumber("seed", seed, 0);
  const bound = boundary.call("createTranslator", { ...Object.fromEntries(sizes), seed });
  return new Translator(boundary, bound, seed);
}

/**
 * An encoder and a decoder that learn to translate English to French. The same seed gives the same weights on every platform, to the bit.
 * @extends {Learner<TranslatorConfig>}
 */
export class Translator extends Learner {
  /** The English words; the first is the end. @type {readonly string[]} */ sourceWords;
  /** The French words; the first are the start and the end. @type {readonly string[]} */ targetWords;

  /** @param {Boundary} boundary @param {any} bound handle from Embind @param {number} seed */
  constructor(boundary, bound, seed) {
    const { sourceWords, targetWords, ...sizes } = boundary.ask(bound, "description");
    super(boundary, bound, { task: "translation", ...sizes, seed });
    this.sourceWords = Object.freeze(sourceWords);
    this.targetWords = Object.freeze(targetWords);
  }

  /**
   * Evaluates on held-out sentences, which are the same for every model. A later call for more sentences, with the same `headScale` and no
   * training in between, continues the count.
   * @param {{ sentences?: number, headScale?: HeadScales }} [options] defaults to 400 sentences with all heads
   * @returns {TranslatorEvaluation}
   */
  evaluate(options) {
    const { sentences = 400, headScale } = readOptions("evaluate options", options);
    wholeNumber("sentences", sentences);
    const found = this.boundary.ask(this.native, "evaluate", sentences, this.#read(headScale));
    return { step: this.step, ...found };
  }

  /**
   * Translates a sentence, each time by the likeliest word.
   * @param {string | readonly string[]} tokens
   * @param {{ headScale?: HeadScales }} [options]
   * @returns {Translation}
   */
  translate(tokens, options) {
    const { headScale } = readOptions("translate options", options);
    const said = this.boundary.ask(
      this.native,
      "translate",
      encodeStrings(readSentence(tokens)),
      this.#read(headScale),
    );
    const target = said.words.map((/** @type {number} */ word) => this.targetWords[word]);
    return {
      source: said.source.map((/** @type {number} */ word) => this.sourceWords[word]),
      target,
      // The words exclude the start and the end. An untrained model may predict the start.
      words: target.filter((/** @type {string} */ word) => !this.targetWords.slice(0, 2).includes(word)),
      probabilities: said.probabilities,
      truth: said.truth ? this.#named(said.truth) : null,
      attention: (kind, layer = 0) => this.#attention(said.attention, kind, layer),
    };
  }

  /**
   * The steps of a translation: the encoder, and the decoder for all words of the translation at once. The ids of steps of attention begin
   * with its kind and its layer, counted from 1: "encoder1.q", "decoder1.q", "cross1.q".
   * @param {string | readonly string[]} tokens
   * @param {{ headScale?: HeadScales }} [options]
   * @returns {ModelStep[]}
   */
  trace(tokens, options) {
    const { headScale } = readOptions("trace options", options);
    const words = encodeStrings(readSentence(tokens));
    return modelSteps(this.boundary.ask(this.native, "trace", words, this.#read(headScale)));
  }

  /**
   * Draws a sentence and its translation.
   * @param {{ seed?: number, heldOut?: boolean }} [options] heldOut: true draws a sentence that is never trained on
   * @returns {SentencePair}
   */
  example(options) {
    const { seed = 0, heldOut = false } = readOptions("example options", options);
    wholeNumber("seed", seed, 0);
    return this.#named(this.boundary.ask(this.native, "example", seed, Boolean(heldOut)));
  }

  /** One attention of the model as a standalone attention layer. @param {AttentionKind} kind @param {number} [layer] counted from 0 @returns {Layer} */
  layer(kind, layer = 0) {
    return new Layer(
      this.boundary,
      this.boundary.ask(this.native, "layer", this.#kind(kind), wholeNumber("layer", layer, 0)),
    );
  }

  /**
   * The inputs of one attention's forward pass for a sentence.
   * @param {string | readonly string[]} tokens @param {AttentionKind} kind @param {number} [layer]
   * @returns {TranslatorInputs}
   */
  inputs(tokens, kind, layer = 0) {
    const [words, place] = [encodeStrings(readSentence(tokens)), wholeNumber("layer", layer, 0)];
    return this.boundary.ask(this.native, "inputs", words, this.#kind(kind), place);
  }

  /** @param {AttentionKind} kind */
  #kind(kind) {
    const { attentionKind } = this.boundary.names;
    return attentionKind.indexOf(oneOf("kind of attention", kind, attentionKind));
  }

  /** @param {Record<string, TensorOutput[]>} all @param {AttentionKind} kind @param {number} layer @returns {TensorOutput} */
  #attention(all, kind, layer) {
    const layers = all[oneOf("kind of attention", kind, this.boundary.names.attentionKind)];
    const { data, shape } = layers[Number(oneOf("layer", String(layer), Object.keys(layers)))];
    return { data, shape: shape.slice(1) };
  }

  /** @param {HeadScales | undefined} headScale */
  #read(headScale) {
    this.native;
    const given = readOptions("headScale", headScale);
    const { attentionKind } = this.boundary.names;
    for (const kind of Object.keys(given)) oneOf("kind of attention", kind, attentionKind);
    /** @type {Record<string, import("./tensor-argument.js").TensorArgument>} */
    const read = {};
    for (const [kind, rows] of Object.entries(given)) {
      if (rows === undefined) continue;
      read[kind] = readHeadScale(rows, this.config);
      this.boundary.read(read[kind]);
    }
    return read;
  }

  /** Replaces indices by words; places that do not exist are null. @param {BoundPair} pair @returns {SentencePair} */
  #named({ source, target }) {
    return {
      source: source.map((word) => this.sourceWords[word]),
      target: target.map(({ word, part, source: from, agrees }) => ({
        word: this.targetWords[word],
        part: /** @type {import("./types.js").SpeechPart} */ (part),
        source: from,
        agrees: agrees < 0 ? null : agrees,
      })),
    };
  }
}
