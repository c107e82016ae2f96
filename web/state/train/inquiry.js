import { forAll, forSentence, isNothing } from "./removal.js";

/**
 * What is asked of a model as it stands: of one sentence at once, of how it does a few sentences at a time.
 *
 * @typedef {import("./training.js").State} State
 * @typedef {import("./training.js").Counted} Counted
 */
export class Inquiry {
  /** Sentences at once, and in all. */
  static FEW = 64;
  static ALL = 256;

  #model;
  /** What was looked at last. @type {State | null} */
  #seen = null;

  /** @param {import("../../core/model.js").Model} model */
  constructor(model) {
    this.#model = model;
  }

  /** How it does, at first. @returns {Counted} */
  whole(sentences = Inquiry.FEW) {
    return this.#count(sentences);
  }

  /** What it says of a sentence. @param {string} sentence @throws {import("../../core/errors.js").HeadscopeError} for one that it cannot read */
  read(sentence) {
    return this.#model.predict(sentence);
  }

  /** What is seen at once: while it learns how it does is counted at the moments that are kept. @param {State} state @returns {Partial<State>} */
  look(state) {
    const { sentence, away, pace, step, whole, without } = state;
    const said = this.#model.predict(sentence);
    const prediction = isNothing(away)
      ? said
      : this.#model.predict(sentence, forSentence(away, this.#model.config, said.blanks, said.tokens.length));
    const isNow = (/** @type {Counted | null} */ counted) =>
      counted !== null && counted.step === this.#model.step;
    const isAsked = !pace || isNow(whole);
    const seen = {
      prediction,
      whole: isAsked && !isNow(whole) ? this.whole() : whole,
      without: isNothing(away)
        ? null
        : isAsked && !(isNow(without) && state.without)
          ? this.#count(Inquiry.FEW, state)
          : without,
    };
    this.#seen = { ...state, ...seen, step };
    return seen;
  }

  /** Whether there is more to count. */
  get isOpen() {
    const { pace, whole, without } = this.#seen ?? {};
    return !pace && [whole, without].some((each) => each && each.sentences < Inquiry.ALL);
  }

  /** Counts a few more sentences; says so when there are no more to count. @returns {Partial<State> | null} */
  goOn() {
    const seen = /** @type {State} */ (this.#seen);
    const more = (/** @type {Counted} */ { sentences }) => sentences + Inquiry.FEW;
    const { whole, without } = seen;
    const next =
      without && without.sentences < Inquiry.ALL
        ? { without: this.#count(more(without), seen) }
        : whole && whole.sentences < Inquiry.ALL
          ? { whole: this.#count(more(whole)) }
          : {};
    this.#seen = { ...seen, ...next };
    return Object.values(next).every(({ sentences }) => sentences >= Inquiry.ALL) ? next : null;
  }

  /** @param {number} sentences @param {State} [state] whose removal counts @returns {Counted} */
  #count(sentences, state) {
    const removal = state && forAll(state.away, this.#model.config);
    return { ...this.#model.evaluate({ ...removal, sentences }), sentences };
  }
}
