import { NOTHING_AWAY } from "./removal.js";
import { TRAIN_DEFAULTS } from "../../kit/state/training-settings.js";

/**
 * All that is known of a model while it learns, and of what is looked at of it.
 *
 * @typedef {import("../../core/types.js").Evaluation} Evaluation
 * @typedef {import("../../core/types.js").Prediction} Prediction
 * @typedef {import("../../kit/state/training-settings.js").Settings} Settings
 * @typedef {import("./removal.js").Away} Away
 *
 * @typedef {"watch" | "fast" | "end"} Pace   steps a frame: one, two, or as many as there is time for
 *
 * @typedef {{ step: number, kinds: import("../../kit/state/training-tasks.js").Kinds, sentences: number }} Counted
 * @typedef {Counted & { away: Away }} Without   what was taken away when it was counted
 * @typedef {Counted} Moment   of a step at which the model was kept
 *
 * @typedef {object} State
 * @property {"waiting" | "ready" | "failed"} status
 * @property {Error | null} failure
 * @property {Settings} settings
 * @property {Readonly<Record<string, import("../../kit/text/refusals.js").Message>>} misfits  what is said of values that do not exist, by name
 * @property {Readonly<import("../../core/types.js").ModelConfig> | null} config
 * @property {readonly string[]} words      that it knows
 * @property {Pace | null} pace             while it learns
 * @property {number} step                  that it has come to
 * @property {number} at                    that is shown
 * @property {readonly number[]} losses     of each step, in nats a blank
 * @property {readonly Moment[]} moments
 * @property {string} sentence
 * @property {import("../../kit/text/refusals.js").Message | null} refused        why the sentence that was typed is not shown
 * @property {Prediction | null} prediction
 * @property {number} blank                 which of the sentence's is looked at
 * @property {Counted | null} whole         how it does, as it was counted last: its step says when
 * @property {Away} away
 * @property {Without | null} without       how it does without what was taken away, as it was counted last
 * @property {readonly import("./removal-order.js").Left[] | null} order  heads taken away one by one, of this moment
 * @property {boolean} ordering             while that is found
 * @property {string | null} head           that the reader picked to be looked into, by its name
 */

/** @type {Readonly<State>} */
export const INITIAL = Object.freeze({
  status: "waiting",
  failure: null,
  settings: TRAIN_DEFAULTS,
  misfits: {},
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
