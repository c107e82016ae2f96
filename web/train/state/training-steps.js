/**
 * Trains a model a few steps at a time, and returns to checkpoints.
 *
 * @typedef {import("./learners.js").Model} Model
 */

const MOST_AT_ONCE = 16; // steps

export class TrainingSteps {
  /** Loss of each step, in nats per blank, or per word of a translation. @type {number[]} */
  losses = [];

  #model;
  #task;
  /** Checkpoints by step. @type {Map<number, number>} */
  #kept = new Map();
  /** Duration of the slowest recent step, in ms. */
  #cost = 2;

  /** @param {Model} model that has learned nothing yet @param {import("../../kit/state/training-tasks.js").Task} task */
  constructor(model, task) {
    this.#model = model;
    this.#task = task;
  }

  /** The last trained step. */
  get step() {
    return this.losses.length;
  }

  get isAtEnd() {
    return this.step >= this.#task.steps;
  }

  /** Whether a checkpoint is due at this step. */
  get isAtMoment() {
    return this.step % this.#task.every === 0 || this.isAtEnd;
  }

  /** Trains at least one step, and at most up to the next checkpoint. @param {number} most steps @param {number} [until] time limit, as performance.now() gives it */
  learn(most, until = Infinity) {
    const from = this.step;
    let last = performance.now();
    do {
      this.losses.push(this.#model.train().loss);
      const now = performance.now();
      this.#cost = Math.max(now - last, 0.8 * this.#cost);
      last = now;
    } while (
      this.step - from < Math.min(most, MOST_AT_ONCE) &&
      !this.isAtMoment &&
      last + this.#cost < until
    );
  }

  /** Keeps a checkpoint of the current step. @returns {number} the checkpoint */
  keep() {
    const { step } = this.#model;
    const known = this.#kept.get(step) ?? this.#model.checkpoint();
    this.#kept.set(step, known);
    return known;
  }

  /** Moves the model to a kept step, after keeping the current one. @param {number} step @returns {boolean} whether the model was at another step */
  stand(step) {
    if (this.#model.step === step) return false;
    this.keep();
    this.#model.restore(/** @type {number} */ (this.#kept.get(step)));
    return true;
  }
}
