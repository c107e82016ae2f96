import { options as readOptions, oneOf, wholeNumber } from "./check.js";
import { Layer } from "./layer.js";
import { Learner } from "./learner.js";
import { modelSteps } from "./model-steps.js";
import { readRemoval, readSentence } from "./removal.js";
import { encodeStrings } from "./text.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Evaluation, Example, ForwardInput, KindEvaluation, ModelConfig, ModelOptions, ModelStep, Prediction, Removal } from "./types.js" */

/**
 * Implements Core.createModel.
 * @param {Boundary} boundary @param {ModelOptions} [options]
 * @throws {HeadscopeError} code "config" for sizes that do not go together
 */
export function createModel(boundary, options) {
  const { task, keysFrom, layerNorm, mlp, seed = 0, ...rest } = readOptions("model options", options);
  const { dModel, numHeads, layers } = rest;
  const { names } = boundary;
  const name = oneOf("task", task, /** @type {readonly ModelConfig["task"][]} */ (names.task));
  const from = keysFrom === undefined ? undefined : oneOf("keysFrom", keysFrom, names.keysFrom);
  const sizes = Object.entries({ dModel, numHeads, layers }).map(([what, size]) => [
    what,
    size === undefined ? 0 : wholeNumber(what, size), // 0 selects the task's default
  ]);
  wholeNumber("seed", seed, 0);
  const bound = boundary.call("createModel", {
    ...Object.fromEntries(sizes),
    task: names.task.indexOf(name),
    keysFrom: from === undefined ? undefined : names.keysFrom.indexOf(from),
    layerNorm: Boolean(layerNorm),
    mlp: Boolean(mlp),
    seed,
  });
  return new Model(boundary, bound, name, seed);
}

/**
 * A model that learns: layers of attention over embedded words. The same seed gives the same weights on every platform, to the bit.
 * @extends {Learner<ModelConfig>}
 */
export class Model extends Learner {
  /** @type {readonly string[]} */ #kinds;
  /** The vocabulary. @type {readonly string[]} */ words;

  /** @param {Boundary} boundary @param {any} bound handle from Embind @param {ModelConfig["task"]} task @param {number} seed */
  constructor(boundary, bound, task, seed) {
    const { words, kinds, keysFrom, ...sizes } = boundary.ask(bound, "description");
    super(boundary, bound, { task, ...sizes, keysFrom: boundary.names.keysFrom[keysFrom], seed });
    this.#kinds = kinds;
    this.words = Object.freeze(words);
  }

  /**
   * Evaluates on held-out sentences, which are the same for every model.
   * @param {Removal & { sentences?: number }} [options] defaults to 256 sentences with nothing removed
   * @returns {Evaluation}
   */
  evaluate(options) {
    const { sentences = 256, ...removal } = readOptions("evaluate options", options);
    wholeNumber("sentences", sentences);
    const read = this.#read(removal);
    const found = this.boundary.ask(this.native, "evaluate", sentences, read);
    const kinds = this.#kinds.map((name) => [name, /** @type {KindEvaluation} */ (found[name])]);
    return { step: this.step, kinds: Object.fromEntries(kinds) };
  }

  /**
   * Predicts the word at each blank of a sentence, likeliest first.
   * @param {string | readonly string[]} tokens
   * @param {Removal} [removal] heads and edges removed during the prediction
   * @returns {Prediction}
   */
  predict(tokens, removal) {
    const [words, read] = [encodeStrings(readSentence(tokens)), this.#read(removal)];
    const { attention, likely, ...said } = this.boundary.ask(this.native, "predict", words, read);
    const { tokens: known, blanks } = this.#named(said);
    return {
      tokens: known,
      blanks: blanks.map((blank, i) => ({ ...blank, words: this.#likely(likely[i]) })),
      attention,
    };
  }

  /**
   * The steps of a prediction: from the embeddings to the logits of the blanks, and to the loss if an answer is known. The ids of a layer's
   * steps begin with its name, counted from 1: "layer1.q".
   * @param {string | readonly string[]} tokens
   * @returns {ModelStep[]}
   */
  trace(tokens) {
    return modelSteps(this.boundary.ask(this.native, "trace", encodeStrings(readSentence(tokens))));
  }

  /**
   * Draws a sentence of the task.
   * @param {{ seed?: number, heldOut?: boolean }} [options] heldOut: true draws a sentence that is never trained on @returns {Example}
   */
  example(options) {
    const { seed = 0, heldOut = false } = readOptions("example options", options);
    wholeNumber("seed", seed, 0);
    return this.#named(this.boundary.ask(this.native, "example", seed, Boolean(heldOut)));
  }

  /** One of the layers as a standalone attention layer. @param {number} layer counted from 0 @returns {Layer} */
  layer(layer) {
    return new Layer(this.boundary, this.boundary.ask(this.native, "layer", wholeNumber("layer", layer, 0)));
  }

  /**
   * The inputs of one layer's forward pass for a sentence. The mask is -inf for words that the layer does not see.
   * @param {string | readonly string[]} tokens @param {number} layer
   * @returns {Required<Pick<ForwardInput, "query" | "key" | "value" | "attnMask">>}
   */
  inputs(tokens, layer) {
    const [words, place] = [encodeStrings(readSentence(tokens)), wholeNumber("layer", layer, 0)];
    return this.boundary.ask(this.native, "inputs", words, place);
  }

  /** @param {Removal | undefined} removal */
  #read(removal) {
    this.native;
    const read = readRemoval(removal, this.config, this.#kinds, this.boundary.names.cutTo);
    this.boundary.read(read.headScale);
    return read;
  }

  /**
   * Replaces indices by words and kinds; unknown ones are null.
   * @param {{ sentence: number[], blanks: Record<"position" | "kind" | "answer" | "noun" | "tells", number>[] }} said
   * @returns {Example}
   */
  #named({ sentence, blanks }) {
    const known = (/** @type {number} */ number) => (number < 0 ? null : number);
    return {
      tokens: sentence.map((word) => this.words[word]),
      blanks: blanks.map(({ position, kind, answer, noun, tells }) => ({
        ...{ position, kind: this.#kinds[kind], answer: this.words[answer] ?? null },
        ...{ noun: known(noun), tells: known(tells) },
      })),
    };
  }

  /** @param {{ words: number[], probabilities: Float32Array }} likely */
  #likely({ words, probabilities }) {
    return words.map((word, i) => ({ word: this.words[word], probability: probabilities[i] }));
  }
}
