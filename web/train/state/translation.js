import { translatorOptions } from "../../kit/state/training-settings.js";
import { inConfig } from "../../kit/text/refusals.js";
import { refused } from "../words-refusals.js";
import { isNothing } from "./removal.js";
import { scalesOf, setsOf, whyInvalid } from "./translation-heads.js";
import { Lexicon, nearestWord, withoutEnd } from "./translation-words.js";

/**
 * Evaluates a translation at its current step.
 *
 * @typedef {import("../../core/translator.js").Translator} Translator
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Counted} Counted
 * @typedef {import("./removal.js").Away} Away
 * @typedef {import("./learners.js").Inquiry} Inquiry
 */

/** @param {import("../../core/index.js").Core} core @param {import("../../kit/state/training-settings.js").Settings} settings */
export function createTranslation(core, settings) {
  const model = /** @type {Translator} */ (core.createModel(translatorOptions(settings)));
  return { model, inquiry: new TranslationEvaluations(model) };
}

/** Number of sentences of one call: a batch of the core, from which the next call continues. */
const SLICE = 64;

/** Counts how often a model translates rightly, a few sentences per call, and shows its translation of one sentence. @implements {Inquiry} */
export class TranslationEvaluations {
  few = SLICE;
  all = 400;

  #model;
  /** Counts by step, removed heads and number of sentences, because a reader comes back to kept steps. @type {Map<string, Counted>} */
  #known = new Map();
  /** Progress of the current count, by step and removed heads. @type {{ of: string, sentences: number } | null} */
  #far = null;
  /** Words by kind, gathered when a menu is first opened. @type {Lexicon | null} */
  #lexicon = null;

  /** The step of the last translation that was shown. @type {number | null} */
  #shown = null;

  /** @param {Translator} model */
  constructor(model) {
    this.#model = model;
  }

  get words() {
    const { sourceWords, targetWords } = this.#model;
    return { words: sourceWords.slice(1), answers: targetWords.length };
  }

  first() {
    return this.#counted(this.few, []);
  }

  /** @param {string} sentence @param {State} state @returns {Partial<State>} */
  read(sentence, { blank, translation }) {
    const { target } = this.#translated(sentence, []);
    return { sentence, blank: translation && blank < target.length ? blank : 0 };
  }

  /** @param {number} seed */
  example(seed) {
    return withoutEnd(this.#model.example({ seed, heldOut: true }).source).join(" ");
  }

  /** @param {State} state @param {number} at */
  choices({ translation }, at) {
    this.#lexicon ??= new Lexicon((seed) => this.#model.example({ seed }));
    const { source = [], truth = null } = translation ?? {};
    return truth ? this.#lexicon.choices(truth, at) : source.slice(at, at + 1);
  }

  /** @param {Away} away */
  whyInvalid(away) {
    return whyInvalid(away, this.#model.config);
  }

  /** The translation of the sentence, without the removed heads, and the words before the last change. @param {State} state @returns {Partial<State>} */
  look({ sentence, away, translation: last, before, without }) {
    const isStill = this.#shown === this.#model.step;
    if (!isStill) this.#far = null; // the core has forgotten its count
    this.#shown = this.#model.step;
    const whole = this.#translated(sentence, []);
    if (!isNothing(away))
      return { translation: this.#translated(sentence, away.off), before: whole.target, without };
    const isSame = last?.source.join() === whole.source.join();
    return {
      translation: whole,
      before:
        last && !isSame && isStill
          ? last.target
          : isSame && last.target.join() === whole.target.join()
            ? before
            : null,
      without: null,
    };
  }

  /** @param {string} sentence @param {readonly string[]} off @throws {import("../../core/errors.js").HeadscopeError} if the model cannot read the sentence; for an unknown word, with the nearest known ones */
  #translated(sentence, off) {
    try {
      return this.#model.translate(sentence, { headScale: scalesOf(off, this.#model.config) });
    } catch (error) {
      const { id, parameters } = /** @type {import("../../kit/text/refusals.js").Message} */ (error);
      if (id !== "unknown_word") throw error;
      const word = String(parameters?.word);
      const near = nearestWord(word, this.words.words).join(", ");
      throw inConfig(refused("unknown_word_near", { word, near }));
    }
  }

  /** @param {State} state @param {number} most sentences @returns {{ what: "whole" | "without" | "removals", off: readonly string[], sentences: number } | null} */
  next({ away, whole, without, removals }, most) {
    const has = (/** @type {Counted | null} */ counted) =>
      counted?.step === this.#model.step ? counted.sentences : 0;
    const ofWhole = has(whole);
    const ofOther = isNothing(away) ? most : without?.away === away ? has(without) : 0;
    if (ofWhole < this.few) return { what: "whole", off: [], sentences: this.few };
    if (ofOther < most)
      return { what: "without", off: away.off, sentences: ofOther < this.few ? this.few : most };
    if (ofWhole < most) return { what: "whole", off: [], sentences: most };
    if (most < this.all || !whole?.evaluation) return null;
    const off = setsOf(whole.evaluation, this.#model.config)[this.#rows(removals).length];
    return off ? { what: "removals", off, sentences: most } : null;
  }

  /** Counts a few more sentences. Returns the count when it has enough sentences to show, otherwise null. @param {State} state @param {number} most @returns {import("./evaluation.js").Found | null} */
  goOn(state, most) {
    const next = this.next(state, most);
    if (!next) return null;
    const { what, off, sentences } = next;
    const counted = this.#countOn(sentences, off);
    if (!counted) return null;
    if (what === "whole") return { whole: counted };
    if (what === "without") return { without: { ...counted, away: state.away } };
    const rows = [...this.#rows(state.removals), { ...counted, away: { off, cuts: [] } }];
    return { removals: { step: this.#model.step, rows } };
  }

  /** The rows of the table that are counted at this step. @param {State["removals"]} removals */
  #rows(removals) {
    return removals?.step === this.#model.step ? removals.rows : [];
  }

  /** Counts the next slice. Returns the count when it has all sentences. @param {number} sentences @param {readonly string[]} off @returns {Counted | null} */
  #countOn(sentences, off) {
    const of = [this.#model.step, ...off].join();
    const key = `${of} ${sentences}`;
    const known = this.#known.get(key);
    if (known) return known;
    const done = this.#far?.of === of ? this.#far.sentences : 0;
    this.#far = { of, sentences: Math.min(done + SLICE, sentences) };
    const counted = this.#counted(this.#far.sentences, off);
    if (counted.sentences < sentences) return null;
    this.#known.set(key, counted);
    return counted;
  }

  /** @param {number} sentences @param {readonly string[]} off @returns {Counted} */
  #counted(sentences, off) {
    const evaluation = this.#model.evaluate({ sentences, headScale: scalesOf(off, this.#model.config) });
    return { step: evaluation.step, sentences, kinds: kindsOf(evaluation), evaluation };
  }
}

/** The shares of whole sentences, of right words, and of right forms of these. @param {import("../../core/types.js").TranslatorEvaluation} evaluation @returns {Counted["kinds"]} */
function kindsOf({ right, parts }) {
  let [words, meaning, form] = [0, 0, 0];
  for (const part of Object.values(parts)) {
    words += part.words;
    meaning += part.words * part.meaning;
    form += part.words * part.meaning * (part.meaning ? part.form : 0);
  }
  const shares = { sentence: right, word: meaning / words, form: meaning ? form / meaning : 0 };
  return /** @type {any} */ (
    Object.fromEntries(Object.entries(shares).map(([kind, accuracy]) => [kind, { accuracy }]))
  );
}
