import { Recovery } from "../../kit/state/recovery.js";
import { TrainingSteps } from "./training-steps.js";
import { learnerOf, loadLearner } from "./learners.js";
import { TrainingRun, repeatUntil } from "./training-run.js";
import { leastNeededFirst } from "./removal-order.js";
import { NOTHING_AWAY, headsOf } from "./removal.js";
import { TRAIN_SETTINGS, whyUnfit } from "../../kit/state/training-settings.js";
import { refused } from "../words-refusals.js";
import { INITIAL } from "./state.js";
import { quoteValue } from "../../kit/text/quoted.js";
import { TASKS } from "../../kit/state/training-tasks.js";
import { withoutEnd } from "./translation-words.js";
import { nextTask } from "../../core/task.js";

/**
 * Actions of readers and authors on a model in training: its settings, the shown step and sentence, and the removal of parts.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/model.js").Model} Model   one with blanks
 * @typedef {ReturnType<typeof leastNeededFirst>} Ordering
 * @typedef {import("../../kit/state/training-settings.js").Settings} Settings
 * @typedef {import("./removal.js").Away} Away
 */

export class Training extends TrainingRun {
  /** @type {Ordering | null} */
  #ordering = null;
  #recovery = new Recovery({
    forget: () => this.forget(),
    restore: () => this.load(),
    giveUp: (error) => this.giveUp(error),
  });

  /** The current task. */
  get task() {
    return TASKS[this.state.settings.task];
  }

  /** Resolves when there is a model. */
  async load() {
    if (this.state.status === "failed") this.set({ status: "waiting", failure: null });
    try {
      const core = await this.#recovery.load();
      while (!learnerOf(this.state.settings)) await loadLearner(this.state.settings);
      if (!this.model) this.as("host", () => this.#begin(core));
    } catch (error) {
      this.set({ status: "failed", failure: /** @type {Error} */ (error) });
      throw error;
    }
  }

  /** Frees the model's memory. The shown state stays; loading again trains to the same step. */
  rest() {
    this.halt();
    this.model?.dispose();
    this.forget();
    this.#recovery.release();
  }

  /** @protected */
  forget() {
    super.forget();
    this.#ordering = null;
  }

  /** Goes on to the step that was asked for before halt(). */
  resume() {
    const { wanted } = this;
    if (wanted !== null && this.model) this.as("host", () => this.show(wanted));
  }

  /** Changes settings, which starts a new model at step 0. An invalid value is reported and changes nothing. @param {Partial<Record<keyof Settings, unknown>>} change */
  configure(change) {
    const rows = TRAIN_SETTINGS.filter(({ name }) => name in change);
    const invalidValues = { ...this.state.invalidValues };
    const fit = rows.filter((row) => {
      const said = whyUnfit(row, change[row.name] ?? row.default);
      if (said) invalidValues[row.name] = said;
      else delete invalidValues[row.name];
      return !said;
    });
    const settings = /** @type {Settings} */ ({
      ...this.state.settings,
      ...Object.fromEntries(fit.map(({ name, default: otherwise }) => [name, change[name] ?? otherwise])),
    });
    const { settings: before, config } = this.state;
    const isSame = fit.every(({ name }) => settings[name] === before[name]);
    const isOther = config?.task === before.task && settings.task !== before.task; // than that of the last model
    const next = { settings, invalidValues, ...(isOther && { sentence: "" }) };
    const { core } = this.#recovery;
    const isReady = Boolean(this.model && core);
    if (isReady && learnerOf(settings) !== learnerOf(before)) return void this.#leave(next);
    this.set(next);
    if (!isSame && core && this.model) this.#begin(core);
  }

  /** Drops the model, and loads what the new task needs. Panels of the old task keep its numbers until the element removes them. @param {Partial<import("./state.js").State>} change */
  async #leave(change) {
    this.pause();
    this.model?.dispose();
    this.forget();
    this.wanted = null;
    // One event, so that a link never joins the new task and the old step.
    this.set({ ...change, status: "waiting", at: 0, away: NOTHING_AWAY });
    await nextTask();
    if (this.#recovery.core) this.load().catch(() => {}); // the state holds the error
  }

  /** Starts again at step 0. */
  startAgain() {
    this.wanted = null;
    const { core } = this.#recovery;
    if (core) this.#begin(core, this.state.moments[0]);
  }

  /** @param {Core} core @param {import("./state.js").Moment} [first] the moment at step 0, if it is known */
  #begin(core, first) {
    const { settings, sentence, config, away, head, picked } = this.state;
    const { away: _, ...invalidValues } = this.state.invalidValues;
    const { model, inquiry } = /** @type {import("./learners.js").Learner} */ (learnerOf(settings))(
      core,
      settings,
    );
    const isFirst = !this.model; // or the model was disposed of before
    this.adopt(model, new TrainingSteps(model, this.task), inquiry);
    this.#ordering = null;
    const { task, layers, numHeads } = model.config;
    const isAlike = config?.task === task && config.layers === layers && config.numHeads === numHeads;
    const whole = first ?? inquiry.first();
    // No event yet: say() below sends one event for both changes.
    this.setSilently({
      ...INITIAL,
      ...{
        settings,
        invalidValues,
        status: "ready",
        config: model.config,
        ...inquiry.words,
      },
      ...{ moments: [whole], whole },
      ...(isAlike && { picked }),
    });
    const isKept = sentence !== "" && this.say(sentence);
    if (!isKept) this.say(this.task.sentence);
    if (isFirst) this.take(away); // as set before the model existed
    if (head && headsOf(model.config).includes(head)) this.pick(head);
    if (this.wanted) this.show(this.wanted);
  }

  /** Shows another step: a kept one, the last one, or a later one, to which the model trains first. @param {number} step @param {import("./state.js").Pace} [pace] of that training */
  show(step, pace = "end") {
    const { step: last } = this.state;
    const { moment: before, ...invalidValues } = this.state.invalidValues;
    const isStep = Number.isInteger(step) && step >= 0;
    const moment = isStep ? undefined : refused("no_moment", { value: quoteValue(step) });
    if (before?.message !== moment?.message)
      this.set({ invalidValues: moment ? { ...invalidValues, moment } : invalidValues });
    if (!isStep) return;
    if (!this.model) {
      this.wanted = step || null; // a new model is at step 0
      return;
    }
    if (step > last && last < this.task.steps) {
      this.run(pace);
      this.wanted = Math.min(step, this.task.steps);
      return;
    }
    this.#showKept(step);
  }

  /** The nearest kept step. @param {number} step */
  #showKept(step) {
    this.keepMoment();
    const { moments, step: last, at: before, pace } = this.state;
    const steps = [...moments.map((moment) => moment.step), last];
    const at = steps.reduce((a, b) => (Math.abs(b - step) < Math.abs(a - step) ? b : a));
    if (at === before && !pace) return;
    this.wanted = null;
    this.stand(at);
    const known = moments.find((moment) => moment.step === at);
    this.look({ pace: null, at, order: null, ordering: false, ...(known && { whole: known }) });
  }

  /** Changes the sentence; an empty one gives the task's own. A sentence that the model cannot read changes nothing. @param {string | readonly string[]} sentence @returns {boolean} whether the sentence was accepted */
  say(sentence) {
    const written = typeof sentence === "string" ? sentence : sentence.join(" ");
    if (!this.inquiry) {
      this.set({ sentence: written });
      return true;
    }
    try {
      this.look({ ...this.inquiry.read(written || this.task.sentence, this.state), refused: null });
      return true;
    } catch (error) {
      this.set({ refused: /** @type {Error & import("../../kit/text/refusals.js").Message} */ (error) });
      return false;
    }
  }

  /** Shows a held-out sentence, another one at each call. */
  sayAnother() {
    if (!this.inquiry) return;
    this.#seed += 1;
    this.say(this.inquiry.example(this.#seed));
  }

  #seed = 0;

  /** The words that can stand in place of an English word. @param {number} at its position */
  choices(at) {
    return this.inquiry?.choices?.(this.state, at) ?? [];
  }

  /** Puts another English word in place of one. @param {number} at its position @param {string} word */
  swap(at, word) {
    const source = withoutEnd(this.state.translation?.source ?? []);
    this.say(source.map((each, i) => (i === at ? word : each)));
  }

  /** Selects a blank of the sentence. @param {number} blank */
  lookAt(blank) {
    this.set({ blank });
  }

  /** Selects a head. @param {string} head by its name */
  pick(head) {
    this.set({ head });
  }

  /** Selects a head of one kind of attention, or none. @param {string} kind @param {string | null} head by its name */
  pickOf(kind, head) {
    const { [kind]: _, ...others } = this.state.picked;
    this.set({ picked: head === null ? others : { ...others, [kind]: head } });
  }

  /** Sets the removed parts. A part that the model lacks is reported and changes nothing. @param {Away} away */
  take(away) {
    if (!this.inquiry) return this.set({ away });
    const { away: _, ...invalidValues } = this.state.invalidValues;
    const said = this.inquiry.whyInvalid(away, this.state);
    if (said) this.set({ invalidValues: { ...invalidValues, away: said } });
    else this.look({ away, invalidValues });
  }

  /** Starts to remove heads one by one; a second call does nothing. */
  order() {
    if (!this.model || this.task.blank === null || this.state.pace || this.state.order) return;
    this.#ordering ??= leastNeededFirst(/** @type {Model} */ (this.model));
    this.set({ ordering: true });
  }

  /** Closes the curve of removed heads. */
  unorder() {
    this.#ordering = null;
    this.set({ order: null, ordering: false });
  }

  /** @protected @param {number} step */
  stand(step) {
    const isElsewhere = super.stand(step);
    if (isElsewhere) this.#ordering = null;
    return isElsewhere;
  }

  /** @protected @param {number} until */
  orderOn(until) {
    repeatUntil(until, () => {
      const { done, value } = /** @type {Ordering} */ (this.#ordering).next();
      if (!done) return false;
      this.#ordering = null;
      this.set({ order: value, ordering: false });
      return true;
    });
  }

  /** A layer of the model at its current step, and its input for the sentence. @param {number} layer */
  layer(layer) {
    const model = /** @type {Model} */ (this.model);
    return { layer: model.layer(layer), inputs: model.inputs(this.state.prediction?.tokens ?? [], layer) };
  }
}
