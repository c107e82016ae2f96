import { learn } from "./trained-layer.js";

/**
 * Weights that are trained when they are asked for, which few are.
 *
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {{ key: string, lesson?: import("./trained-layer.js").Lesson }} Asked
 * @typedef {{ own: import("./own.js").Own, tokens: readonly string[] }} Read   a layer as numbers of one's own, and the words as the model reads them
 */

export class TrainedWeights {
  /** What was asked for last, and what came of it. @type {Asked} */
  #asked = { key: "" };
  #say;
  #ready;
  /** Resolves when what was asked for is there, or why it is not was said. @type {Promise<unknown> | undefined} */
  done;

  /** @param {(message: string, by: "preview" | "host") => void} say how far it has come, or why it cannot be @param {() => void} ready */
  constructor(say, ready) {
    this.#say = say;
    this.#ready = ready;
  }

  /**
   * @param {Settings} settings @param {number} layer
   * @returns {Read | null | undefined} null while it is trained; undefined where no such weights are asked for
   * @throws {import("../../core/errors.js").HeadscopeError} for a sentence that the model cannot read
   */
  of(settings, layer) {
    if (settings.weights !== "trained") return undefined;
    const { training, seed, heads, dModel } = settings;
    const key = JSON.stringify([training, seed, heads, dModel]);
    if (this.#asked.key === key) return this.#asked.lesson?.read(settings, layer) ?? null;
    this.end();
    const asked = (this.#asked = /** @type {Asked} */ ({ key }));
    const isWanted = () => asked === this.#asked;
    const goesOn = (/** @type {number} */ step, /** @type {number} */ steps) => {
      if (isWanted()) this.#say(`The model learns: step ${step} of ${steps}`, "preview");
      return isWanted();
    };
    this.done = learn(settings, goesOn)
      .then((lesson) => {
        if (!isWanted()) return lesson.end();
        asked.lesson = lesson;
        this.#ready();
      })
      .catch((error) => isWanted() && this.#say(error.message, "host"));
    return null;
  }

  /** Gives the model's memory back; asked for again, it is trained again. */
  end() {
    this.#asked.lesson?.end();
    this.#asked = { key: "" };
  }
}
