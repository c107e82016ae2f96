import { readBy, shownRun } from "./page-run.js";

/** @import { Model } from "./loaded-model.js" */
/** @import { Text } from "./loaded-model.js" */

/** @import { ModelsPage } from "./page.js" */

/** Reads a second sentence with the same model, heads off and masks, and compares every head. */
export class SecondSentence {
  #page;
  #stop = new AbortController();

  /** @param {ModelsPage} page */
  constructor(page) {
    this.#page = page;
  }

  /** Compares again after a run, if there is a second sentence. */
  async follow() {
    const { running, other } = this.#page.state;
    if (other !== null && this.#page.isRead && !running) await this.compare(other);
  }

  /** Compares the text with a second one. An earlier comparison in progress is stopped. Waits for a run of the text. @param {string} other */
  async compare(other) {
    this.#stop.abort();
    const { opened } = this.#page;
    const { run, running, text, ids, masks, off } = this.#page.state;
    this.#page.set({ other, comparing: false, pairProblem: null });
    if (!run || !opened) return;
    if (running) return; // the run compares when it ends
    if (!this.#page.isRead) return this.#page.run();
    const { signal } = (this.#stop = new AbortController());
    try {
      const { align, compared, masksOfSecond } = await import("./pair.js");
      signal.throwIfAborted();
      const read = readBy(opened.model, other);
      const first = idsOf(opened.model, ids ? { ids } : readBy(opened.model, text));
      const alignment = align(first, idsOf(opened.model, read), run.causal);
      this.#page.set({ comparing: true });
      const mask = masksOfSecond(alignment, masks);
      const options = { mask, headScale: this.#page.scalesFor(off), signal };
      const second = await shownRun(this.#page.core, opened, await opened.model.run(read, options), signal);
      const pair = await compared(this.#page.core, run, second, alignment, signal);
      if (!signal.aborted) this.#page.set({ pair, comparing: false });
    } catch (error) {
      if (!signal.aborted)
        this.#page.set({ pair: null, comparing: false, pairProblem: /** @type {Error} */ (error) });
    }
  }

  /** Takes the second sentence away. */
  end() {
    this.#stop.abort();
    this.#page.set({ other: null, pair: null, comparing: false, pairProblem: null });
  }

  /** Stops the comparison in progress. */
  stop() {
    this.#stop.abort();
    this.#page.set({ comparing: false });
  }

  /** Frees the comparison. The second sentence stays. */
  rest() {
    this.#page.set({ pair: null, pairProblem: null });
  }
}

/** Ids of the pieces of a text. @param {Model} model @param {Text} text @returns {readonly number[]} */
const idsOf = (model, text) =>
  typeof text === "string" ? model.tokenize(text).map(({ id }) => id) : text.ids;
