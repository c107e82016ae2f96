/**
 * The timer of «Play»: moves on by one stage at a time, and leaves each stage its time.
 */

const INTERVAL = 1800; // ms: time to read a title and see what moved
const TOGETHER = 250; // ms: playing and the reader's press move one stage between them

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

  /** Notes a reader's move. @param {number} stages @returns {boolean} whether playing has just made it */
  hasMoved(stages) {
    if (stages > 0 && isRecent(this.#playedAt)) return true;
    this.#movedAt = performance.now();
    return false;
  }

  /** @returns {boolean} false at the end, where it goes on from the start */
  start() {
    const goesOn = isRecent(this.#movedAt) || this.#stage();
    this.wait();
    return goesOn;
  }

  /** Gives the step on show its whole time. */
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
