import { Boundary } from "./boundary.js";
import { followChain } from "./chain.js";
import { oneOf, show, wholeNumber } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { given } from "./given.js";
import { HeadFit } from "./head-fit.js";
import { Layer, placeConfig } from "./layer.js";
import { measured } from "./measures.js";
import { Model } from "./model.js";

/** @import { ChainLink, HeadBlocks, HeadDials, HeadFitOptions, Reordered, ShapeCall } from "./types.js" */
/** @import { Cost, Embedding, Extent, LayerOptions, MeasureOptions, Measures, Numbers, Operation, TensorInput, TensorOutput } from "./types.js" */

/** Of all tokens that are embedded at once, far more than any layer could attend to. */
const MOST_CHARACTERS = 2 ** 24;

/** @typedef {Readonly<Record<string, Operation>>} Operations by name */

/** One wasm instance. */
export class Core {
  #boundary;
  /** @type {Operations | undefined} */ #operations;

  /** @param {any} module what Emscripten's glue resolves to */
  constructor(module) {
    this.#boundary = new Boundary(module);
  }

  /** For web/core alone. */
  get boundary() {
    return this.#boundary;
  }

  /** @returns {string} */
  get version() {
    return this.#boundary.module.version();
  }

  /** What the heads of a constructed layer do, in the order in which heads take them, again and again. @returns {readonly string[]} */
  get headKinds() {
    return this.#boundary.namesOf("HeadKind");
  }

  /** What is known of each operation that a step can name. @returns {Operations} */
  get operations() {
    return (this.#operations ??= JSON.parse(this.#boundary.module.operations()));
  }

  /**
   * One vector a token: the word's own, drawn from the seed and the word without its case, in the first half of the features, and the
   * sinusoids of the position in the second. Takes 2 ** 24 characters in all.
   * @param {readonly string[]} tokens
   * @param {{ dModel: number, seed?: number, positions?: boolean }} options without positions their features are 0
   * @returns {Embedding}
   */
  embed(tokens, options) {
    const { dModel, seed = 0, positions = true } = options ?? {};
    const words = Array.isArray(tokens) ? [...tokens] : [null];
    if (words.some((word) => typeof word !== "string")) {
      throw new HeadscopeError("shape", `tokens ${show(tokens)} are not an array of strings`);
    }
    const characters = words.reduce((sum, { length }) => sum + length, 0);
    if (characters > MOST_CHARACTERS) {
      throw new HeadscopeError(
        "memory",
        `tokens of ${characters} characters are more than ${MOST_CHARACTERS}`,
      );
    }
    wholeNumber("d_model", dModel);
    wholeNumber("seed", seed, 0);
    this.#boundary.setTokens(words.map((token) => token.toLowerCase()));
    const x = this.#boundary.tensor("embed", dModel, seed, Boolean(positions));
    const middle = dModel - Math.floor(dModel / 2);
    return { ...x, word: [0, middle], position: [middle, dModel] };
  }

  /**
   * @param {LayerOptions} options
   * @returns {Layer}
   */
  createLayer(options) {
    const { init, seed, ...config } = options ?? {};
    const name = oneOf("init", init, this.#boundary.namesOf("Init"));
    placeConfig(this.#boundary, config);
    wholeNumber("seed", seed ?? 0, 0);
    const weights = this.#boundary.named("Init", name);
    return new Layer(this.#boundary, this.#boundary.call("createLayer", weights, seed ?? 0));
  }

  /**
   * What each head of any attention does, in numbers.
   * @param {TensorInput} attention (B, H, T_q, T_k)
   * @param {MeasureOptions} [options]
   * @returns {Measures}
   */
  measure(attention, options) {
    return measured(this.#boundary, options, () => {
      this.#boundary.place("other", given("attention", attention));
      return this.#boundary.tensors("measure", 0);
    });
  }

  /**
   * The weights of all heads together, each times its factor: the mean of some, or a difference.
   * @param {TensorInput} attention (B, H, T_q, T_k)
   * @param {Numbers} factors (H)
   * @returns {TensorOutput} (B, T_q, T_k)
   */
  blend(attention, factors) {
    this.#boundary.begin();
    this.#boundary.place("other", given("attention", attention));
    this.#boundary.place("headScale", given("factors", { data: factors, shape: [factors?.length ?? 0] }));
    try {
      return this.#boundary.tensor("blend", 0);
    } finally {
      this.#boundary.clear(); // C++ has taken both tensors, also where it refused them
    }
  }

  /**
   * The keys of one query by their weight, the most first, and what they hold together up to each.
   * @param {Numbers} weights (T_k)
   * @returns {{ order: number[], held: Float32Array }}
   */
  rank(weights) {
    this.#boundary.place("other", given("weights", { data: weights, shape: [weights?.length ?? 0] }));
    const { order, held } = this.#boundary.tensors("rank", 0);
    return { order: Array.from(order.data), held: held.data };
  }

  /**
   * What a forward pass takes, without running it or allocating any of it: for any size, and step by step.
   * @param {LayerOptions} options
   * @param {Extent} extent
   * @returns {Cost}
   */
  cost(options, extent) {
    const { B = 1, Tq, Tk, causal = false, padded = false } = extent ?? {};
    const sizes = [wholeNumber("B", B), wholeNumber("T_q", Tq), wholeNumber("T_k", Tk ?? Tq)];
    /** @param {LayerOptions} each */
    const of = (each) => {
      placeConfig(this.#boundary, each);
      return JSON.parse(this.#boundary.call("cost", ...sizes, Tk !== undefined, causal, padded));
    };
    const given = { ...options };
    /** Found when it is asked for: most ask for the layer alone. @param {number} numHeads */
    const fullSize = (numHeads) => {
      const { steps, ...totals } = of({
        ...given,
        numHeads,
        numKvHeads: numHeads,
        dK: given.dModel,
        dV: undefined,
      });
      return totals;
    };
    const { numHeads } = given;
    return {
      ...of(options),
      get oneFullSizeHead() {
        return fullSize(1);
      },
      get fullSizeHeads() {
        return fullSize(numHeads);
      },
    };
  }

  /**
   * A model that learns a task step by step; its weights are drawn from the seed.
   * @param {import("./types.js").ModelOptions} [options]
   * @returns {Model}
   */
  createModel(options) {
    return new Model(this.#boundary, options);
  }

  /**
   * How much of a gradient the softmax hands on to its scores: of each row's Jacobian diag(a) − a aᵀ the Frobenius norm.
   * @param {import("./types.js").TensorInput} attention (B, H, T_q, T_k)
   * @returns {{ rows: import("./types.js").TensorOutput, median: number, mean: number }} rows (B, H, T_q); 0 where one key has all the weight
   */
  jacobianNorms(attention) {
    this.#boundary.place("other", given("attention", attention));
    const { rows, median, mean } = this.#boundary.tensors("jacobianNorms", 0);
    return { rows, median: median.data[0], mean: mean.data[0] };
  }

  /**
   * What a layer made of shuffled tokens, beside what it made of them as they stood.
   * @param {TensorInput} straight (B, T, n)
   * @param {TensorInput} shuffled of the same shape: row i is of the token that stands at order[i]
   * @param {readonly number[]} order
   * @returns {Reordered}
   */
  putBack(straight, shuffled, order) {
    const boundary = this.#boundary;
    const places = Array.from(order, (at) => wholeNumber("order", at, 0, "shape"));
    boundary.begin();
    boundary.place("query", given("the output", straight));
    boundary.place("other", given("the shuffled output", shuffled));
    try {
      boundary.setIndices(places);
      const { largest, ...back } = boundary.tensors("putBack", 0);
      return { ...back, largest: largest.data[0] };
    } finally {
      boundary.clear();
    }
  }

  /**
   * How far scores are from symmetric, ‖(S − Sᵀ) / 2‖ / ‖S‖ of each head: 0 where asking and being asked are the same, 1 where S = −Sᵀ.
   * @param {TensorInput} scores (B, H, T, T)
   * @returns {TensorOutput} (B, H)
   */
  asymmetry(scores) {
    this.#boundary.place("other", given("scores", scores));
    return this.#boundary.tensor("asymmetry", 0);
  }

  /**
   * One head's columns of W_Q and W_K, written by formula for what it is to look for.
   * @param {{ dModel: number, dK: number }} sizes
   * @param {HeadDials} dials
   * @returns {HeadBlocks}
   */
  buildHead({ dModel, dK }, dials) {
    const { offset = 0, place = 0, word = 0, first = 0, sharpness = 0 } = dials ?? {};
    if (!Number.isSafeInteger(offset))
      throw new HeadscopeError("config", `offset ${show(offset)} is not a whole number of tokens`);
    for (const [name, value] of Object.entries({ place, word, first }))
      if (!(value >= 0 && value <= 1))
        throw new HeadscopeError("config", `${name} ${show(value)} is not from 0 to 1`);
    if (!(sharpness >= 0 && Number.isFinite(sharpness)))
      throw new HeadscopeError("config", `sharpness ${show(sharpness)} is not a number of nats, 0 or more`);
    wholeNumber("d_model", dModel);
    wholeNumber("d_k", dK);
    return this.#boundary.tensors("buildHead", dModel, dK, offset, place, word, first, sharpness);
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
    return new HeadFit(this.#boundary, options);
  }
}
