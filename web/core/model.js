import { oneOf, show, wholeNumber } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { given } from "./given.js";
import { Handle } from "./handle.js";
import { Layer } from "./layer.js";
import { Bound } from "./native.js";
import { readRemoval, readSentence } from "./removal.js";
import { readSafetensors, writeSafetensors } from "./safetensors.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Blank, Cut, Evaluation, Example, ForwardInput, KindEvaluation, ModelConfig, ModelOptions, Prediction, Removal, TensorOutput } from "./types.js" */

/** What a file has to have been saved by, to be loaded. */
const SAME = /** @type {const} */ (["task", "numHeads", "layers", "keysFrom"]);

/**
 * A model that learns: attention over embedded words, in layers. Trained by the same seed it has the same weights everywhere, to the bit.
 * @extends {Handle<Bound>}
 */
export class Model extends Handle {
  #boundary;
  #kinds;
  /** What it was made as, defaults filled in. @type {Readonly<ModelConfig>} */ config;
  /** All words that it knows. @type {readonly string[]} */ words;

  /** @param {Boundary} boundary @param {ModelOptions} [options] @throws {HeadscopeError} code "config" for sizes that do not go together */
  constructor(boundary, options) {
    const { task, keysFrom, seed = 0, dModel, numHeads, layers } = options ?? {};
    const name = oneOf("task", task, boundary.namesOf("Task"));
    const from = boundary.namesOf("KeysFrom");
    const chosen = keysFrom === undefined ? 0 : 1 + from.indexOf(oneOf("keysFrom", keysFrom, from));
    const sizes = Object.entries({ dModel, numHeads, layers }).map(([what, size]) =>
      size === undefined ? 0 : wholeNumber(what, size),
    );
    wholeNumber("seed", seed, 0);
    boundary.setIndices([...sizes, chosen]); // 0 is what the task has
    const address = boundary.call("createModel", boundary.named("Task", name), seed);
    const bound = new Bound(boundary, address, "deleteModel");
    super(bound, bound, "model");
    this.#boundary = boundary;
    this.#kinds = /** @type {string[]} */ (JSON.parse(boundary.call("modelKinds", address)));
    this.words = Object.freeze(JSON.parse(boundary.call("modelWords", address)));
    const [width, heads, count, keys] = JSON.parse(boundary.call("modelConfig", address));
    this.config = Object.freeze(
      /** @type {ModelConfig} */ ({
        ...{ task: name, dModel: width, numHeads: heads, layers: count },
        ...{ keysFrom: from[keys], seed },
      }),
    );
  }

  /** How many steps it was trained. @returns {number} */
  get step() {
    return this.#boundary.module.modelStep(this.native.address);
  }

  /**
   * Each step takes a fresh batch of 16 sentences.
   * @param {number} [steps]
   * @returns {{ step: number, loss: number }} steps by now, and the mean of the losses of these, in nats a blank
   */
  train(steps = 1) {
    const { address } = this.native;
    const { data } = this.#boundary.tensor("train", address, wholeNumber("steps", steps));
    return { step: this.step, loss: data[0] };
  }

  /**
   * How it does on sentences that are never trained on, the same for every model.
   * @param {Removal & { sentences?: number }} [options] 256 sentences; what is taken away meanwhile
   * @returns {Evaluation}
   */
  evaluate(options) {
    const { sentences = 256, ...removal } = options ?? {};
    wholeNumber("sentences", sentences);
    const left = this.#ask("evaluate", this.#read(removal), null, sentences);
    const kinds = this.#kinds.map((name) => {
      const [blanks, accuracy, loss] = left[`${name} sums`].data;
      const heads = (/** @type {string} */ what) => rowsOf(left[`${name} ${what}`]);
      /** @type {KindEvaluation} */
      const kind = {
        ...{ blanks, accuracy, loss },
        ...{ weights: heads("weights"), least: heads("least"), tells: heads("tells") },
      };
      return [name, kind];
    });
    return { step: this.step, kinds: Object.fromEntries(kinds) };
  }

  /**
   * What it says at each blank of a sentence: its words, the likeliest first.
   * @param {string | readonly string[]} tokens
   * @param {Removal} [removal] what is taken away meanwhile
   * @returns {Prediction}
   */
  predict(tokens, removal) {
    const left = this.#ask("predict", this.#read(removal), readSentence(tokens));
    const [words, probabilities] = [rowsOf(left.words), rowsOf(left.probabilities)];
    const { tokens: read, blanks } = this.#exampleIn(left);
    return {
      tokens: read,
      blanks: blanks.map((blank, i) => ({
        ...blank,
        words: words[i].map((word, j) => ({ word: this.words[word], probability: probabilities[i][j] })),
      })),
      attention: Array.from({ length: this.config.layers }, (_, i) => left[`layer${i}`]),
    };
  }

  /** A sentence of its task. @param {{ seed?: number, heldOut?: boolean }} [options] heldOut: one that is never trained on @returns {Example} */
  example(options) {
    const { seed = 0, heldOut = false } = options ?? {};
    wholeNumber("seed", seed, 0);
    return this.#exampleIn(this.#boundary.tensors("example", this.native.address, seed, Boolean(heldOut)));
  }

  /** Keeps all of its state in the core's memory, 0.6 MB at the default, until it is disposed of. @returns {number} for restore */
  checkpoint() {
    return this.#boundary.call("checkpoint", this.native.address) - 1;
  }

  /** Back to a checkpoint; trained on, it takes the same way again. @param {number} id */
  restore(id) {
    const { address } = this.native;
    this.#boundary.call("restore", address, wholeNumber("checkpoint", id, 0));
  }

  /** Its parameters, by name. @returns {Record<string, TensorOutput>} */
  parameters() {
    return this.#boundary.tensors("modelParameters", this.native.address);
  }

  /** Its parameters as a file of safetensors. */
  save() {
    const described = Object.entries({ ...this.config, step: this.step });
    const metadata = Object.fromEntries(described.map(([name, value]) => [name, String(value)]));
    return writeSafetensors({ tensors: this.parameters(), metadata: { format: "headscope", ...metadata } });
  }

  /**
   * Takes the parameters of a file that a model of the same sizes saved. Trained on, the means that the optimiser keeps begin anew.
   * @param {ArrayBuffer | ArrayBufferView} bytes
   * @throws {HeadscopeError} code "format" for what is no such file, "shape" for that of another model
   */
  load(bytes) {
    this.native;
    const { tensors, metadata } = readSafetensors(bytes);
    const step = Number(metadata.step ?? 0);
    if (!Number.isSafeInteger(step) || step < 0)
      throw new HeadscopeError("format", `the file's step ${show(metadata.step)} is no number of steps`);
    for (const name of SAME)
      if (name in metadata && metadata[name] !== String(this.config[name]))
        throw new HeadscopeError(
          "shape",
          `the file is of a model with ${name} ${show(metadata[name])}, and this one's is ${show(this.config[name])}: make a model as the file's`,
        );
    const parameters = Object.entries(this.parameters());
    const apart = parameters.find(([name, { shape }]) => String(tensors[name]?.shape) !== String(shape));
    const name =
      apart?.[0] ?? Object.keys(tensors).find((each) => !parameters.some(([known]) => known === each));
    if (name !== undefined)
      throw new HeadscopeError(
        "shape",
        `${name} has shape ${show(tensors[name]?.shape)} in the file, expected ${show(apart?.[1].shape)}: make a model of the sizes that the file was saved by`,
      );
    const all = parameters.flatMap(([name]) => Array.from(tensors[name].data));
    this.#boundary.place("other", given("parameters", { data: all, shape: [all.length] }));
    this.#boundary.call("loadParameters", this.native.address, step);
  }

  /** One of its layers, as attention by itself. @param {number} layer from 0 on @returns {Layer} */
  layer(layer) {
    const { address } = this.native;
    const bound = this.#boundary.call("modelLayer", address, wholeNumber("layer", layer, 0));
    return new Layer(this.#boundary, bound);
  }

  /**
   * What that layer reads of a sentence, for its forward: the mask is -inf for words that it does not see.
   * @param {string | readonly string[]} tokens @param {number} layer
   * @returns {Required<Pick<ForwardInput, "query" | "key" | "value" | "attnMask">>}
   */
  inputs(tokens, layer) {
    return this.#ask("modelInputs", {}, readSentence(tokens), wholeNumber("layer", layer, 0));
  }

  /** @param {Removal | undefined} removal */
  #read(removal) {
    this.native;
    return readRemoval(removal, this.config, this.#kinds, this.#boundary.namesOf("CutTo"));
  }

  /**
   * What a bound function leaves that reads what is taken away, and a sentence.
   * @param {string} name @param {import("./removal.js").Read} removal @param {string[] | null} words @param {...unknown} args
   */
  #ask(name, { headScale, cut }, words, ...args) {
    const { address } = this.native; // only now: what was read may have disposed of it
    const boundary = this.#boundary;
    boundary.clear(); // of what a forward without trace has left
    try {
      boundary.place("headScale", headScale);
      boundary.place("cut", cut);
      if (words) boundary.setTokens(words);
      return boundary.tensors(name, address, ...args);
    } finally {
      boundary.clear();
    }
  }

  /** @param {Record<string, TensorOutput>} left @returns {Example} */
  #exampleIn({ sentence, blanks }) {
    const known = (/** @type {number} */ number) => (number < 0 ? null : number);
    return {
      tokens: Array.from(sentence.data, (word) => this.words[word]),
      blanks: rowsOf(blanks).map(([position, kind, answer, , noun, tells]) => ({
        ...{ position, kind: this.#kinds[kind], answer: this.words[answer] ?? null },
        ...{ noun: known(noun), tells: known(tells) },
      })),
    };
  }
}

/** @param {TensorOutput} tensor (rows, columns) @returns {number[][]} */
const rowsOf = ({ data, shape: [rows, columns] }) =>
  Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * columns, (i + 1) * columns)));
