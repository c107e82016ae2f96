import * as study from "./attention-study.js";
import { Boundary } from "./boundary.js";
import { buildHead } from "./built-head.js";
import { followChain } from "./chain.js";
import { cost } from "./cost.js";
import { embed } from "./embedding.js";
import { createHeadFit } from "./head-fit.js";
import { createLayer } from "./layer.js";
import { createModel } from "./model.js";
import { createTranslator } from "./translator.js";

/** @import { Reordered } from "./attention-study.js" */
/** @import { HeadBlocks, HeadDials } from "./built-head.js" */
/** @import { ChainLink, ShapeCall } from "./chain.js" */
/** @import { Cost, Extent } from "./cost.js" */
/** @import { HeadFit, HeadFitOptions } from "./head-fit.js" */
/** @import { Layer } from "./layer.js" */
/** @import { Model } from "./model.js" */
/** @import { Translator } from "./translator.js" */
/** @import { Embedding, LayerOptions, MeasureOptions, Measures, ModelOptions, Numbers, Operation, TensorInput, TensorOutput, TranslatorOptions } from "./types.js" */

/** @typedef {Readonly<Record<string, Operation>>} Operations operations by name */

/** @param {string} _ @param {unknown} value */
const frozen = (_, value) => Object.freeze(value);

/** One wasm instance. */
export class Core {
  #boundary;
  /** @type {Operations | undefined} */ #operations;
  /** Resolves with the error when the core has failed permanently, for example after a trap. loadCore() then returns a fresh core. @type {Promise<import("./errors.js").HeadscopeError>} */
  failed;

  /** @param {any} module the module that Emscripten's glue resolves to @param {() => void} [onBreak] called once, when the core has failed for good */
  constructor(module, onBreak) {
    /** @type {(error: import("./errors.js").HeadscopeError) => void} */
    let fail = () => {};
    this.failed = new Promise((resolve) => (fail = resolve));
    this.#boundary = new Boundary(module, (error) => {
      onBreak?.();
      fail(error);
    });
  }

  /** For web/core only. */
  get boundary() {
    return this.#boundary;
  }

  /** @returns {string} */
  get version() {
    return this.#boundary.call("version");
  }

  /** The patterns of a constructed layer's heads, in order; they repeat when there are more heads. @returns {readonly string[]} */
  get headKinds() {
    return this.#boundary.names.headKind;
  }

  /** The table of operations, by the name that a step's `op` has. @returns {Operations} */
  get operations() {
    return (this.#operations ??= JSON.parse(this.#boundary.call("operations"), frozen));
  }

  /**
   * Embeds tokens. The first half of the features is drawn from the seed and the lower-case word; the second half is the sinusoidal
   * encoding of the position. Throws above 2 ** 24 characters in total.
   * @param {readonly string[]} tokens
   * @param {{ dModel: number, seed?: number, positions?: boolean }} options positions: false sets the second half to 0
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
   * Measures the heads of any attention weights.
   * @param {TensorInput} attention (B, H, T_q, T_k)
   * @param {MeasureOptions} [options]
   * @returns {Measures}
   */
  measure(attention, options) {
    return study.measure(this.#boundary, attention, options);
  }

  /**
   * Sums the weights of all heads, each multiplied by its factor: a mean or a difference of heads.
   * @param {TensorInput} attention (B, H, T_q, T_k)
   * @param {Numbers} factors (H)
   * @returns {TensorOutput} (B, T_q, T_k)
   */
  blend(attention, factors) {
    return study.blend(this.#boundary, attention, factors);
  }

  /**
   * Sorts the keys of one query by weight, largest first, with the cumulative weight up to each.
   * @param {Numbers} weights (T_k)
   * @returns {{ order: number[], held: Float32Array }}
   */
  rank(weights) {
    return study.rank(this.#boundary, weights);
  }

  /**
   * Computes the cost of a forward pass of any size, in total and by step, without running or allocating it.
   * @param {LayerOptions} options
   * @param {Extent} extent
   * @returns {Cost}
   */
  cost(options, extent) {
    return cost(this.#boundary, options, extent);
  }

  /**
   * Creates an encoder with a decoder that learns to translate. Its weights are drawn from the seed.
   * @overload
   * @param {TranslatorOptions} options
   * @returns {Translator}
   */
  /**
   * Creates a model that learns a task. Its weights are drawn from the seed.
   * @overload
   * @param {ModelOptions} [options]
   * @returns {Model}
   */
  /**
   * Either of them.
   * @overload
   * @param {ModelOptions | TranslatorOptions} options
   * @returns {Model | Translator}
   */
  /** @param {ModelOptions | TranslatorOptions} [options] @returns {Model | Translator} */
  createModel(options) {
    return options?.task === "translation"
      ? createTranslator(this.#boundary, options)
      : createModel(this.#boundary, options);
  }

  /**
   * The Frobenius norm of each row's softmax Jacobian diag(a) − a aᵀ: how much of a gradient reaches the scores.
   * @param {TensorInput} attention (B, H, T_q, T_k)
   * @returns {{ rows: TensorOutput, median: number, mean: number }} rows (B, H, T_q); 0 where one key has all the weight
   */
  jacobianNorms(attention) {
    return study.jacobianNorms(this.#boundary, attention);
  }

  /**
   * Compares a layer's output for shuffled tokens with its output for the original order.
   * @param {TensorInput} straight (B, T, n)
   * @param {TensorInput} shuffled same shape; row i belongs to the token at order[i]
   * @param {readonly number[]} order
   * @returns {Reordered}
   */
  putBack(straight, shuffled, order) {
    return study.putBack(this.#boundary, straight, shuffled, order);
  }

  /**
   * Distance of scores from symmetry for each head, ‖(S − Sᵀ) / 2‖ / ‖S‖: 0 where S = Sᵀ, 1 where S = −Sᵀ.
   * @param {TensorInput} scores (B, H, T, T)
   * @returns {TensorOutput} (B, H)
   */
  asymmetry(scores) {
    return study.asymmetry(this.#boundary, scores);
  }

  /**
   * Computes one head's columns of W_Q and W_K in closed form from its targets.
   * @param {{ dModel: number, dK: number }} sizes
   * @param {HeadDials} dials
   * @returns {HeadBlocks}
   */
  buildHead(sizes, dials) {
    return buildHead(this.#boundary, sizes, dials);
  }

  /**
   * Applies calls such as view and transpose to a new tensor, one after another. Stops at the first call that is refused.
   * @param {readonly number[]} shape of at most 2^24 elements
   * @param {readonly ShapeCall[]} calls
   * @returns {ChainLink[]} the new tensor, then the result of each call
   */
  followChain(shape, calls) {
    return followChain(this.#boundary, shape, calls);
  }

  /**
   * Creates heads that gradient descent fits to target attention. Dispose of the result.
   * @param {HeadFitOptions} options
   * @returns {HeadFit}
   */
  createHeadFit(options) {
    return createHeadFit(this.#boundary, options);
  }
}
