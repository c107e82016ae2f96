import { DEFAULT_MODEL, STORY_STEP } from "../../kit/state/default-model.js";
import { Recovery } from "../../kit/state/recovery.js";
import { SignalStore } from "../../kit/state/signal-store.js";
import { learn } from "../../kit/state/trained-layer.js";
import { quoteValue } from "../../kit/text/quoted.js";
import { refused } from "../../kit/text/refusals.js";
import { ENDINGS, openingOf } from "./opening.js";
import { findStoredOpening } from "./stored-opening.js";

/**
 * The state of the opening; changes only by the methods of this class.
 *
 * @typedef {import("../../kit/text/refusals.js").Message} Message
 *
 * @typedef {object} State
 * @property {"waiting" | "ready" | "failed"} status
 * @property {Error | null} failure
 * @property {Message | null} progress  of a model that has to be trained first
 * @property {import("./opening.js").Opening | null} opening
 * @property {number} ending    index of the ending on show
 * @property {Readonly<Record<string, Message>>} invalidValues  messages about values that do not exist
 */

/** @type {Readonly<State>} */
const INITIAL = Object.freeze({
  status: "waiting",
  failure: null,
  progress: null,
  opening: null,
  ending: 0,
  invalidValues: {},
});

/** @extends {SignalStore<State>} */
export class OpeningStore extends SignalStore {
  /** Identifies the current load; `rest` cancels it. */
  #run = {};
  /** Whether the numbers on show were not computed in this browser yet. */
  #isStored = false;
  #recovery = new Recovery({
    forget: () => void (this.#run = {}),
    restore: () => this.#compute(),
    giveUp: (failure) => this.#giveUp(failure),
  });

  constructor() {
    super(INITIAL);
  }

  /** Loads the stored numbers of the head, or computes them from a model if none are stored. Resolves when the head is ready. */
  async load() {
    if (this.state.opening) return;
    const opening = findStoredOpening();
    this.#isStored = Boolean(opening);
    if (opening) this.set({ status: "ready", opening });
    else await this.#compute();
  }

  /** Replaces stored numbers by those that the core computes here; they stay if the core cannot be loaded. */
  async replaceStored() {
    if (this.#isStored) await this.#compute().catch(() => {});
  }

  /** Reads the numbers from the model. Without a file of its weights, the model is trained first. */
  async #compute() {
    if (this.state.status === "failed") this.set({ status: "waiting", failure: null });
    const run = (this.#run = {});
    const progress = (/** @type {number} */ step, /** @type {number} */ steps) => {
      if (run === this.#run) this.set({ progress: refused("model_learns", { step, steps }) });
      return run === this.#run;
    };
    try {
      await this.#recovery.load();
      const lesson = await learn({ ...DEFAULT_MODEL, training: `step=${STORY_STEP}` }, progress);
      const opening = run === this.#run ? openingOf(lesson.model) : null;
      lesson.end();
      if (!opening) return;
      this.#recovery.release(); // all numbers are copied
      this.#isStored = false;
      this.set({ status: "ready", opening, progress: null });
    } catch (error) {
      if (run === this.#run) this.#giveUp(/** @type {Error} */ (error));
      throw error;
    }
  }

  /** Stops training that is no longer needed. */
  rest() {
    this.#run = {};
    this.#recovery.release();
  }

  /** Shows an ending. An invalid word is reported and changes nothing. @param {unknown} word */
  choose(word) {
    const ending = ENDINGS.indexOf(/** @type {string} */ (word));
    const given = { name: "ending", value: quoteValue(word), choices: ENDINGS.join(", ") };
    if (ending < 0) return this.set({ invalidValues: { ending: refused("none_of", given) } });
    this.set({ ending, invalidValues: {} });
  }

  /** @param {Error} failure */
  #giveUp(failure) {
    if (!this.state.opening) this.set({ status: "failed", failure });
  }
}
