import { modelOptions } from "../../kit/state/training-settings.js";
import { TASKS } from "../../kit/state/training-tasks.js";
import { makeError, whyUnloaded } from "../../kit/text/refusals.js";
import { refused } from "../words-refusals.js";
import { Evaluations } from "./evaluation.js";

/**
 * The models that train, by task, and what evaluates them. The code for a translation loads when it is asked for.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/model.js").Model | import("../../core/translator.js").Translator} Model
 * @typedef {import("../../kit/state/training-settings.js").Settings} Settings
 * @typedef {import("./state.js").State} State
 *
 * @typedef {object} Inquiry  evaluates a model at its current step
 * @property {number} few     sentences of the first count that is shown
 * @property {number} all     sentences of a full count
 * @property {{ words: readonly string[], answers: number }} words
 * @property {() => import("./state.js").Counted} first  the count before training
 * @property {(sentence: string, state: State) => Partial<State>} read  selects a sentence; throws an error with a message if the model cannot read it
 * @property {(seed: number) => string} example  a held-out sentence
 * @property {(state: State, at: number) => readonly string[]} [choices]  words that can stand in place of an English word
 * @property {(away: import("./removal.js").Away, state: State) => import("../../kit/text/refusals.js").Message | null} whyInvalid  message about a removal that the model does not have
 * @property {(state: State) => Partial<State>} look  what the model says of the sentence
 * @property {(state: State, most: number) => unknown} next  the next count; null when all counts are done
 * @property {(state: State, most: number) => import("./evaluation.js").Found | null} goOn  counts; returns a count that has enough sentences to show
 *
 * @typedef {(core: Core, settings: Settings) => { model: Model, inquiry: Inquiry }} Learner
 */

/** @type {Learner} */
function withBlanks(core, settings) {
  const model = core.createModel(modelOptions(settings));
  return { model, inquiry: new Evaluations(core, model, TASKS[settings.task]) };
}

/** @type {Record<Settings["task"], Learner | null>} */
const LEARNERS = { reference: withBlanks, induction: withBlanks, translation: null };

/** The learner of a task; null until it is loaded. @param {Settings} settings */
export const learnerOf = ({ task }) => LEARNERS[task];

/** Loads the learner of a task. @param {Settings} settings @throws {Error} with a message that names the missing file */
export async function loadLearner({ task }) {
  try {
    LEARNERS[task] ??= (await import("./translation.js")).createTranslation;
  } catch (error) {
    const reason = whyUnloaded(/** @type {Error} */ (error));
    throw makeError(Error, refused("task_not_loaded", { reason }));
  }
}
