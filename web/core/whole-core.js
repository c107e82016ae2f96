import { runBackward } from "./backward.js";
import { Core } from "./core.js";
import { runFast } from "./fast-run.js";
import { given } from "./given.js";
import { Model } from "./model.js";

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
}

export { WholeCore, WholeCore as Core };
