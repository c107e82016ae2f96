import { loadCore } from "../../core/index.js";
import { Course } from "./course.js";
import { Inquiry } from "./inquiry.js";
import { leastNeededFirst } from "./order.js";
import { headsOf } from "./removal.js";
import { TRAIN_SETTINGS, modelOptions, unfit } from "./settings.js";
import { misfitAway } from "./shown.js";
import { INITIAL } from "./state.js";
import { TASKS } from "./tasks.js";

/**
 * A model while it learns, and what is looked at of it. All of it stands in one frozen object; a change replaces it and says so. Work is done a
 * little at a time, when who draws asks for it.
 *
 * @typedef {import("../../core/whole-core.js").WholeCore} Core
 * @typedef {import("../../core/model.js").Model} Model
 * @typedef {ReturnType<typeof leastNeededFirst>} Ordering
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Pace} Pace
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./removal.js").Away} Away
 */

const STEPS = { watch: 1, fast: 2, end: Infinity }; // a frame

export class Training extends EventTarget {
  /** @type {Readonly<State>} */
  state = INITIAL;
  /** @type {Core | null} */
  #core = null;
  /** @type {Model | null} */
  #model = null;
  /** @type {Course | null} */
  #course = null;
  /** @type {Inquiry | null} */
  #inquiry = null;
  /** @type {Ordering | null} */
  #ordering = null;
  /** Where a moment is to be shown that was not come to yet. @type {number | null} */
  #wanted = null;
  /** Who changes it. @type {"reader" | "host" | "work"} */
  #by = "reader";
  /** Who had it learn. @type {"host" | "work"} */
  #for = "work";
  /** As it was when it was last told. */
  #told = INITIAL;

  /** What is trained. */
  get task() {
    return TASKS[this.state.settings.task];
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

  /** Resolves when there is a model. */
  async load() {
    try {
      this.#core ??= await loadCore();
      if (!this.#model) this.as("host", () => this.#begin());
    } catch (error) {
      this.#set({ status: "failed", failure: /** @type {Error} */ (error) });
      throw error;
    }
  }

  /** Gives the model's memory back; what stands there stays, and is come to again when it is loaded. */
  rest() {
    this.pause();
    this.#model?.dispose();
    this.#model = this.#course = this.#inquiry = null;
    this.#wanted = this.state.at || null;
  }

  /** Other settings are another model, at its first step; a value that does not exist is said and changes nothing. @param {Partial<Record<keyof Settings, unknown>>} change */
  configure(change) {
    const rows = TRAIN_SETTINGS.filter(({ name }) => name in change);
    const misfits = { ...this.state.misfits };
    const fit = rows.filter((row) => {
      const said = unfit(row, change[row.name] ?? row.default);
      if (said) misfits[row.name] = said;
      else delete misfits[row.name];
      return !said;
    });
    const settings = /** @type {Settings} */ ({
      ...this.state.settings,
      ...Object.fromEntries(fit.map(({ name, default: otherwise }) => [name, change[name] ?? otherwise])),
    });
    const isSame = fit.every(({ name }) => settings[name] === this.state.settings[name]);
    this.#set({ settings, misfits });
    if (!isSame && this.#model) this.#begin();
  }

  /** From the first step again. */
  startAgain() {
    this.#wanted = null;
    if (this.#core) this.#begin(this.state.moments[0]);
  }

  /** @param {import("./state.js").Moment} [first] of this very model, where it is known */
  #begin(first) {
    const core = /** @type {Core} */ (this.#core);
    const { settings, sentence, config, away, head } = this.state;
    const model = core.createModel(modelOptions(settings));
    const isFirst = !this.#model; // or is back
    this.#model?.dispose();
    this.#model = model;
    this.#course = new Course(model, this.task);
    this.#course.keep();
    this.#inquiry = new Inquiry(model);
    this.#ordering = null;
    const isOther = config?.task !== settings.task;
    const { kinds, sentences } = first ?? this.#inquiry.first();
    // Told with what it says of a sentence, as one change.
    this.state = Object.freeze({
      ...INITIAL,
      ...{ settings, misfits: this.state.misfits, status: "ready", config: model.config, words: model.words },
      ...{ moments: [{ step: 0, kinds, sentences }], whole: { step: 0, kinds, sentences } },
    });
    const isKept = sentence !== "" && (!isOther || !config) && this.say(sentence);
    if (!isKept) this.say(this.task.sentence);
    if (isFirst) this.take(away); // as it was set before there was a model
    if (head && headsOf(model.config).includes(head)) this.pick(head);
    if (this.#wanted) this.show(this.#wanted);
  }

  /** @param {Pace} pace */
  run(pace) {
    if (!this.#course || this.#course.isAtEnd) return;
    const { step } = this.state;
    this.#stand(step);
    this.#for = this.#by === "host" ? "host" : "work";
    this.#wanted = null;
    this.#set({ pace, at: step, ordering: false });
  }

  pause() {
    this.#wanted = null;
    if (this.state.pace) this.#look({ pace: null });
  }

  /** One step on. */
  stepOn() {
    if (!this.#course || this.#course.isAtEnd) return;
    this.#keepMoment();
    this.#stand(this.state.step);
    this.#learn(1);
    this.#look({ pace: null });
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
    if (!this.#course) return;
    if (this.#isCounting) this.#count(until);
    else if (pace) this.#goOn(pace, until);
    else if (ordering) this.#orderOn(until);
  }

  /** @param {Pace} pace @param {number} until */
  #goOn(pace, until) {
    const { step: before } = this.state;
    const left = this.#wanted === null ? Infinity : this.#wanted - before;
    this.#learn(Math.min(STEPS[pace], left), until);
    if (left <= this.state.step - before && !this.#isDue) this.pause();
    else if (pace !== "end" || before === 0) this.#look(); // that it has begun
  }

  /** Whether a moment is to be kept before it goes on. */
  get #isDue() {
    const { step, moments } = this.state;
    return Boolean(this.#course?.isAtMoment) && step !== moments[moments.length - 1].step;
  }

  /** Without a word to anyone: who draws is told when there is something to see. @param {number} most steps @param {number} [until] */
  #learn(most, until) {
    const course = /** @type {Course} */ (this.#course);
    course.learn(most, until);
    const { step, losses } = course;
    this.state = Object.freeze({ ...this.state, losses: [...losses], step, at: step, order: null });
  }

  /** How many sentences it is to be counted by now: while it learns, at the moments that are kept, by a few. */
  get #most() {
    return this.state.pace ? Inquiry.FEW : Inquiry.ALL;
  }

  /** Whether there is more to be counted of what is shown, before anything else. */
  get #isCounting() {
    if (this.state.pace && !this.#course?.isAtMoment) return false;
    return Boolean(this.#inquiry?.next(this.state, this.#most));
  }

  /** @param {number} until */
  #count(until) {
    within(until, () => {
      const found = /** @type {Inquiry} */ (this.#inquiry).goOn(this.state, this.#most);
      if (found) this.#takeIn(found);
      return found !== null;
    });
  }

  /** What was found belongs to the moment, where one is due. @param {import("./inquiry.js").Found} found */
  #takeIn(found) {
    if (!("whole" in found && this.#isDue)) return this.#set(found);
    const { step, moments } = this.state;
    const { kinds, sentences } = found.whole;
    this.#course?.keep();
    const isWanted = this.#wanted !== null && step >= this.#wanted;
    const isDone = isWanted || Boolean(this.#course?.isAtEnd);
    if (isDone) this.#wanted = null;
    this.#look({
      ...found,
      moments: [...moments, { step, kinds, sentences }],
      ...(isDone && { pace: null }),
    });
  }

  /** At once, where it would be left. */
  #keepMoment() {
    const { at, step } = this.state;
    while (at === step && this.#isDue) this.#count(0);
  }

  /** Another moment: that of a step that was kept, or the last; one that is still to come is trained for. @param {number} step */
  show(step) {
    const { step: last } = this.state;
    const { moment: before, ...misfits } = this.state.misfits;
    const isStep = Number.isInteger(step) && step >= 0;
    const given = String(JSON.stringify(step) ?? step).slice(0, 40);
    const said = { ...misfits, ...(!isStep && { moment: `step ${given} is no whole number from 0 on` }) };
    if (before !== said.moment) this.#set({ misfits: said });
    if (!isStep) return;
    if (!this.#model) {
      this.#wanted = step;
      return;
    }
    if (step > last && last < this.task.steps) {
      this.run("end");
      this.#wanted = Math.min(step, this.task.steps);
      return;
    }
    this.#showKept(step);
  }

  /** The nearest of those that were kept. @param {number} step */
  #showKept(step) {
    this.#keepMoment();
    const { moments, step: last, at: before, pace } = this.state;
    const steps = [...moments.map((moment) => moment.step), last];
    const at = steps.reduce((a, b) => (Math.abs(b - step) < Math.abs(a - step) ? b : a));
    if (at === before && !pace) return;
    this.#wanted = null;
    this.#stand(at);
    const known = moments.find((moment) => moment.step === at);
    this.#look({ pace: null, at, order: null, ordering: false, ...(known && { whole: known }) });
  }

  /** Puts the model where it was at that step. @param {number} step */
  #stand(step) {
    if (this.#course?.stand(step)) this.#ordering = null;
  }

  /** What is seen of the model now. @param {Partial<State>} [change] */
  #look(change) {
    const seen = /** @type {Inquiry} */ (this.#inquiry).look({ ...this.state, ...change });
    this.#set({ ...change, ...seen });
  }

  /** Takes another sentence; an empty one is the task's own. One that it cannot read leaves what is there. @param {string | readonly string[]} sentence @returns {boolean} whether it is taken */
  say(sentence) {
    const written = typeof sentence === "string" ? sentence : sentence.join(" ");
    if (!this.#inquiry) {
      this.#set({ sentence: written });
      return true;
    }
    try {
      const taken = written || this.task.sentence;
      const { blanks } = this.#inquiry.read(taken);
      const first = blanks.findIndex(({ kind }) => kind === this.task.blank);
      this.#look({ sentence: taken, refused: null, blank: first < 0 ? blanks.length - 1 : first });
      return true;
    } catch (error) {
      this.#set({ refused: /** @type {Error} */ (error).message });
      return false;
    }
  }

  /** One that it was never trained on; another at each call. */
  sayAnother() {
    const model = this.#model;
    if (!model) return;
    this.#seed += 1;
    this.say(model.example({ seed: this.#seed, heldOut: true }).tokens);
  }

  #seed = 0;

  /** Looks at another of the sentence's blanks. @param {number} blank */
  lookAt(blank) {
    this.#set({ blank });
  }

  /** A head to be looked into. @param {string} head by its name */
  pick(head) {
    this.#set({ head });
  }

  /** Takes something away, or puts it back; what this model has not is said and changes nothing. @param {Away} away */
  take(away) {
    const { config, moments } = this.state;
    if (!this.#inquiry || !config) return this.#set({ away });
    const { away: _, ...misfits } = this.state.misfits;
    const said = misfitAway(away, config, Object.keys(moments[0].kinds));
    if (said) this.#set({ misfits: { ...misfits, away: said } });
    else this.#look({ away, misfits });
  }

  /** Begins to take heads away one by one; twice is fine. */
  order() {
    if (!this.#model || this.state.pace || this.state.order) return;
    this.#ordering ??= leastNeededFirst(this.#model);
    this.#set({ ordering: true });
  }

  /** The curve is put away. */
  unorder() {
    this.#ordering = null;
    this.#set({ order: null, ordering: false });
  }

  /** @param {number} until */
  #orderOn(until) {
    within(until, () => {
      const { done, value } = /** @type {Ordering} */ (this.#ordering).next();
      if (!done) return false;
      this.#ordering = null;
      this.#set({ order: value, ordering: false });
      return true;
    });
  }

  /** A layer of the model as it stands, and what it reads of the sentence. @param {number} layer */
  layer(layer) {
    const model = /** @type {Model} */ (this.#model);
    return { layer: model.layer(layer), inputs: model.inputs(this.state.prediction?.tokens ?? [], layer) };
  }

  /** @param {Partial<State>} change */
  #set(change) {
    const before = this.#told;
    this.state = Object.freeze({ ...this.state, ...change });
    this.#told = this.state;
    this.dispatchEvent(new CustomEvent("change", { detail: { before, by: this.#by } }));
  }
}

/** Does something again while there is time for once more, until it says that it is done. @param {number} until @param {() => boolean} act */
function within(until, act) {
  for (let last = performance.now(), next = last; ; last = next) {
    if (act()) return;
    next = performance.now();
    if (2 * next - last >= until) return;
  }
}
