import * as study from "./attention-study.js";
import { Boundary } from "./boundary.js";
import { buildHead } from "./built-head.js";
import { followChain } from "./chain.js";
import { cost } from "./cost.js";
import { embed } from "./embedding.js";
import { createHeadFit } from "./head-fit.js";
import { createLayer } from "./layer.js";
import { createModel } from "./model.js";

/** @import { HeadFit } from "./head-fit.js" */
/** @import { Layer } from "./layer.js" */
/** @import { Model } from "./model.js" */
/** @import { ChainLink, HeadBlocks, HeadDials, HeadFitOptions, ModelOptions, Reordered, ShapeCall } from "./types.js" */
/** @import { Cost, Embedding, Extent, LayerOptions, MeasureOptions, Measures, Numbers, Operation, TensorInput, TensorOutput } from "./types.js" */

/** @typedef {Readonly<Record<string, Operation>>} Operations by name */

/** One wasm instance. */
export class Core {
  #boundary;
  /** @type {Operations | undefined} */ #operations;
  /** Resolves when it can not go on. @type {Promise<void>} */
  #broken;

  /** @param {any} module what Emscripten's glue resolves to @param {() => void} [onBreak] called once, when it can not go on */
  constructor(module, onBreak) {
    /** @type {() => void} */
    let breaks;
    this.#broken = new Promise((resolve) => (breaks = resolve));
    this.#boundary = new Boundary(module, () => {
      onBreak?.();
      breaks();
    });
  }

  /** Resolves when it has trapped and can not go on: loadCore() then gives a fresh one. */
  get broken() {
    return this.#broken;
  }

  /** For web/core alone. */
  get boundary() {
    return this.#boundary;
  }

  /** @returns {string} */
  get version() {
    return this.#boundary.call("version");
  }

  /** What the heads of a constructed layer do, in the order in which heads take them, again and again. @returns {readonly string[]} */
  get headKinds() {
    return this.#boundary.names.headKind;
  }

  /** What is known of each operation that a step can name. @returns {Operations} */
  get operations() {
    return (this.#operations ??= JSON.parse(this.#boundary.call("operations")));
  }

  /**
   * One vector a token: the word's own, drawn from the seed and the word without its case, in the first half of the features, and the
   * sinusoids of the position in the second. Takes 2 ** 24 characters in all.
   * @param {readonly string[]} tokens
   * @param {{ dModel: number, seed?: number, positions?: boolean }} options without positions their features are 0
   * @returns {Embedding}
   */
  embed(tokens, options) {
    return embed(this.#boundary, tokens, options);
  }

  /**
   * @param {LayerOptions} options
   * @returns {Layer}
   */
  createLayer(options) {
    return createLayer(this.#boundary, options);
  }

  /**
   * What each head of any attention does, in numbers.
   * @param {TensorInput} attention (B, H, T_q, T_k)
   * @param {MeasureOptions} [options]
   * @returns {Measures}
   */
  measure(attention, options) {
    return study.measure(this.#boundary, attention, options);
  }

  /**
   * The weights of all heads together, each times its factor: the mean of some, or a difference.
   * @param {TensorInput} attention (B, H, T_q, T_k)
   * @param {Numbers} factors (H)
   * @returns {TensorOutput} (B, T_q, T_k)
   */
  blend(attention, factors) {
    return study.blend(this.#boundary, attention, factors);
  }

  /**
   * The keys of one query by their weight, the most first, and what they hold together up to each.
   * @param {Numbers} weights (T_k)
   * @returns {{ order: number[], held: Float32Array }}
   */
  rank(weights) {
    return study.rank(this.#boundary, weights);
  }

  /**
   * What a forward pass takes, without running it or allocating any of it: for any size, and step by step.
   * @param {LayerOptions} options
   * @param {Extent} extent
   * @returns {Cost}
   */
  cost(options, extent) {
    return cost(this.#boundary, options, extent);
  }

  /**
   * A model that learns a task step by step; its weights are drawn from the seed.
   * @param {ModelOptions} [options]
   * @returns {Model}
   */
  createModel(options) {
    return createModel(this.#boundary, options);
  }

  /**
   * How much of a gradient the softmax hands on to its scores: of each row's Jacobian diag(a) − a aᵀ the Frobenius norm.
   * @param {TensorInput} attention (B, H, T_q, T_k)
   * @returns {{ rows: TensorOutput, median: number, mean: number }} rows (B, H, T_q); 0 where one key has all the weight
   */
  jacobianNorms(attention) {
    return study.jacobianNorms(this.#boundary, attention);
  }

  /**
   * What a layer made of shuffled tokens, beside what it made of them as they stood.
   * @param {TensorInput} straight (B, T, n)
   * @param {TensorInput} shuffled of the same shape: row i is of the token that stands at order[i]
   * @param {readonly number[]} order
   * @returns {Reordered}
   */
  putBack(straight, shuffled, order) {
    return study.putBack(this.#boundary, straight, shuffled, order);
  }

  /**
   * How far scores are from symmetric, ‖(S − Sᵀ) / 2‖ / ‖S‖ of each head: 0 where asking and being asked are the same, 1 where S = −Sᵀ.
   * @param {TensorInput} scores (B, H, T, T)
   * @returns {TensorOutput} (B, H)
   */
  asymmetry(scores) {
    return study.asymmetry(this.#boundary, scores);
  }

  /**
   * One head's columns of W_Q and W_K, written by formula for what it is to look for.
   * @param {{ dModel: number, dK: number }} sizes
   * @param {HeadDials} dials
   * @returns {HeadBlocks}
   */
  buildHead(sizes, dials) {
    return buildHead(this.#boundary, sizes, dials);
  }

  /**
   * What calls of view, transpose and their like make of a new tensor, one after another. Ends with the first that is refused.
   * @param {readonly number[]} shape of at most 2^24 elements
   * @param {readonly ShapeCall[]} calls
   * @returns {ChainLink[]} the tensor itself, then what each call made of it
   */
  followChain(shape, calls) {
    return followChain(this.#boundary, shape, calls);
  }

  /**
   * Heads that gradient steps find for attention that is wanted, to be disposed of.
   * @param {HeadFitOptions} options
   * @returns {HeadFit}
   */
  createHeadFit(options) {
    return createHeadFit(this.#boundary, options);
  }
}
