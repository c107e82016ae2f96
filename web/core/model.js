import { options as readOptions, oneOf, wholeNumber } from "./check.js";
import { refusal } from "./errors.js";
import { given } from "./given.js";
import { Handle } from "./handle.js";
import { Layer } from "./layer.js";
import { readModel, writeModel } from "./model-file.js";
import { readRemoval, readSentence } from "./removal.js";
import { encoded } from "./text.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Evaluation, Example, ForwardInput, KindEvaluation, ModelConfig, ModelOptions, Prediction, Removal, TensorOutput } from "./types.js" */

/**
 * Core.createModel.
 * @param {Boundary} boundary @param {ModelOptions} [options]
 * @throws {HeadscopeError} code "config" for sizes that do not go together
 */
export function createModel(boundary, options) {
  const { task, keysFrom, seed = 0, dModel, numHeads, layers } = readOptions("model options", options);
  const { names } = boundary;
  const name = oneOf("task", task, /** @type {readonly ModelConfig["task"][]} */ (names.task));
  const from = keysFrom === undefined ? undefined : oneOf("keysFrom", keysFrom, names.keysFrom);
  const sizes = Object.entries({ dModel, numHeads, layers }).map(([what, size]) => [
    what,
    size === undefined ? 0 : wholeNumber(what, size), // 0 is what the task has
  ]);
  wholeNumber("seed", seed, 0);
  const bound = boundary.call("createModel", {
    ...Object.fromEntries(sizes),
    task: names.task.indexOf(name),
    keysFrom: from === undefined ? undefined : names.keysFrom.indexOf(from),
    seed,
  });
  return new Model(boundary, bound, name, seed);
}

/**
 * A model that learns: attention over embedded words, in layers. Trained by the same seed it has the same weights everywhere, to the bit.
 * @extends {Handle<any>}
 */
export class Model extends Handle {
  /** @type {readonly string[]} */ #kinds;
  /** What it was made as, defaults filled in. @type {Readonly<ModelConfig>} */ config;
  /** All words that it knows. @type {readonly string[]} */ words;

  /** @param {Boundary} boundary @param {any} bound Embind's handle @param {ModelConfig["task"]} task @param {number} seed */
  constructor(boundary, bound, task, seed) {
    super(boundary, bound, "model");
    const { words, kinds, keysFrom, ...sizes } = boundary.ask(bound, "description");
    this.#kinds = kinds;
    this.words = Object.freeze(words);
    this.config = Object.freeze({ task, ...sizes, keysFrom: boundary.names.keysFrom[keysFrom], seed });
  }

  /** How many steps it was trained. @returns {number} */
  get step() {
    return this.boundary.ask(this.native, "step");
  }

  /**
   * Each step takes a fresh batch of 16 sentences.
   * @param {number} [steps]
   * @returns {{ step: number, loss: number }} steps by now, and the mean of the losses of these, in nats a blank
   */
  train(steps = 1) {
    wholeNumber("steps", steps);
    if (!Number.isSafeInteger(this.step + steps))
      throw refusal(
        "config",
        "steps_uncountable",
        "steps {steps} after step {step} are more than can be counted (at most {most})",
        { steps, step: this.step, most: Number.MAX_SAFE_INTEGER },
      );
    const loss = this.boundary.ask(this.native, "train", steps);
    return { step: this.step, loss };
  }

  /**
   * How it does on sentences that are never trained on, the same for every model.
   * @param {Removal & { sentences?: number }} [options] 256 sentences; what is taken away meanwhile
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
   * What it says at each blank of a sentence: its words, the likeliest first.
   * @param {string | readonly string[]} tokens
   * @param {Removal} [removal] what is taken away meanwhile
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

  /** A sentence of its task. @param {{ seed?: number, heldOut?: boolean }} [options] heldOut: one that is never trained on @returns {Example} */
  example(options) {
    const { seed = 0, heldOut = false } = readOptions("example options", options);
    wholeNumber("seed", seed, 0);
    return this.#named(this.boundary.ask(this.native, "example", seed, Boolean(heldOut)));
  }

  /** Keeps all of its state in the core's memory, 0.6 MB at the default, until it is disposed of. @returns {number} for restore */
  checkpoint() {
    return this.boundary.ask(this.native, "checkpoint");
  }

  /** Back to a checkpoint; trained on, it takes the same way again. @param {number} id */
  restore(id) {
    this.boundary.ask(this.native, "restore", wholeNumber("checkpoint", id, 0));
  }

  /** Its parameters, by name. @returns {Record<string, TensorOutput>} */
  parameters() {
    return this.boundary.ask(this.native, "parameters");
  }

  /** Its parameters as a file of safetensors. */
  save() {
    return writeModel(this.parameters(), this.config, this.step);
  }

  /**
   * Takes the parameters of a file that a model of the same sizes saved. Trained on, the means that the optimiser keeps begin anew.
   * @param {ArrayBuffer | ArrayBufferView} bytes
   * @throws {HeadscopeError} code "format" for what is no such file, "shape" for that of another model
   */
  load(bytes) {
    const { data, step } = readModel(bytes, this.parameters(), this.config);
    const all = given("parameters", { data, shape: [data.length] });
    this.boundary.read(all);
    this.boundary.ask(this.native, "load", all, step);
  }

  /** One of its layers, as attention by itself. @param {number} layer from 0 on @returns {Layer} */
  layer(layer) {
    return new Layer(this.boundary, this.boundary.ask(this.native, "layer", wholeNumber("layer", layer, 0)));
  }

  /**
   * What that layer reads of a sentence, for its forward: the mask is -inf for words that it does not see.
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
   * Words and kinds by name, and null for what is not known.
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
