import { ease } from "../../kit/draw/motion.js";

/**
 * Animates from one ending to another with easing; changes at once if the reader prefers reduced motion.
 *
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @implements {ReactiveController}
 */
export class EndingTransition {
  #host;
  #frame = 0;
  #still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");
  /** @type {import("../draw/sentence.js").Moment} */
  moment = { before: 0, after: 0, t: 1 };

  /** @param {import("lit").ReactiveControllerHost} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected() {
    cancelAnimationFrame(this.#frame);
    this.moment = { ...this.moment, t: 1 };
  }

  /** Starts the transition to an ending. @param {number} after @param {boolean} moves */
  go(after, moves) {
    const { after: before } = this.moment;
    if (after === before) return;
    cancelAnimationFrame(this.#frame);
    if (!moves || this.#still?.matches) {
      this.moment = { before, after, t: 1 };
      return;
    }
    const start = performance.now();
    const frame = (/** @type {number} */ now) => {
      const t = Math.min(1, Math.max(0, (now - start) / DURATION));
      this.moment = { before, after, t: ease(t) };
      this.#host.requestUpdate();
      if (t < 1) this.#frame = requestAnimationFrame(frame);
    };
    this.moment = { before, after, t: 0 };
    this.#frame = requestAnimationFrame(frame);
  }
}

const DURATION = 400; // ms
