import { NOTHING_AWAY } from "./removal.js";
import { TRAIN_DEFAULTS } from "../../kit/state/training-settings.js";

/**
 * The state of a model in training, and of the reader's view of it.
 *
 * @typedef {import("../../core/types.js").Evaluation} Evaluation
 * @typedef {import("../../core/types.js").Prediction} Prediction
 * @typedef {import("../../kit/state/training-settings.js").Settings} Settings
 * @typedef {import("./removal.js").Away} Away
 *
 * @typedef {"watch" | "fast" | "end"} Pace   steps per frame: one, two, or as many as fit
 *
 * @typedef {{ step: number, kinds: import("../../kit/state/training-tasks.js").Kinds, sentences: number, evaluation?: import("../../core/types.js").TranslatorEvaluation }} Counted   `evaluation`: of a translation
 * @typedef {Counted & { away: Away }} Without   the removed parts during the count
 * @typedef {Counted} Moment   the count at a checkpoint
 * @typedef {{ step: number, rows: readonly Without[] }} Removals   counts without the sets of heads that a translation's table names
 *
 * @typedef {object} State
 * @property {"waiting" | "ready" | "failed"} status
 * @property {Error | null} failure
 * @property {Settings} settings
 * @property {Readonly<Record<string, import("../../kit/text/refusals.js").Message>>} invalidValues  messages about invalid values, by name
 * @property {Readonly<import("../../core/types.js").ModelConfig | import("../../core/types.js").TranslatorConfig> | null} config
 * @property {readonly string[]} words      the words that a sentence may have
 * @property {number} answers               number of words that the model chooses among
 * @property {Pace | null} pace             null while training is paused
 * @property {number} step                  last trained step
 * @property {number} at                    step on show
 * @property {readonly number[]} losses     of each step, in nats per blank, or per word of a translation
 * @property {readonly Moment[]} moments
 * @property {string} sentence
 * @property {import("../../kit/text/refusals.js").Message | null} refused        message about a typed sentence that the model cannot read
 * @property {Prediction | null} prediction
 * @property {import("../../core/types.js").Translation | null} translation  in place of a prediction
 * @property {readonly string[] | null} before  the French words before the last change; null if nothing was changed
 * @property {number} blank                 index of the selected blank, or of the selected French word
 * @property {Counted | null} whole         last count of the whole model; its `step` tells when
 * @property {Away} away
 * @property {Without | null} without       last count without the removed parts
 * @property {Removals | null} removals
 * @property {readonly import("./removal-order.js").Left[] | null} order  accuracy as heads are removed one by one, at this step
 * @property {boolean} ordering             whether `order` is being computed
 * @property {string | null} head           name of the selected head
 * @property {Readonly<Record<string, string>>} picked  names of the selected heads of a translation, by kind of attention
 */

/** @type {Readonly<State>} */
export const INITIAL = Object.freeze({
  status: "waiting",
  failure: null,
  settings: TRAIN_DEFAULTS,
  invalidValues: {},
  config: null,
  words: [],
  answers: 0,
  pace: null,
  step: 0,
  at: 0,
  losses: [],
  moments: [],
  sentence: "",
  refused: null,
  prediction: null,
  translation: null,
  before: null,
  blank: 0,
  whole: null,
  away: NOTHING_AWAY,
  without: null,
  removals: null,
  order: null,
  ordering: false,
  head: null,
  picked: {},
});
