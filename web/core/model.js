import { options as readOptions, oneOf, wholeNumber } from "./check.js";
import { refusal } from "./errors.js";
import { tensorArgument } from "./tensor-argument.js";
import { Handle } from "./handle.js";
import { Layer } from "./layer.js";
import { readModel, writeModel } from "./model-file.js";
import { readRemoval, readSentence } from "./removal.js";
import { encoded } from "./text.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Evaluation, Example, ForwardInput, KindEvaluation, ModelConfig, ModelOptions, ModelStep, Prediction, Removal, TensorOutput } from "./types.js" */

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
 * @extends {Handle<any>}
 */
export class Model extends Handle {
  /** @type {readonly string[]} */ #kinds;
  /** The configuration, with defaults filled in. @type {Readonly<ModelConfig>} */ config;
  /** The vocabulary. @type {readonly string[]} */ words;

  /** @param {Boundary} boundary @param {any} bound handle from Embind @param {ModelConfig["task"]} task @param {number} seed */
  constructor(boundary, bound, task, seed) {
    super(boundary, bound, "model");
    const { words, kinds, keysFrom, ...sizes } = boundary.ask(bound, "description");
    this.#kinds = kinds;
    this.words = Object.freeze(words);
    this.config = Object.freeze({ task, ...sizes, keysFrom: boundary.names.keysFrom[keysFrom], seed });
  }

  /** Number of training steps so far. @returns {number} */
  get step() {
    return this.boundary.ask(this.native, "step");
  }

  /**
   * Trains on a fresh batch of 16 sentences per step.
   * @param {number} [steps]
   * @returns {{ step: number, loss: number }} total steps so far, and the mean loss of these steps, in nats per blank
   */
  train(steps = 1) {
    wholeNumber("steps", steps);
    const { step } = this;
    if (!Number.isSafeInteger(step + steps))
      throw refusal(
        "config",
        "steps_uncountable",
        "steps {steps} after step {step} are more than can be counted (at most {most})",
        { steps, step, most: Number.MAX_SAFE_INTEGER },
      );
    const loss = this.boundary.ask(this.native, "train", steps);
    return { step: this.step, loss };
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
    const [words, read] = [encoded(readSentence(tokens)), this.#read(removal)];
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
    const { steps, numbers } = this.boundary.ask(this.native, "trace", encoded(readSentence(tokens)));
    return JSON.parse(steps).map((/** @type {object} */ step, /** @type {number} */ i) => ({
      ...step,
      data: numbers[i],
    }));
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

  /** Saves the whole state in the core's memory (0.6 MB by default) until the model is disposed of. @returns {number} id for restore() */
  checkpoint() {
    return this.boundary.ask(this.native, "checkpoint");
  }

  /** Restores a checkpoint. Training from it repeats the same steps. @param {number} id */
  restore(id) {
    this.boundary.ask(this.native, "restore", wholeNumber("checkpoint", id, 0));
  }

  /** The parameters, by name. @returns {Record<string, TensorOutput>} */
  parameters() {
    return this.boundary.ask(this.native, "parameters");
  }

  /** Writes the parameters as a safetensors file. */
  save() {
    return writeModel(this.parameters(), this.config, this.step);
  }

  /**
   * Loads the parameters of a file saved by a model of the same sizes. The optimizer's moments start from 0.
   * @param {ArrayBuffer | ArrayBufferView} bytes
   * @throws {HeadscopeError} code "format" if the bytes are no such file, "shape" if the file is from a different model
   */
  load(bytes) {
    const { data, step } = readModel(bytes, this.parameters(), this.config);
    const all = tensorArgument("parameters", { data, shape: [data.length] });
    this.boundary.read(all);
    this.boundary.ask(this.native, "load", all, step);
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
    const [words, place] = [encoded(readSentence(tokens)), wholeNumber("layer", layer, 0)];
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
