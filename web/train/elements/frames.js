/**
 * Shares out each frame's time between what is learned or counted and who draws it, so that no frame takes long; in a hidden page all of it rests.
 *
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @typedef {{ isActedOn: boolean, draw: () => Promise<void>, cost: number }} Drawn   a part that draws in turn; cost: ms that it took lately
 * @implements {ReactiveController}
 */
export class Frames {
  #frame = 0;
  #host;
  #training;
  /** Who has something to draw, who waits longest first. @type {Set<Drawn>} */
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

  /** In this frame or one of the next. @param {Drawn} part */
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

  /** While it learns, that comes first; else who draws: what is found meanwhile is only counted. All of it before the frame is painted, since nothing is waited for but drawing. */
  async #share() {
    const begun = performance.now();
    const learns = this.#training.state.pace !== null;
    if (learns) this.#training.work(begun + WORK - (this.#waiting.size ? TO_DRAW : 0));
    const drew = await this.#draw(begun + (learns ? WORK : ACT), learns);
    if (!learns && !drew) this.#training.work(begun + WORK);
  }

  /** One part at least; of the others those for which there is time. @param {number} until @param {boolean} learns */
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

/** ms of a frame's 8 while it learns or counts, and of these, who draws has so many. Layout and paint need the rest. */
const WORK = 5.5;
const TO_DRAW = 2.5;
/** ms of the 16 in which what a reader did is painted. */
const ACT = 9;
