/**
 * Has a model learn, and count, a little in every frame that is shown; in a hidden page it rests.
 *
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @implements {ReactiveController}
 */
export class Frames {
  #frame = 0;
  #training;
  #ask = () => this.#next();

  /** @param {import("lit").ReactiveControllerHost} host @param {import("../../state/train/training.js").Training} training */
  constructor(host, training) {
    this.#training = training;
    host.addController(this);
  }

  hostConnected() {
    this.#training.addEventListener("change", this.#ask);
    document.addEventListener("visibilitychange", this.#ask);
    this.#next();
  }

  hostDisconnected() {
    this.#training.removeEventListener("change", this.#ask);
    document.removeEventListener("visibilitychange", this.#ask);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #next() {
    if (this.#frame || document.hidden || !this.#training.isBusy) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (document.hidden) return;
      this.#training.work(BUDGET);
      this.#next();
    });
  }
}

const BUDGET = 6.5; // ms of a frame's 8
