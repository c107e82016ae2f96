import { runBackward } from "./backward.js";
import { followChain } from "./chain.js";
import { show, wholeNumber } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { runFast } from "./fast-run.js";
import { given } from "./given.js";
import { HeadFit } from "./head-fit.js";
import { LearningCore } from "./learning-core.js";

/** @import { ChainLink, HeadBlocks, HeadDials, HeadFitOptions, Reordered, ShapeCall, TensorInput, TensorOutput } from "./types.js" */

/** With what no page asks for as it opens. */
class WholeCore extends LearningCore {
  /** @param {any} module what Emscripten's glue resolves to */
  constructor(module) {
    super(module);
    this.boundary.whole = { runFast, runBackward };
  }

  /**
   * How much of a gradient the softmax hands on to its scores: of each row's Jacobian diag(a) − a aᵀ the Frobenius norm.
   * @param {import("./types.js").TensorInput} attention (B, H, T_q, T_k)
   * @returns {{ rows: import("./types.js").TensorOutput, median: number, mean: number }} rows (B, H, T_q); 0 where one key has all the weight
   */
  jacobianNorms(attention) {
    this.boundary.place("other", given("attention", attention));
    const { rows, median, mean } = this.boundary.tensors("jacobianNorms", 0);
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
    const { boundary } = this;
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
    this.boundary.place("other", given("scores", scores));
    return this.boundary.tensor("asymmetry", 0);
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
    return this.boundary.tensors("buildHead", dModel, dK, offset, place, word, first, sharpness);
  }

  /**
   * What calls of view, transpose and their like make of a new tensor, one after another. Ends with the first that is refused.
   * @param {readonly number[]} shape of at most 2^24 elements
   * @param {readonly ShapeCall[]} calls
   * @returns {ChainLink[]} the tensor itself, then what each call made of it
   */
  followChain(shape, calls) {
    return followChain(this.boundary, shape, calls);
  }

  /**
   * Heads that gradient steps find for attention that is wanted, to be disposed of.
   * @param {HeadFitOptions} options
   * @returns {HeadFit}
   */
  createHeadFit(options) {
    return new HeadFit(this.boundary, options);
  }
}

export { WholeCore, WholeCore as Core };
