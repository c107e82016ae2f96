import { COUNTED, MEASURED, examplesOf, withPrevious } from "../../kit/state/head-roles.js";
import { forAll, forSentence, isNothing } from "./removal.js";
import { whyInvalidRemoval } from "./shown.js";

/**
 * Evaluates the model at its current step: one sentence at once, accuracy a few sentences per call, so that frames stay short.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Counted} Counted
 * @typedef {import("./state.js").Without} Without
 * @typedef {{ whole: Counted } | { without: Without } | { removals: import("./state.js").Removals }} Found
 */
export class Evaluations {
  /** Number of sentences: of a full count, of the first count that is shown, and of one call. */
  static ALL = COUNTED;
  static FEW = 64;
  static SLICE = 16;
  all = Evaluations.ALL;
  few = Evaluations.FEW;
  /** Sentences over which weight on the previous token is measured. */
  static MEASURED = MEASURED;

  #core;
  #model;
  #task;
  /** Sentences for measuring attention to the previous token; null if the task has no such job. @type {readonly (readonly string[])[] | null} */
  #examples;
  /** Progress of the current count. @type {{ what: string, step: number, away: unknown, sentences: number } | null} */
  #far = null;

  /**
   * @param {import("../../core/index.js").Core} core
   * @param {import("../../core/model.js").Model} model
   * @param {import("../../kit/state/training-tasks.js").Task} task
   */
  constructor(core, model, task) {
    this.#core = core;
    this.#model = model;
    this.#task = task;
    this.#examples = examplesOf(model, task);
  }

  /** The full count before training, with which later counts are compared. @returns {Counted} */
  first() {
    return this.#measured(this.#count(Evaluations.ALL));
  }

  /** The words that a sentence may have, and how many words the model chooses among. */
  get words() {
    return { words: this.#model.words, answers: this.#model.words.length };
  }

  /** Selects a sentence, and one of its blanks. @param {string} sentence @returns {Partial<State>} @throws {import("../../core/errors.js").HeadscopeError} if the model cannot read the sentence */
  read(sentence) {
    const { blanks } = this.#model.predict(sentence);
    const first = blanks.findIndex(({ kind }) => kind === this.#task.blank);
    return { sentence, blank: first < 0 ? blanks.length - 1 : first };
  }

  /** A held-out sentence. @param {number} seed */
  example(seed) {
    return this.#model.example({ seed, heldOut: true }).tokens.join(" ");
  }

  /** Message about a removal that the model does not have; null for a valid one. @param {import("./removal.js").Away} away @param {State} state */
  whyInvalid(away, { moments }) {
    return whyInvalidRemoval(away, this.#model.config, Object.keys(moments[0].kinds));
  }

  /** The predictions for the current sentence, with and without the removed parts. @param {State} state */
  look({ sentence, away, without }) {
    const said = this.#model.predict(sentence);
    if (isNothing(away)) return { prediction: said, without: null };
    const removal = forSentence(away, this.#model.config, said.blanks, said.tokens.length);
    return { prediction: this.#model.predict(sentence, removal), without };
  }

  /** The next count and its number of sentences; null when all counts are done. @param {State} state @param {number} most sentences */
  next({ away, whole, without }, most) {
    const has = (/** @type {Counted | null} */ counted) =>
      counted?.step === this.#model.step ? counted.sentences : 0;
    const ofWhole = has(whole);
    const ofOther = isNothing(away) ? most : without?.away === away ? has(without) : 0;
    if (ofWhole < Evaluations.FEW) return { what: "whole", to: Evaluations.FEW };
    if (ofOther < most) return { what: "without", to: ofOther < Evaluations.FEW ? Evaluations.FEW : most };
    return ofWhole < most ? { what: "whole", to: most } : null;
  }

  /** Counts a few more sentences. Returns the count when it has enough sentences to show, otherwise null. @param {State} state @param {number} most sentences @returns {Found | null} */
  goOn(state, most) {
    const next = this.next(state, most);
    if (!next) return null;
    const { what, to } = next;
    const { step } = this.#model;
    const away = what === "whole" ? null : state.away;
    const isSame = this.#far?.what === what && this.#far.step === step && this.#far.away === away;
    const sentences = Math.min(to, (isSame ? (this.#far?.sentences ?? 0) : 0) + Evaluations.SLICE);
    const counted = this.#count(sentences, away);
    this.#far = { what, step, away, sentences };
    if (sentences < to) return null;
    return away ? { without: { ...counted, away } } : { whole: this.#measured(counted) };
  }

  /** @param {number} sentences @param {import("./removal.js").Away | null} [away] @returns {Counted} */
  #count(sentences, away) {
    const removal = away && forAll(away, this.#model.config);
    return { ...this.#model.evaluate({ ...removal, sentences }), sentences };
  }

  /** Adds each head's weight on the previous token, if the task has a job that is recognised by that weight. @param {Counted} counted @returns {Counted} */
  #measured(counted) {
    if (!this.#examples) return counted;
    return { ...counted, kinds: withPrevious(this.#core, this.#model, this.#examples, counted.kinds) };
  }
}
