/**
 * The timer of the tour, which moves on by one step after the time that each step has.
 */

/** Speeds that a reader can choose, as multiples of the normal speed. */
export const SPEEDS = Object.freeze([0.5, 0.75, 1, 1.5, 2]);

const INTERVAL = 5000; // ms between steps at normal speed, which is the time to read two short sentences
const TOGETHER = 250; // ms; a move by the reader this close to a move by the timer counts as the same move

export class Playback {
  #player;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #playedAt = -Infinity;
  #movedAt = -Infinity;

  /** @param {{ isPlaying: () => boolean, speed: () => number, moveOn: () => boolean, ended: () => void }} player  moveOn moves one step, and is false past the end */
  constructor(player) {
    this.#player = player;
  }

  /** Records a reader's move. @param {number} steps @returns {boolean} whether the timer has just made the same move */
  hasMoved(steps) {
    if (steps > 0 && isRecent(this.#playedAt)) return true;
    this.#movedAt = performance.now();
    return false;
  }

  /** Moves on by one step, and starts the timer. @returns {boolean} false at the last step */
  start() {
    const goesOn = isRecent(this.#movedAt) || this.#moveOn();
    this.wait();
    return goesOn;
  }

  /** Restarts the timer, so that the current step has its full time. */
  wait() {
    this.stop();
    this.#timer = setTimeout(() => {
      if (!this.#player.isPlaying()) return;
      if (this.#moveOn()) this.wait();
      else this.#player.ended();
    }, INTERVAL / this.#player.speed());
  }

  stop() {
    clearTimeout(this.#timer);
  }

  #moveOn() {
    this.#playedAt = performance.now();
    return this.#player.moveOn();
  }
}

/** @param {number} time */
const isRecent = (time) => performance.now() - time < TOGETHER;
