import { runBackward } from "./backward.js";
import { show, wholeNumber } from "./check.js";
import { Core } from "./core.js";
import { HeadscopeError } from "./errors.js";
import { runFast } from "./fast-run.js";
import { given } from "./given.js";
import { HeadFit } from "./head-fit.js";
import { Model } from "./model.js";

/** @import { HeadBlocks, HeadDials, HeadFitOptions, Reordered, TensorInput, TensorOutput } from "./types.js" */

/** With what no page asks for that only shows attention. */
class WholeCore extends Core {
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
   * A model that learns a task while one watches; its weights are drawn by the seed.
   * @param {import("./types.js").ModelOptions} [options]
   * @returns {Model}
   */
  createModel(options) {
    return new Model(this.boundary, options);
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
   * Heads that gradient steps find for attention that is wanted, to be disposed of.
   * @param {HeadFitOptions} options
   * @returns {HeadFit}
   */
  createHeadFit(options) {
    return new HeadFit(this.boundary, options);
  }
}

export { WholeCore, WholeCore as Core };
