import { loadCore } from "../../core/index.js";
import { Inquiry } from "./inquiry.js";
import { leastNeededFirst } from "./order.js";
import { NOTHING_AWAY, headsOf } from "./removal.js";
import { TRAIN_DEFAULTS, TRAIN_SETTINGS, modelOptions, unfit } from "./settings.js";
import { misfitAway } from "./shown.js";
import { TASKS } from "./tasks.js";

/**
 * A model while it learns, and what is looked at of it. All of it stands in one frozen object; a change replaces it and says so. Work is done a
 * little at a time, when who draws asks for it.
 *
 * @typedef {import("../../core/whole-core.js").WholeCore} Core
 * @typedef {import("../../core/model.js").Model} Model
 * @typedef {ReturnType<typeof leastNeededFirst>} Ordering
 * @typedef {import("../../core/types.js").Evaluation} Evaluation
 * @typedef {import("../../core/types.js").Prediction} Prediction
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./removal.js").Away} Away
 *
 * @typedef {"watch" | "fast" | "end"} Pace   steps a frame: one, two, or as many as there is time for
 *
 * @typedef {Evaluation & { sentences: number }} Counted
 * @typedef {{ step: number, checkpoint: number, kinds: Evaluation["kinds"], sentences: number }} Moment   kept, and by how many sentences it was counted
 *
 * @typedef {object} State
 * @property {"waiting" | "ready" | "failed"} status
 * @property {Error | null} failure
 * @property {Settings} settings
 * @property {Readonly<Record<string, string>>} misfits  what is said of values that do not exist, by name
 * @property {Readonly<import("../../core/types.js").ModelConfig> | null} config
 * @property {readonly string[]} words      that it knows
 * @property {Pace | null} pace             while it learns
 * @property {number} turn                  counts what is shown while it learns: who draws takes turns, as turnOf has it
 * @property {number} step                  that it has come to
 * @property {number} at                    that is shown
 * @property {readonly number[]} losses     of each step, in nats a blank
 * @property {readonly Moment[]} moments
 * @property {string} sentence
 * @property {string | null} refused        why the sentence that was typed is not shown
 * @property {Prediction | null} prediction
 * @property {number} blank                 which of the sentence's is looked at
 * @property {Counted | null} whole         how it does, at the moment that is shown
 * @property {Away} away
 * @property {Counted | null} without       how it does without what is taken away
 * @property {readonly import("./order.js").Left[] | null} order  heads taken away one by one, of this moment
 * @property {boolean} ordering             while that is found
 * @property {string | null} head           that the reader picked to be looked into, by its name
 */

/** @type {Readonly<State>} */
const INITIAL = Object.freeze({
  status: "waiting",
  failure: null,
  settings: TRAIN_DEFAULTS,
  misfits: {},
  config: null,
  words: [],
  pace: null,
  turn: 0,
  step: 0,
  at: 0,
  losses: [],
  moments: [],
  sentence: "",
  refused: null,
  prediction: null,
  blank: 0,
  whole: null,
  away: NOTHING_AWAY,
  without: null,
  order: null,
  ordering: false,
  head: null,
});

const STEPS = { watch: 1, fast: 2, end: Infinity }; // a frame
const MOST_AT_ONCE = 16;

const TURNS = 3;

/** The last turn of one of those who draw; while it does not learn, all of them draw at once. @param {State} state @param {number} who from 0 to 2 */
export const turnOf = ({ pace, turn }, who) => (pace ? turn - ((turn - who + TURNS) % TURNS) : null);

export class Training extends EventTarget {
  /** @type {Readonly<State>} */
  state = INITIAL;
  /** @type {Core | null} */
  #core = null;
  /** @type {Model | null} */
  #model = null;
  /** What was kept of the model, by step. @type {Map<number, number>} */
  #kept = new Map();
  /** @type {Inquiry | null} */
  #inquiry = null;
  /** @type {Ordering | null} */
  #ordering = null;
  /** ms that the slowest of the last steps took. */
  #cost = 2;
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
    this.#model = null;
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
    if (this.#core) this.#begin();
  }

  #begin() {
    const core = /** @type {Core} */ (this.#core);
    const { settings, sentence, config, away, head } = this.state;
    const model = core.createModel(modelOptions(settings));
    const isFirst = !this.#model; // or is back
    this.#model?.dispose();
    this.#model = model;
    this.#inquiry = new Inquiry(model);
    this.#kept.clear();
    this.#ordering = null;
    const isOther = config?.task !== settings.task;
    const { kinds, sentences } = this.#inquiry.whole(Inquiry.ALL); // all that is found later is set beside it
    // Told with what it says of a sentence, as one change.
    this.state = Object.freeze({
      ...INITIAL,
      ...{ settings, misfits: this.state.misfits, status: "ready", config: model.config, words: model.words },
      ...{ moments: [{ step: 0, checkpoint: this.#keep(), kinds, sentences }] },
    });
    const isKept = sentence !== "" && (!isOther || !config) && this.say(sentence);
    if (!isKept) this.say(this.task.sentence);
    if (isFirst) this.take(away); // as it was set before there was a model
    if (head && headsOf(model.config).includes(head)) this.pick(head);
    if (this.#wanted) this.show(this.#wanted);
  }

  #keep() {
    const { step } = /** @type {Model} */ (this.#model);
    const known = this.#kept.get(step) ?? this.#model?.checkpoint() ?? 0;
    this.#kept.set(step, known);
    return known;
  }

  /** @param {Pace} pace */
  run(pace) {
    const { step } = this.state;
    if (!this.#model || step >= this.task.steps) return;
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
    const { step } = this.state;
    if (!this.#model || step >= this.task.steps) return;
    this.#stand(step);
    this.#learn(1);
    this.#look({ pace: null });
  }

  /** What is left to be done now, and is done by work(). */
  get isBusy() {
    const { status, pace, ordering } = this.state;
    return status === "ready" && Boolean(pace || ordering || this.#inquiry?.isOpen);
  }

  /** Some of it, in about so many ms. @param {number} budget */
  work(budget) {
    this.as(this.#for, () => this.#work(budget));
  }

  /** @param {number} budget */
  #work(budget) {
    const { pace, step, ordering } = this.state;
    if (!this.#model || !this.#inquiry) return;
    if (pace && this.#isDue) this.#takeMoment();
    else if (pace) {
      const before = step;
      const left = this.#wanted === null ? Infinity : this.#wanted - step;
      this.#learn(Math.min(STEPS[pace], left), this.#isShowing ? budget / 2 : budget);
      if (left <= this.state.step - step && !this.#isDue) this.pause();
      else if (pace !== "end" || before === 0)
        this.#look(); // that it has begun
      else if (this.#isShowing) this.#set({ turn: this.state.turn + 1 });
    } else if (ordering) this.#orderOn(budget);
    else {
      const counted = this.#inquiry.goOn();
      if (counted) this.#set(counted);
    }
  }

  /** Whether somebody has not yet had a turn since something was to be seen. */
  get #isShowing() {
    return this.state.turn % TURNS > 0;
  }

  /** Whether a moment is to be kept before it goes on. */
  get #isDue() {
    const { step, moments } = this.state;
    const last = moments[moments.length - 1].step;
    return step !== last && (step % this.task.every === 0 || step === this.task.steps);
  }

  /** Without a word to anyone: who draws is told when there is something to see. @param {number} most steps @param {number} [budget] ms */
  #learn(most, budget = Infinity) {
    const model = /** @type {Model} */ (this.#model);
    const { steps, every } = this.task;
    const losses = [...this.state.losses];
    const begun = performance.now();
    let took = 0;
    do {
      losses.push(model.train().loss);
      const now = performance.now() - begun;
      this.#cost = Math.max(now - took, 0.8 * this.#cost);
      took = now;
    } while (
      losses.length - this.state.losses.length < Math.min(most, MOST_AT_ONCE) &&
      model.step < steps &&
      model.step % every !== 0 &&
      took + this.#cost < budget
    );
    this.state = Object.freeze({ ...this.state, losses, step: model.step, at: model.step, order: null });
    if (this.#isDue && most === 1 && budget === Infinity) this.#takeMoment();
  }

  #takeMoment() {
    const { moments, step } = this.state;
    const whole = /** @type {Inquiry} */ (this.#inquiry).whole();
    const moment = { step, checkpoint: this.#keep(), kinds: whole.kinds, sentences: whole.sentences };
    this.state = Object.freeze({ ...this.state, moments: [...moments, moment] });
    const isWanted = this.#wanted !== null && step >= this.#wanted;
    const isDone = isWanted || step >= this.task.steps;
    if (isDone) this.#wanted = null;
    this.#look({ whole, ...(isDone && { pace: null }) });
  }

  /** Another moment: that of a step that was kept, or the last; one that is still to come is trained for. @param {number} step */
  show(step) {
    const { moments, step: last } = this.state;
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
    const steps = [...moments.map((moment) => moment.step), last];
    const at = steps.reduce((a, b) => (Math.abs(b - step) < Math.abs(a - step) ? b : a));
    if (at === this.state.at && !this.state.pace) return;
    this.#wanted = null;
    this.#stand(at);
    const known = moments.find((moment) => moment.step === at);
    const whole = known && { step: at, kinds: known.kinds, sentences: known.sentences };
    this.#look({ pace: null, at, order: null, ordering: false, ...(whole && { whole }) });
  }

  /** Puts the model where it was at that step, and keeps where it is. @param {number} step */
  #stand(step) {
    const model = /** @type {Model} */ (this.#model);
    if (model.step === step) return;
    this.#keep();
    model.restore(/** @type {number} */ (this.#kept.get(step)));
    this.#ordering = null;
  }

  /** What is seen of the model now. @param {Partial<State>} [change] */
  #look(change) {
    const state = { ...this.state, ...change };
    // To the end each moment is seen by all, one after the other; else everything is a turn.
    const turn = state.pace === "end" ? Math.ceil((state.turn + 1) / TURNS) * TURNS + 1 : state.turn + 1;
    this.#set({ ...change, turn, .../** @type {Inquiry} */ (this.#inquiry).look(state) });
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
    else this.#look({ away, without: null, misfits });
  }

  /** Begins to take heads away one by one; twice is fine. */
  order() {
    if (!this.#model || this.state.pace || this.state.order) return;
    this.#ordering ??= leastNeededFirst(this.#model);
    this.#set({ ordering: true });
  }

  /** @param {number} budget ms */
  #orderOn(budget) {
    const until = performance.now() + budget / 2;
    do {
      const { done, value } = /** @type {Ordering} */ (this.#ordering).next();
      if (!done) continue;
      this.#ordering = null;
      this.#set({ order: value, ordering: false });
      return;
    } while (performance.now() < until);
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
