import { signal } from "@preact/signals-core";
import { refused } from "../text/refusals.js";
import { learn } from "./trained-layer.js";

/**
 * Weights that are trained on request.
 *
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("../text/refusals.js").Message} Message
 *
 * @typedef {object} Status
 * @property {string} key           identifies the requested model
 * @property {import("./trained-layer.js").Lesson | null} lesson  the trained model; null while it is in training
 * @property {Message | null} message  progress of training, or the error of failed training
 */

/** @type {Readonly<Status>} */
const NONE = Object.freeze({ key: "", lesson: null, message: null });

export class TrainedWeights {
  #changed;
  #status = signal(NONE);
  /** Identity of the current training run. An earlier run stops at its next progress report. */
  #run = {};
  /** Resolves when the model is trained, or training has failed. @type {Promise<unknown> | undefined} */
  done;

  /** @param {(by: "preview" | "host") => void} changed called after each change of the status */
  constructor(changed) {
    this.#changed = changed;
  }

  /** @returns {import("@preact/signals-core").ReadonlySignal<Readonly<Status>>} */
  get status() {
    return this.#status;
  }

  /** Starts training the model of these settings, unless training has started or finished. @param {Settings} settings */
  follow(settings) {
    if (settings.weights !== "trained") return;
    const { training, seed, heads, dModel } = settings;
    const key = JSON.stringify([training, seed, heads, dModel]);
    if (this.#status.peek().key === key) return;
    this.end();
    this.#status.value = { ...NONE, key };
    const run = this.#run;
    const isWanted = () => this.#run === run;
    const progress = (/** @type {number} */ step, /** @type {number} */ steps) => {
      if (isWanted()) this.#say(refused("model_learns", { step, steps }), "preview");
      return isWanted();
    };
    this.done = learn(settings, progress)
      .then((lesson) => {
        if (!isWanted()) return lesson.end();
        this.#status.value = { key, lesson, message: null };
        this.#changed("host");
      })
      .catch((error) => isWanted() && this.#say(error, "host"));
  }

  /** @param {Message} message @param {"preview" | "host"} by */
  #say(message, by) {
    this.#status.value = { ...this.#status.peek(), message };
    this.#changed(by);
  }

  /** Frees the model's memory. A later request trains it again. */
  end() {
    this.#run = {};
    this.#status.peek().lesson?.end();
    this.#status.value = NONE;
  }
}
