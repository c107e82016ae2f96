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
 * @typedef {{ step: number, kinds: import("../../kit/state/training-tasks.js").Kinds, sentences: number }} Counted
 * @typedef {Counted & { away: Away }} Without   the removed parts during the count
 * @typedef {Counted} Moment   the count at a checkpoint
 *
 * @typedef {object} State
 * @property {"waiting" | "ready" | "failed"} status
 * @property {Error | null} failure
 * @property {Settings} settings
 * @property {Readonly<Record<string, import("../../kit/text/refusals.js").Message>>} invalidValues  messages about invalid values, by name
 * @property {Readonly<import("../../core/types.js").ModelConfig> | null} config
 * @property {readonly string[]} words      the vocabulary
 * @property {Pace | null} pace             null while training is paused
 * @property {number} step                  last trained step
 * @property {number} at                    step on show
 * @property {readonly number[]} losses     of each step, in nats per blank
 * @property {readonly Moment[]} moments
 * @property {string} sentence
 * @property {import("../../kit/text/refusals.js").Message | null} refused        message about a typed sentence that the model cannot read
 * @property {Prediction | null} prediction
 * @property {number} blank                 index of the selected blank
 * @property {Counted | null} whole         last count of the whole model; its `step` tells when
 * @property {Away} away
 * @property {Without | null} without       last count without the removed parts
 * @property {readonly import("./removal-order.js").Left[] | null} order  accuracy as heads are removed one by one, at this step
 * @property {boolean} ordering             whether `order` is being computed
 * @property {string | null} head           name of the selected head
 */

/** @type {Readonly<State>} */
export const INITIAL = Object.freeze({
  status: "waiting",
  failure: null,
  settings: TRAIN_DEFAULTS,
  invalidValues: {},
  config: null,
  words: [],
  pace: null,
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
