import { SignalStore } from "../../kit/state/signal-store.js";
import { INITIAL } from "./state.js";

/**
 * Trains a model, evaluates it and keeps checkpoints, in pieces between frames. Each `change` event also has its source, `by`.
 *
 * @typedef {import("./learners.js").Model} Model
 * @typedef {import("./learners.js").Inquiry} Inquiry
 * @typedef {import("./training-steps.js").TrainingSteps} TrainingSteps
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Pace} Pace
 */

const STEPS = { watch: 1, fast: 2, end: Infinity }; // steps per frame

/** @extends {SignalStore<State>} */
export class TrainingRun extends SignalStore {
  /** @protected @type {Model | null} */
  model = null;
  /** @protected @type {TrainingSteps | null} */
  course = null;
  /** @protected @type {Inquiry | null} */
  inquiry = null;
  /** Step to show as soon as training reaches it. @protected @type {number | null} */
  wanted = null;
  /** The current source of changes. @type {"reader" | "host" | "work"} */
  #by = "reader";
  /** The source of the current run. @type {"host" | "work"} */
  #for = "work";

  constructor() {
    super(INITIAL);
  }

  /** Acts for the host or for work in progress, not for the reader. @param {"host" | "work"} by @param {() => void} act */
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

  /** Stops work while the element is out of the page. A step that was asked for stays asked for. */
  halt() {
    const { wanted } = this;
    this.pause();
    this.wanted = wanted;
  }

  /** Trains one step. */
  stepOn() {
    if (!this.course || this.course.isAtEnd) return;
    this.keepMoment();
    this.stand(this.state.step);
    this.#learn(1);
    this.look({ pace: null });
  }

  /** Whether work() has anything to do. */
  get isBusy() {
    const { status, pace, ordering } = this.state;
    return status === "ready" && Boolean(pace || ordering || this.#isCounting);
  }

  /** Trains, counts or removes heads until a time. An error ends the work. @param {number} until in ms, on the clock of performance.now() */
  work(until) {
    this.as(this.#for, () => {
      try {
        this.#work(until);
      } catch (error) {
        const { id } = /** @type {import("../../kit/text/refusals.js").Message} */ (error);
        if (id !== "core_has_failed") this.giveUp(/** @type {Error} */ (error)); // a failed core is replaced
      }
    });
  }

  /** Ends all work with an error. @protected @param {Error} failure */
  giveUp(failure) {
    this.forget();
    this.set({ status: "failed", failure });
  }

  /** Replaces the model by one that has trained no step. @protected @param {Model} model @param {TrainingSteps} course @param {Inquiry} inquiry */
  adopt(model, course, inquiry) {
    this.model?.dispose();
    this.model = model;
    this.course = course;
    this.inquiry = inquiry;
    course.keep();
  }

  /** Drops the model; the shown state stays. Loading again trains to the same step. @protected */
  forget() {
    this.wanted ??= this.state.at || null;
    this.model = this.course = this.inquiry = null;
    this.set({ pace: null, ordering: false });
  }

  /** Does the next piece of work: a count, training steps, or a removal. @param {number} until */
  #work(until) {
    const { pace, ordering } = this.state;
    if (!this.course) return;
    if (this.#isCounting) this.#count(until);
    else if (pace) this.#goOn(pace, until);
    else if (ordering) this.orderOn(until);
  }

  /** Work besides training and counting; for subclasses. @protected @param {number} _until */
  orderOn(_until) {}

  /** @param {Pace} pace @param {number} until */
  #goOn(pace, until) {
    const { step: before } = this.state;
    const left = this.wanted === null ? Infinity : this.wanted - before;
    this.#learn(Math.min(STEPS[pace], left), until);
    if (left <= this.state.step - before && !this.#isDue) this.pause();
    else if (pace !== "end" || before === 0) this.look(); // reports that training has started
  }

  /** Whether a checkpoint is due before training goes on. */
  get #isDue() {
    const { step, moments } = this.state;
    return Boolean(this.course?.isAtMoment) && step !== moments[moments.length - 1].step;
  }

  /** Trains without an event; painters are told when there is something to draw. @param {number} most steps @param {number} [until] */
  #learn(most, until) {
    const course = /** @type {TrainingSteps} */ (this.course);
    course.learn(most, until);
    const { step, losses } = course;
    this.setSilently({ losses: [...losses], step, at: step, order: null });
  }

  /** Number of sentences to count now: few during training and at checkpoints. */
  get #most() {
    const { few, all } = /** @type {Inquiry} */ (this.inquiry);
    return this.state.pace ? few : all;
  }

  /** Whether counting of the shown step comes before other work. */
  get #isCounting() {
    if (this.state.pace && !this.course?.isAtMoment) return false;
    return Boolean(this.inquiry && this.inquiry.next(this.state, this.#most));
  }

  /** @param {number} until */
  #count(until) {
    repeatUntil(until, () => {
      const found = /** @type {Inquiry} */ (this.inquiry).goOn(this.state, this.#most);
      if (found) this.#takeIn(found);
      return found !== null;
    });
  }

  /** Stores a count. If a checkpoint is due, the count becomes its numbers. @param {import("./evaluation.js").Found} found */
  #takeIn(found) {
    const { step, moments } = this.state;
    if (!("whole" in found)) return this.set(found);
    if (!this.#isDue)
      return this.set({ ...found, moments: moments.map((each) => better(each, found.whole)) });
    this.course?.keep();
    const isWanted = this.wanted !== null && step >= this.wanted;
    const isDone = isWanted || Boolean(this.course?.isAtEnd);
    if (isDone) this.wanted = null;
    this.look({
      ...found,
      moments: [...moments, found.whole],
      ...(isDone && { pace: null }),
    });
  }

  /** Keeps a due checkpoint now, before the step is left. @protected */
  keepMoment() {
    const { at, step } = this.state;
    while (at === step && this.#isDue) this.#count(0);
  }

  /** Moves the model to a kept step. @protected @param {number} step @returns {boolean} whether the model was at another step */
  stand(step) {
    return Boolean(this.course?.stand(step));
  }

  /** Updates the predictions on show. @protected @param {Partial<State>} [change] */
  look(change) {
    const seen = /** @type {Inquiry} */ (this.inquiry).look({ ...this.state, ...change });
    this.set({ ...change, ...seen });
  }

  /** @param {Partial<State>} change */
  set(change) {
    super.set(change, { by: this.#by });
  }
}

/** The second count if it is of the same step and has more sentences, otherwise the first. @param {import("./state.js").Counted} one @param {import("./state.js").Counted} other */
const better = (one, other) => (other.step === one.step && other.sentences > one.sentences ? other : one);

/** Repeats an action until it returns true, or until there is no time for another call. @param {number} until @param {() => boolean} act */
export function repeatUntil(until, act) {
  let last = performance.now();
  while (!act()) {
    const now = performance.now();
    if (2 * now - last >= until) return;
    last = now;
  }
}
