import { ease } from "../../kit/draw/motion.js";
import { movesBetween } from "../state/moves.js";

/**
 * Motion of the moves: once, when they first come into view, from the bars to the sum; then from each row to the next. Readers who prefer reduced
 * motion see the ends, and so does paper.
 *
 * @typedef {import("../state/moves.js").Moves} Moves
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @implements {ReactiveController}
 */
export class RowMotion {
  #host;
  #frame = 0;
  #still = matchMedia("(prefers-reduced-motion: reduce)");
  #hasPlayed = false;
  /** @type {Moves | null} */
  #from = null;
  /** @type {Moves | null} */
  #to = null;
  #part = 1;
  #unfolded = 1;
  /** 0 to 3; see columns.js. */
  progress = 0;
  #seen = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.#play();
    },
    { threshold: 0.3 },
  );
  #rest = () => this.#end();

  /** @param {import("lit").ReactiveControllerHost & HTMLElement} host */
  constructor(host) {
    this.#host = host;
    if (this.#still.matches) this.#end();
    host.addController(this);
  }

  hostConnected() {
    if (!this.#hasPlayed) this.#seen.observe(this.#host);
    addEventListener("beforeprint", this.#rest);
  }

  hostDisconnected() {
    this.#seen.disconnect();
    removeEventListener("beforeprint", this.#rest);
    this.#end();
  }

  /** How far the rows of the map have moved from the row that asks: 0 to 1. */
  get unfolded() {
    return this.#unfolded;
  }

  /** The numbers to draw for a row. @param {Moves} moves @returns {Moves} */
  shown(moves) {
    if (moves !== this.#to) {
      const from = this.#to && movesBetween(this.#from ?? this.#to, this.#to, this.#part);
      [this.#from, this.#to] = [from, moves];
      if (from && this.progress === 3 && !this.#still.matches) this.#run(CHANGE, (t) => (this.#part = t));
      else this.#part = 1;
    }
    return movesBetween(this.#from ?? moves, moves, this.#part);
  }

  /** Unfolds the map from the row. */
  unfold() {
    this.progress = 3;
    if (!this.#still.matches) this.#run(CHANGE, (t) => (this.#unfolded = t));
  }

  #play() {
    if (this.#hasPlayed) return;
    this.#hasPlayed = true;
    this.#seen.disconnect();
    if (this.progress < 3) this.#run(WHOLE, (t) => (this.progress = 3 * t));
  }

  /** @param {number} duration in ms @param {(t: number) => void} set receives 0 to 1, eased */
  #run(duration, set) {
    cancelAnimationFrame(this.#frame);
    this.#part = this.#unfolded = 1;
    const start = performance.now();
    const frame = (/** @type {number} */ now) => {
      const t = Math.min(1, Math.max(0, (now - start) / duration));
      set(duration === WHOLE ? t : ease(t));
      this.#host.requestUpdate();
      if (t < 1) this.#frame = requestAnimationFrame(frame);
    };
    set(0);
    this.#frame = requestAnimationFrame(frame);
  }

  #end() {
    cancelAnimationFrame(this.#frame);
    this.#hasPlayed = true;
    this.#part = this.#unfolded = 1;
    this.progress = 3;
    this.#host.requestUpdate();
  }
}

const CHANGE = 400; // ms
const WHOLE = 2700;
