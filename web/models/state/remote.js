import { wrap } from "comlink";
import { HeadscopeError } from "../../core/errors.js";
import { modelRefusal } from "../words-refusals.js";
import { Lifetime } from "./live-transformer.js";

/** @import { WorkerCalls } from "./models-worker.js" */
/** @import { Thread } from "./thread.js" */

/** What a worker with models-worker.js computes. Calls reject with id "worker_ended" once the worker has ended, and with "core_has_failed" once its core has trapped. */
export class Remote {
  #thread;
  #lifetime = new Lifetime();

  /** @param {Thread} thread */
  constructor(thread) {
    this.#thread = thread;
    /** @type {import("comlink").Remote<WorkerCalls>} */
    this.calls = wrap(thread.endpoint);
    void thread.ended.then(() => this.dispose());
  }

  dispose() {
    this.#thread.end();
    this.#lifetime.end(modelRefusal("memory", "worker_ended"));
  }

  /** The result of a call of the worker. @template T @param {Promise<{ result?: T, refused?: any }>} answer @returns {Promise<T>} */
  async ask(answer) {
    this.#thread.hold();
    try {
      const { result, refused } = await this.#lifetime.during(() => answer);
      if (refused) throw new HeadscopeError(refused.code, refused.message, refused);
      return /** @type {T} */ (result);
    } finally {
      this.#thread.release();
    }
  }
}
