import { forAll, forSentence, isNothing } from "./removal.js";

/**
 * What is asked of a model as it stands: of one sentence at once, of how it does a few sentences at a time, so that a frame stays short.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Counted} Counted
 * @typedef {import("./state.js").Without} Without
 * @typedef {{ whole: Counted } | { without: Without }} Found
 */
export class Evaluations {
  /** Sentences in all; what is said at first; and what is counted at once: a batch. */
  static ALL = 256;
  static FEW = 64;
  static SLICE = 16;
  /** Sentences over which weight on the previous token is measured. */
  static MEASURED = 8;

  #core;
  #model;
  /** The sentences that heads are measured on; null where the task has no such job. @type {readonly (readonly string[])[] | null} */
  #examples;
  /** How far was counted what is counted now. @type {{ what: string, step: number, away: unknown, sentences: number } | null} */
  #far = null;

  /**
   * @param {import("../../core/index.js").Core} core
   * @param {import("../../core/model.js").Model} model
   * @param {import("../../kit/state/training-tasks.js").Task} task
   */
  constructor(core, model, { jobs }) {
    this.#core = core;
    this.#model = model;
    const example = (/** @type {number} */ seed) => model.example({ seed: seed + 1, heldOut: true }).tokens;
    this.#examples = jobs.some(({ by }) => by === "previous")
      ? Array.from({ length: Evaluations.MEASURED }, (_, i) => example(i))
      : null;
  }

  /** How it does at first: all at once, since all that is found later is set beside it. @returns {Counted} */
  first() {
    return this.#count(Evaluations.ALL);
  }

  /** What it says of a sentence. @param {string} sentence @throws {import("../../core/errors.js").HeadscopeError} for one that it cannot read */
  read(sentence) {
    return this.#model.predict(sentence);
  }

  /** What is seen at once. @param {State} state */
  look({ sentence, away, without }) {
    const said = this.#model.predict(sentence);
    if (isNothing(away)) return { prediction: said, without: null };
    const removal = forSentence(away, this.#model.config, said.blanks, said.tokens.length);
    return { prediction: this.#model.predict(sentence, removal), without };
  }

  /** What is to be counted next of what is shown, and up to how many sentences; null where there is no more. @param {State} state @param {number} most sentences */
  next({ away, whole, without }, most) {
    const has = (/** @type {Counted | null} */ counted) =>
      counted?.step === this.#model.step ? counted.sentences : 0;
    const ofWhole = has(whole);
    const ofOther = isNothing(away) ? most : without?.away === away ? has(without) : 0;
    if (ofWhole < Evaluations.FEW) return { what: "whole", to: Evaluations.FEW };
    if (ofOther < most) return { what: "without", to: ofOther < Evaluations.FEW ? Evaluations.FEW : most };
    return ofWhole < most ? { what: "whole", to: most } : null;
  }

  /** Counts a few more sentences; what was found, once it is as much as is said. @param {State} state @param {number} most sentences @returns {Found | null} */
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
    return away ? { without: { ...counted, away } } : { whole: counted };
  }

  /** @param {number} sentences @param {import("./removal.js").Away | null} [away] @returns {Counted} */
  #count(sentences, away) {
    const removal = away && forAll(away, this.#model.config);
    const found = this.#model.evaluate({ ...removal, sentences });
    if (!this.#examples) return { ...found, sentences };
    const previous = this.#previous(this.#examples);
    const kinds = Object.entries(found.kinds).map(([kind, each]) => [kind, { ...each, previous }]);
    return { ...found, kinds: Object.fromEntries(kinds), sentences };
  }

  /** Each head's mean weight on the previous token, by layer. @param {readonly (readonly string[])[]} examples */
  #previous(examples) {
    const { layers, numHeads } = this.#model.config;
    const sums = Array.from({ length: layers }, () => Array.from({ length: numHeads }, () => 0));
    for (const tokens of examples)
      this.#model.predict(tokens).attention.forEach((attention, layer) =>
        this.#core.measure(attention).heads.forEach(({ previous }, head) => {
          sums[layer][head] += previous / examples.length;
        }),
      );
    return sums;
  }
}
