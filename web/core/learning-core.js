import { Core } from "./core.js";
import { Model } from "./model.js";

/** With models that learn. */
class LearningCore extends Core {
  /**
   * A model that learns a task while one watches; its weights are drawn by the seed.
   * @param {import("./types.js").ModelOptions} [options]
   * @returns {Model}
   */
  createModel(options) {
    return new Model(this.boundary, options);
  }
}

export { LearningCore, LearningCore as Core };
