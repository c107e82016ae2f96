import { Likeliest } from "../../core/transformer.js";
import { MOST_PIECES } from "./generation.js";
import { packMatrix } from "./pace.js";
import { storedMatrix } from "./parameters.js";
import { gridOf } from "./description.js";
import { embeddedPatches, positionsFor } from "./patches.js";

/** @import { Core } from "../../core/core.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Vision } from "./description.js" */
/** @import { KeptWeights } from "./keeper.js" */
/** @import { Pace } from "./pace.js" */
/** @import { Likely } from "./unembedding.js" */

/** The embedding and the classifier of a model that reads pictures. */
export class PictureEnds {
  #core;
  #checkpoint;
  #pace;
  #weights;

  /** @param {Core} core @param {Checkpoint} checkpoint @param {{ pace: Pace, weights: KeptWeights }} options */
  constructor(core, checkpoint, { pace, weights }) {
    this.#core = core;
    this.#checkpoint = checkpoint;
    this.#pace = pace;
    this.#weights = weights;
  }

  /**
   * Rows that embedRows() adds: extra tokens with positions, registers without, then patches.
   * @param {import("./patches.js").Values} picture @param {{ breathe: () => Promise<void>, signal: AbortSignal }} options
   */
  async rows(picture, { breathe, signal }) {
    const { description, tensors } = this.#checkpoint.model;
    const vision = /** @type {Vision} */ (description.vision);
    const { dModel } = description;
    const placed = vision.extra.length - vision.registers;
    const tokens = await Promise.all(
      Array.from({ length: placed }, (_, i) => this.#vector(`token${i}`, signal)),
    );
    const registers = vision.registers ? await this.#vector("registers", signal) : new Float32Array(0);
    const bias = tensors.has("bPatches") ? await this.#vector("bPatches", signal) : undefined;
    const weight = await this.#vector("patches", signal);
    const patches = await embeddedPatches(picture, { weight, bias, vision }, breathe);
    const learned = await this.#vector("positions", signal);
    const [, height, width] = picture.shape;
    const [from, to] = [gridOf(vision.size, vision), gridOf([height, width], vision)];
    const first = learned.subarray(0, placed * dModel);
    const rest = positionsFor(learned.subarray(first.length), from, to, vision);
    const words = concatenate([...tokens, registers, patches]);
    const positions = concatenate([first, new Float32Array(registers.length), rest]);
    const shape = [1, words.length / dModel, dModel];
    return { words: { data: words, shape }, scale: 1, positions: { data: positions, shape } };
  }

  /**
   * The likeliest classes of a picture. Modules whose logits are averaged become one matrix over what they read, side by side.
   * @param {TensorOutput} x (1, T, d_model): after the last norm @param {readonly number[]} answers one class, or -1
   * @param {{ signal?: AbortSignal }} [options] @returns {Promise<Likely>} of one token: the whole picture
   */
  async likely(x, answers, { signal } = {}) {
    const { description, classifier = [] } = this.#checkpoint.model;
    const { vocabulary, dModel } = description;
    const vision = /** @type {Vision} */ (description.vision);
    const most = Math.min(MOST_PIECES, vocabulary);
    const matrices = await Promise.all(classifier.map((_, i) => this.#vector(`classifier${i}`, signal)));
    const biases = await Promise.all(classifier.map((_, i) => this.#vector(`bClassifier${i}`, signal)));
    const read = classifier.flatMap(({ reads }) => reads.map((each) => READ[each](x, vision)));
    const width = read.length * dModel;
    const stored = {
      ...{ dtype: /** @type {const} */ ("F32"), shape: [vocabulary, width] },
      bytes: new Uint8Array(joinColumns(matrices, vocabulary).buffer),
    };
    const factor = 1 / classifier.length;
    const matrix = await packMatrix(this.#core, storedMatrix(stored, undefined, factor), this.#pace);
    const search = new Likeliest(this.#core, { tokens: 1, most, answers });
    try {
      const all = new Float32Array(width);
      read.forEach((values, i) => all.set(values, i * dModel));
      const bias = biases[0].map((_, i) => biases.reduce((sum, each) => sum + each[i] * factor, 0));
      search.add({ data: all, shape: [1, 1, width] }, matrix, { bias, cap: 0, first: 0 });
      return { most, ...search.found() };
    } finally {
      search.dispose();
      matrix.dispose();
    }
  }

  /** @param {string} role @param {AbortSignal} [signal] */
  #vector(role, signal) {
    const { name } = /** @type {{ name: string }} */ (this.#checkpoint.model.tensors.get(role));
    return this.#weights.vector(name, signal);
  }
}

/** @param {readonly Float32Array[]} parts */
function concatenate(parts) {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** What a classifier reads, (d_model). @type {Record<import("./families.js").Classifier[number]["reads"][number], (x: TensorOutput, vision: Vision) => Float32Array>} */
const READ = {
  first: (x) => tokenOf(x, 0),
  second: (x) => tokenOf(x, 1),
  mean: (x, { extra }) => {
    const [, tokens, features] = x.shape;
    const sums = new Float64Array(features);
    for (let token = extra.length; token < tokens; token++)
      tokenOf(x, token).forEach((value, i) => (sums[i] += value));
    return Float32Array.from(sums, (sum) => sum / (tokens - extra.length));
  },
};

/** @param {TensorOutput} x @param {number} token */
const tokenOf = ({ data, shape: [, , features] }, token) =>
  data.subarray(token * features, (token + 1) * features);

/** Matrices as one, side by side. @param {readonly Float32Array[]} matrices @param {number} rows */
function joinColumns(matrices, rows) {
  const widths = matrices.map(({ length }) => length / rows);
  const whole = widths.reduce((sum, each) => sum + each, 0);
  const joined = new Float32Array(rows * whole);
  for (let row = 0; row < rows; row++) {
    let at = row * whole;
    for (const [i, width] of widths.entries()) {
      joined.set(matrices[i].subarray(row * width, (row + 1) * width), at);
      at += width;
    }
  }
  return joined;
}
