import { runBackward } from "./backward.js";
import { Core } from "./core.js";
import { runFast } from "./fast-run.js";
import { Model } from "./model.js";

/** With what no page asks for that only shows attention. */
class WholeCore extends Core {
  /** @param {any} module what Emscripten's glue resolves to */
  constructor(module) {
    super(module);
    this.boundary.whole = { runFast, runBackward };
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
