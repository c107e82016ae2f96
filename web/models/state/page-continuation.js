import { choosePiece, samplingOf, textAfter, uniform } from "./generation.js";

/** @import { Sampling } from "./generation.js" */
/** @import { ModelsPage } from "./page.js" */

/** Continues the text, a piece at a time. */
export class Continuation {
  #page;
  #stop = new AbortController();
  /** All pieces after the last addition, and the text and the pieces that the additions began with. @type {{ ids: readonly number[], from: { text: string, ids: readonly number[] } } | null} */
  #last = null;

  /** @param {ModelsPage} page */
  constructor(page) {
    this.#page = page;
  }

  /**
   * Adds pieces, each chosen from the likeliest of the run before, until one cannot be added or the text changes. The same text, seed and
   * settings add the pieces that model.generate() adds.
   * @param {number} [count]
   */
  async goOn(count = 1) {
    const { run, running } = this.#page.state;
    if (!run || running) return;
    const { signal } = (this.#stop = new AbortController());
    for (let left = count; left && !signal.aborted; left--) {
      this.#page.set({ adding: left });
      if (!(await this.#add())) break;
    }
    if (!signal.aborted) this.#page.set({ adding: 0 });
  }

  /** Adds a piece that the reader chooses. @param {number} id */
  async add(id) {
    await this.#add(id);
  }

  /** Changes how pieces are chosen. A value that does not fit changes nothing; the state says why. @param {Partial<Sampling>} change */
  sample(change) {
    try {
      const sampling = samplingOf({ ...this.#page.state.sampling, ...change });
      this.#page.set({ sampling, samplingProblem: null });
    } catch (error) {
      this.#page.set({ samplingProblem: /** @type {Error} */ (error) });
    }
  }

  /** Stops adding pieces. Added pieces stay. */
  stop() {
    this.#stop.abort();
    this.#page.set({ adding: 0 });
  }

  /** Adds a piece once its run is computed. @param {number} [given] its id; a drawn piece if left out @returns {Promise<boolean>} whether it was added */
  async #add(given) {
    const { run, running, text, ids: known, sampling } = this.#page.state;
    if (!run || running) return false;
    const { tokens, run: after, of } = run;
    const before = tokens.map(({ id }) => id);
    // The decoder reads all pieces that were added together: one alone may be a part of a character, or lack its space.
    const { text: typed, ids: first } =
      known && known === this.#last?.ids ? this.#last.from : { text, ids: before };
    const random = uniform(sampling.seed, before.length - first.length);
    const likely = () => after.predictions(tokens.length - 1, after.listed);
    const id = given ?? choosePiece(likely(), sampling, random).id;
    const ids = [...before, id];
    await this.#page.run({
      ...{ after, id, ids },
      text: typed + textAfter(of.model.decode(ids), of.model.decode(first)),
    });
    if (this.#page.state.ids !== ids) return false;
    this.#last = { from: { text: typed, ids: first }, ids };
    return true;
  }
}
