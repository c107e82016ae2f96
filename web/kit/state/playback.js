/**
 * The timer of «Play»: moves on by one stage at a time, and leaves each stage its time.
 */

const INTERVAL = 1800; // ms between stages: time to read a title and follow the motion
const TOGETHER = 250; // ms: a press of the reader this close to a stage of the timer counts as the same move

export class Playback {
  #player;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #playedAt = -Infinity;
  #movedAt = -Infinity;

  /** @param {{ isPlaying: () => boolean, moveOn: () => boolean, ended: () => void }} player  moveOn moves one stage, and is false past the end */
  constructor(player) {
    this.#player = player;
  }

  /** Records a reader's move. @param {number} stages @returns {boolean} whether the timer has just made the same move */
  hasMoved(stages) {
    if (stages > 0 && isRecent(this.#playedAt)) return true;
    this.#movedAt = performance.now();
    return false;
  }

  /** Moves on by one stage, and starts the timer. @returns {boolean} false at the last stage */
  start() {
    const goesOn = isRecent(this.#movedAt) || this.#stage();
    this.wait();
    return goesOn;
  }

  /** Restarts the timer, so that the step on show keeps its full time. */
  wait() {
    this.stop();
    this.#timer = setTimeout(() => {
      if (!this.#player.isPlaying()) return;
      if (this.#stage()) this.wait();
      else this.#player.ended();
    }, INTERVAL);
  }

  stop() {
    clearTimeout(this.#timer);
  }

  #stage() {
    this.#playedAt = performance.now();
    return this.#player.moveOn();
  }
}

/** @param {number} time */
const isRecent = (time) => performance.now() - time < TOGETHER;
