import { RankedModels } from "./page-ranking.js";
import { readBy, shownRun } from "./page-run.js";

/** @import { Model } from "./loaded-model.js" */
/** @import { Text } from "./loaded-model.js" */

/** Reads a second sentence with the same model, heads off and masks, and compares every head. */
export class PairedModels extends RankedModels {
  #stop = new AbortController();
  /** Whether the run on show has read the text, the masks and the heads off of the state. It has not after a run that was stopped. */
  #isRead = false;

  /** Runs the model on show, then compares again with the second sentence, if there is one. @param {Parameters<RankedModels["run"]>[0]} [next] */
  async run(next) {
    this.#isRead = false;
    const { run: before } = this.state;
    await super.run(next);
    const { run, running, other } = this.state;
    this.#isRead ||= run !== before;
    if (other !== null && this.#isRead && !running) await this.compare(other);
  }

  /** Compares the text with a second one. An earlier comparison in progress is stopped. Waits for a run of the text. @param {string} other */
  async compare(other) {
    this.#stop.abort();
    const { opened } = this;
    const { run, running, text, ids, masks, off } = this.state;
    this.set({ other, comparing: false, pairProblem: null });
    if (!run || !opened) return;
    if (running) return; // the run compares when it ends
    if (!this.#isRead) return this.run();
    const { signal } = (this.#stop = new AbortController());
    try {
      const { align, compared, masksOfSecond } = await import("./pair.js");
      signal.throwIfAborted();
      const read = readBy(opened.model, other);
      const first = idsOf(opened.model, ids ? { ids } : readBy(opened.model, text));
      const alignment = align(first, idsOf(opened.model, read), run.causal);
      this.set({ comparing: true });
      const mask = masksOfSecond(alignment, masks);
      const options = { mask, headScale: this.scalesFor(off), signal };
      const second = await shownRun(this.core, opened, await opened.model.run(read, options), signal);
      const pair = await compared(this.core, run, second, alignment, signal);
      if (!signal.aborted) this.set({ pair, comparing: false });
    } catch (error) {
      if (!signal.aborted)
        this.set({ pair: null, comparing: false, pairProblem: /** @type {Error} */ (error) });
    }
  }

  /** Takes the second sentence away. */
  endPair() {
    this.#stop.abort();
    this.set({ other: null, pair: null, comparing: false, pairProblem: null });
  }

  stop() {
    this.#stop.abort();
    super.stop();
    this.set({ comparing: false });
  }

  /** The second sentence stays, and is compared when a model is opened again. */
  rest() {
    super.rest();
    this.set({ pair: null, pairProblem: null });
  }
}

/** Ids of the pieces of a text. @param {Model} model @param {Text} text @returns {readonly number[]} */
const idsOf = (model, text) =>
  typeof text === "string" ? model.tokenize(text).map(({ id }) => id) : text.ids;
