import { inConfig, refused } from "../text/refusals.js";

/**
 * Models that come with the package. Kit has no code for checkpoints: the elements offer the models.
 *
 * @typedef {import("./trained-layer.js").Lesson} Lesson
 * @typedef {(given: string, painted?: string) => Promise<Lesson>} Reader  computes every layer on a sentence; or on a picture, which is given by its name and the
 *   places of its patches that are painted black
 * @typedef {{ isOpen: boolean, reader: Promise<Reader> }} Asked
 */

class OfferedModel {
  #missing;
  /** @type {(() => Promise<Reader>) | null} */
  #open = null;
  /** @type {Asked | null} */
  #asked = null;

  /** @param {"no_language_model" | "no_vision_model"} missing id of the message that says that nobody offers the model */
  constructor(missing) {
    this.#missing = missing;
  }

  /** @param {() => Promise<Reader>} opened called when the model is first asked for */
  offer(opened) {
    this.#open = opened;
    this.#asked = null;
  }

  /** The reader of the model. After a failure, the next call opens the model again. @returns {Asked} */
  ask() {
    if (this.#asked) return this.#asked;
    const reader = this.#open?.() ?? Promise.reject(inConfig(refused(this.#missing)));
    /** @type {Asked} */
    const now = { isOpen: false, reader };
    this.#asked = now;
    reader.then(
      () => (now.isOpen = true),
      () => (this.#asked = null),
    );
    return now;
  }
}

/** The language model. */
export const LANGUAGE_MODEL = new OfferedModel("no_language_model");

/** The model of pictures. */
export const VISION_MODEL = new OfferedModel("no_vision_model");
