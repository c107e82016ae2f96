import { refused } from "../text/refusals.js";
import { LANGUAGE_MODEL, VISION_MODEL } from "./offered-models.js";
import { sentenceOf } from "./tokens.js";
import { learn } from "./trained-layer.js";
import { learnToTranslate } from "./translation-layer.js";

/**
 * Weights that are trained, or loaded, on request.
 *
 * @typedef {import("./reactive-state.js").By} By
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("../text/refusals.js").Message} Message
 *
 * @typedef {object} Status
 * @property {string} key           identifies the requested model, and for a model that comes with the package the sentence or the picture
 * @property {import("./trained-layer.js").Lesson | null} lesson  the model; null while it is in training, or reads
 * @property {Message | null} message  progress of training or loading, or its error
 *
 * @typedef {object} Source          of weights
 * @property {(settings: Settings) => unknown} of  what the model follows from
 * @property {(settings: Settings, say: (message: Message) => boolean) => Promise<import("./trained-layer.js").Lesson>} ask  `say` returns whether the model is still wanted
 */

/** Sources of trained weights, by the value of the setting `weights`. @type {Partial<Record<Settings["weights"], Source>>} */
const SOURCES = {
  trained: {
    of: ({ training, seed, heads, dModel }) => [training, seed, heads, dModel],
    ask: (settings, say) => learn(settings, (step, steps) => say(refused("model_learns", { step, steps }))),
  },
  translation: {
    of: () => "",
    ask: (_, say) => learnToTranslate((step, steps) => say(refused("model_learns", { step, steps }))),
  },
  language: {
    of: ({ tokens }) => tokens,
    ask: ({ tokens }, say) =>
      readWith(LANGUAGE_MODEL, [sentenceOf(tokens)], () => say(refused("language_model_loads"))),
  },
  vision: {
    of: ({ visionPicture, painted }) => [visionPicture, painted],
    ask: ({ visionPicture, painted }, say) =>
      readWith(VISION_MODEL, [visionPicture, painted], () => say(refused("vision_model_loads"))),
  },
};

/** @param {typeof LANGUAGE_MODEL} model @param {Parameters<import("./offered-models.js").Reader>} given @param {() => void} sayLoads */
async function readWith(model, given, sayLoads) {
  const { isOpen, reader } = model.ask();
  await null; // the message is a change of its own
  if (!isOpen) sayLoads();
  return (await reader)(...given);
}

/** Whether the weights come from a model that learned. @param {Pick<Settings, "weights">} settings */
export const isLearned = ({ weights }) => weights in SOURCES;

/** @type {Readonly<Status>} */
const NONE = Object.freeze({ key: "", lesson: null, message: null });

export class TrainedWeights {
  #changed;
  /** @type {Readonly<Status>} */
  #status = NONE;
  /** Identity of the current training run. An earlier run stops at its next progress report. */
  #run = {};
  /** Whether the current run has failed. */
  #hasFailed = false;
  /** Cause of the request for the current run. @type {By} */
  #by = "host";
  /** Resolves when the model is trained, or training has failed. @type {Promise<unknown> | undefined} */
  done;

  /** @param {(by: By) => void} changed called after each change of the status */
  constructor(changed) {
    this.#changed = changed;
  }

  /** The requested model. Another object after each change. */
  get status() {
    return this.#status;
  }

  /** Whether the requested model is on its way. */
  get isComing() {
    return this.#status.key !== "" && !this.#status.lesson && !this.#hasFailed;
  }

  /**
   * Starts training or loading the model of these settings, unless that has started or finished.
   * @param {Settings} settings @param {By} by cause of the request
   */
  follow(settings, by) {
    const source = SOURCES[settings.weights];
    if (!source) {
      if (this.#hasFailed) this.end(); // choosing the weights again tries again
      return;
    }
    const key = JSON.stringify([settings.weights, source.of(settings)]);
    const isNew = this.#status.key !== key;
    if (isNew || by === "reader") this.#by = by;
    if (!isNew) return;
    this.end();
    this.#status = { ...NONE, key };
    const run = this.#run;
    const isWanted = () => this.#run === run;
    const say = (/** @type {Message} */ message) => {
      if (isWanted()) this.#say(message, "preview");
      return isWanted();
    };
    this.done = source
      .ask(settings, say)
      .then((lesson) => {
        if (!isWanted()) return lesson.end();
        this.#status = { key, lesson, message: null };
        this.#changed(this.#by === "reader" ? "arrival" : "host");
      })
      .catch((error) => {
        if (!isWanted()) return;
        this.#hasFailed = true;
        this.#say(error, "host");
      });
  }

  /** @param {Message} message @param {By} by */
  #say(message, by) {
    this.#status = { ...this.#status, message };
    this.#changed(by);
  }

  /** Frees the model's memory. A later request trains it again. */
  end() {
    this.#run = {};
    this.#hasFailed = false;
    this.#status.lesson?.end();
    this.#status = NONE;
  }
}
