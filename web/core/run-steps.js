import { show } from "./check.js";
import { refusal } from "./errors.js";

/** @import { Step } from "./types.js" */

/** The steps of a run: the caller's copy, and the run's own, which is parsed when first needed. */
export class RunSteps {
  #json;
  /** @type {Step[] | undefined} */ #callers;
  /** @type {Map<string, { index: number, step: Step }> | undefined} */ #own;

  /** @param {string} json */
  constructor(json) {
    this.#json = json;
  }

  /** The caller's copy, which the caller may change. @returns {Step[]} */
  get callers() {
    return (this.#callers ??= JSON.parse(this.#json));
  }

  get count() {
    return this.#byId.size;
  }

  /** A step and its index. @param {string} id */
  find(id) {
    const found = this.#byId.get(id);
    if (found) return found;
    const ids = [...this.#byId.keys()].join(", ");
    if (!ids)
      throw refusal(
        "config",
        "no_step_untraced",
        "no step {id} in this run (it was made with trace: false)",
        {
          id: show(id),
        },
      );
    throw refusal("config", "no_step", "no step {id} in this run (it has: {ids})", { id: show(id), ids });
  }

  get #byId() {
    /** @returns {Step[]} */
    const parsed = () => JSON.parse(this.#json);
    return (this.#own ??= new Map(parsed().map((step, index) => [step.id, { index, step }])));
  }
}
