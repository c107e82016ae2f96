/**
 * Divides the time of each frame between training, evaluation and drawing, so that frames stay short. Pauses while the page is hidden.
 *
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @typedef {{ isActedOn: boolean, draw: () => Promise<void>, cost: number }} Drawn   a part that draws in turn; cost: ms of its recent drawings
 * @implements {ReactiveController}
 */
export class Frames {
  #frame = 0;
  #host;
  #training;
  /** Parts that wait for their turn to draw, longest waiting first. @type {Set<Drawn>} */
  #waiting = new Set();
  #ask = () => this.#next();

  /** @param {import("lit").ReactiveControllerHost & HTMLElement} host @param {import("../state/training.js").Training} training */
  constructor(host, training) {
    this.#host = host;
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

  /** Draws a part in this frame or one of the next. @param {Drawn} part */
  drawIn(part) {
    this.#waiting.add(part);
    this.#next();
  }

  #next() {
    if (this.#frame || document.hidden || !this.#host.isConnected) return;
    if (!this.#waiting.size && !this.#training.isBusy) return;
    this.#frame = requestAnimationFrame(async () => {
      try {
        if (!document.hidden) await this.#share();
      } finally {
        this.#frame = 0;
        this.#next();
      }
    });
  }

  /**
   * While the model trains, training comes first, then drawing. Otherwise drawing comes first, because there
   * is only evaluation to do. Everything happens before the frame is painted: only drawing is awaited.
   */
  async #share() {
    const begun = performance.now();
    const learns = this.#training.state.pace !== null;
    if (learns) this.#training.work(begun + WORK - (this.#waiting.size ? TO_DRAW : 0));
    const drew = await this.#draw(begun + (learns ? WORK : ACT), learns);
    if (!learns && !drew) this.#training.work(begun + WORK);
  }

  /** Draws at least one part, and others while there is time. @param {number} until @param {boolean} learns */
  async #draw(until, learns) {
    const turns = [...this.#waiting];
    if (!learns) turns.sort((a, b) => Number(b.isActedOn) - Number(a.isActedOn));
    for (const part of turns) {
      const begun = performance.now();
      if (part !== turns[0] && begun + part.cost > until) break;
      this.#waiting.delete(part);
      await part.draw();
      part.cost = Math.max(performance.now() - begun, 0.8 * part.cost);
    }
    return turns.length > 0;
  }
}

/**
 * Time for work in each frame, in ms, while the model trains or is evaluated, and the part of it reserved for
 * drawing. Layout and paint need the rest.
 */
const WORK = 5.5;
const TO_DRAW = 2.5;
/** Time in ms for drawing the result of a reader's action, in a frame of 16 ms. */
const ACT = 9;
