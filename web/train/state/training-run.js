import { batch } from "@preact/signals-core";
import { signalsOf, trackedView, write } from "../../kit/state/tracked-view.js";
import { Evaluations } from "./evaluation.js";
import { INITIAL } from "./state.js";

/**
 * A model that learns, is counted and kept at moments: a little at a time, when who draws asks for it. All that is known of it stands in one
 * frozen object; a change replaces it and says so.
 *
 * @typedef {import("../../core/model.js").Model} Model
 * @typedef {import("./training-steps.js").TrainingSteps} TrainingSteps
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Pace} Pace
 */

const STEPS = { watch: 1, fast: 2, end: Infinity }; // a frame

export class TrainingRun extends EventTarget {
  #signals = signalsOf(INITIAL);
  #view = trackedView(this.#signals);
  /** @protected @type {Model | null} */
  model = null;
  /** @protected @type {TrainingSteps | null} */
  course = null;
  /** @protected @type {Evaluations | null} */
  inquiry = null;
  /** Where a moment is to be shown that was not come to yet. @protected @type {number | null} */
  wanted = null;
  /** Who changes it. @type {"reader" | "host" | "work"} */
  #by = "reader";
  /** Who had it learn. @type {"host" | "work"} */
  #for = "work";
  /** As it was when it was last told. */
  #told = INITIAL;

  /** A frozen snapshot of the state. An element that reads a field of the snapshot while rendering renders again when that field changes. @returns {Readonly<State>} */
  get state() {
    return this.#view;
  }

  /** Replaces the state without an event; the next set() sends one for both changes. @protected @param {State} state */
  replaceSilently(state) {
    this.#view = trackedView(this.#signals, state);
  }

  /** Does what somebody else than the reader wants. @param {"host" | "work"} by @param {() => void} act */
  as(by, act) {
    const before = this.#by;
    this.#by = by;
    try {
      act();
    } finally {
      this.#by = before;
    }
  }

  /** @param {Pace} pace */
  run(pace) {
    if (!this.course || this.course.isAtEnd) return;
    const { step } = this.state;
    this.stand(step);
    this.#for = this.#by === "host" ? "host" : "work";
    this.wanted = null;
    this.set({ pace, at: step, ordering: false });
  }

  pause() {
    this.wanted = null;
    if (this.state.pace) this.look({ pace: null });
  }

  /** One step on. */
  stepOn() {
    if (!this.course || this.course.isAtEnd) return;
    this.keepMoment();
    this.stand(this.state.step);
    this.#learn(1);
    this.look({ pace: null });
  }

  /** What is left to be done now, and is done by work(). */
  get isBusy() {
    const { status, pace, ordering } = this.state;
    return status === "ready" && Boolean(pace || ordering || this.#isCounting);
  }

  /** Some of it, as much as fits until then. @param {number} until as performance.now() has it */
  work(until) {
    this.as(this.#for, () => this.#work(until));
  }

  /** @param {number} until */
  #work(until) {
    const { pace, ordering } = this.state;
    if (!this.course) return;
    if (this.#isCounting) this.#count(until);
    else if (pace) this.#goOn(pace, until);
    else if (ordering) this.orderOn(until);
  }

  /** What is done when nothing is learned or counted. @protected @param {number} _until */
  orderOn(_until) {}

  /** @param {Pace} pace @param {number} until */
  #goOn(pace, until) {
    const { step: before } = this.state;
    const left = this.wanted === null ? Infinity : this.wanted - before;
    this.#learn(Math.min(STEPS[pace], left), until);
    if (left <= this.state.step - before && !this.#isDue) this.pause();
    else if (pace !== "end" || before === 0) this.look(); // that it has begun
  }

  /** Whether a moment is to be kept before it goes on. */
  get #isDue() {
    const { step, moments } = this.state;
    return Boolean(this.course?.isAtMoment) && step !== moments[moments.length - 1].step;
  }

  /** Without a word to anyone: who draws is told when there is something to see. @param {number} most steps @param {number} [until] */
  #learn(most, until) {
    const course = /** @type {TrainingSteps} */ (this.course);
    course.learn(most, until);
    const { step, losses } = course;
    this.replaceSilently({ ...this.state, losses: [...losses], step, at: step, order: null });
  }

  /** How many sentences it is to be counted by now: while it learns, at the moments that are kept, by a few. */
  get #most() {
    return this.state.pace ? Evaluations.FEW : Evaluations.ALL;
  }

  /** Whether there is more to be counted of what is shown, before anything else. */
  get #isCounting() {
    if (this.state.pace && !this.course?.isAtMoment) return false;
    return Boolean(this.inquiry?.next(this.state, this.#most));
  }

  /** @param {number} until */
  #count(until) {
    within(until, () => {
      const found = /** @type {Evaluations} */ (this.inquiry).goOn(this.state, this.#most);
      if (found) this.#takeIn(found);
      return found !== null;
    });
  }

  /** What was found belongs to the moment, where one is due. @param {import("./evaluation.js").Found} found */
  #takeIn(found) {
    const { step, moments } = this.state;
    if (!("whole" in found)) return this.set(found);
    if (!this.#isDue)
      return this.set({ ...found, moments: moments.map((each) => better(each, found.whole)) });
    const { kinds, sentences } = found.whole;
    this.course?.keep();
    const isWanted = this.wanted !== null && step >= this.wanted;
    const isDone = isWanted || Boolean(this.course?.isAtEnd);
    if (isDone) this.wanted = null;
    this.look({
      ...found,
      moments: [...moments, { step, kinds, sentences }],
      ...(isDone && { pace: null }),
    });
  }

  /** At once, where it would be left. @protected */
  keepMoment() {
    const { at, step } = this.state;
    while (at === step && this.#isDue) this.#count(0);
  }

  /** Puts the model where it was at that step. @protected @param {number} step @returns {boolean} whether it stood elsewhere */
  stand(step) {
    return Boolean(this.course?.stand(step));
  }

  /** What is seen of the model now. @protected @param {Partial<State>} [change] */
  look(change) {
    const seen = /** @type {Evaluations} */ (this.inquiry).look({ ...this.state, ...change });
    this.set({ ...change, ...seen });
  }

  /** @protected @param {Partial<State>} change */
  set(change) {
    const before = this.#told;
    this.replaceSilently({ ...this.state, ...change });
    batch(() => write(this.#signals, this.state));
    this.#told = this.state;
    this.dispatchEvent(new CustomEvent("change", { detail: { before, by: this.#by } }));
  }
}

/** Of two counts of one step, the one of more sentences. @param {import("./state.js").Counted} one @param {import("./state.js").Counted} other */
const better = (one, other) => (other.step === one.step && other.sentences > one.sentences ? other : one);

/** Does something again while there is time for once more, until it says that it is done. @param {number} until @param {() => boolean} act */
export function within(until, act) {
  let last = performance.now();
  while (!act()) {
    const now = performance.now();
    if (2 * now - last >= until) return;
    last = now;
  }
}
