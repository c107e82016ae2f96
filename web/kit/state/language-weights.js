import { inConfig, refused } from "../text/refusals.js";

/**
 * The language model that comes with the package. Kit has no code for checkpoints: the elements offer the model.
 *
 * @typedef {import("./trained-layer.js").Lesson} Lesson
 * @typedef {(sentence: string) => Promise<Lesson>} Reader  computes every layer on a sentence
 */

/** @type {() => Promise<Reader>} */
let open = () => Promise.reject(inConfig(refused("no_language_model")));
/** @typedef {{ isOpen: boolean, reader: Promise<Reader> }} Asked */

/** @type {Asked | null} */
let asked = null;

/** @param {() => Promise<Reader>} opened called when the model is first asked for */
export function offerLanguageModel(opened) {
  open = opened;
  asked = null;
}

/** The reader of the model. After a failure, the next call opens the model again. @returns {Asked} */
export function languageModel() {
  if (asked) return asked;
  /** @type {Asked} */
  const now = { isOpen: false, reader: open() };
  asked = now;
  now.reader.then(
    () => (now.isOpen = true),
    () => (asked = null),
  );
  return now;
}
