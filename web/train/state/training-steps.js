/**
 * A model on its way: it learns a few steps at a time, and can be put back to where it was kept.
 *
 * @typedef {import("../../core/model.js").Model} Model
 */

const MOST_AT_ONCE = 16; // steps

export class TrainingSteps {
  /** Of each step, in nats a blank. @type {number[]} */
  losses = [];

  #model;
  #task;
  /** What was kept of the model, by step. @type {Map<number, number>} */
  #kept = new Map();
  /** ms that the slowest of the last steps took. */
  #cost = 2;

  /** @param {Model} model that has learned nothing yet @param {import("../../kit/state/training-tasks.js").Task} task */
  constructor(model, task) {
    this.#model = model;
    this.#task = task;
  }

  /** That it has come to. */
  get step() {
    return this.losses.length;
  }

  get isAtEnd() {
    return this.step >= this.#task.steps;
  }

  /** Whether what it has come to is to be kept. */
  get isAtMoment() {
    return this.step % this.#task.every === 0 || this.isAtEnd;
  }

  /** One step or more, up to the next moment at most. @param {number} most steps @param {number} [until] when it is to be done, as performance.now() has it */
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

  /** Keeps the model as it stands. @returns {number} the checkpoint */
  keep() {
    const { step } = this.#model;
    const known = this.#kept.get(step) ?? this.#model.checkpoint();
    this.#kept.set(step, known);
    return known;
  }

  /** Puts the model where it was at a step that was kept, and keeps where it is. @param {number} step @returns {boolean} whether it stood elsewhere */
  stand(step) {
    if (this.#model.step === step) return false;
    this.keep();
    this.#model.restore(/** @type {number} */ (this.#kept.get(step)));
    return true;
  }
}
