import { answerAt, givenTo } from "./page-run.js";
import { headsOf } from "./page-state.js";

/** @import { Contributions } from "./parts-of-logit.js" */
/** @import { Text } from "./run-options.js" */
/** @import { PredictedPiece } from "./model-run.js" */
/** @import { Head, Progress } from "./page-state.js" */
/** @import { Shown } from "./page-run.js" */
/** @import { ModelsPage } from "./page.js" */

/**
 * Who wrote a piece.
 *
 * @typedef {object} Written
 * @property {Shown} of
 * @property {number} query
 * @property {Contributions} found
 * @property {readonly (readonly PredictedPiece[])[]} lens  the likeliest pieces from the stream before the first layer, and after each
 * @property {Absences | null} without
 *
 * @typedef {object} Absences  what is left of the piece's probability without each head
 * @property {number} whole  the probability with all heads; NaN until it is known
 * @property {Progress} progress
 * @property {ReadonlyMap<string, number>} left  by nameOf(head)
 */

const SHOWN = 4; // pieces a row of the lens

/** @param {Pick<Head, "layer" | "head">} head */
export const nameOf = ({ layer, head }) => `${layer}.${head}`;

/** Adds up who wrote a piece, when a run, a query or a piece is chosen. */
export class Writing {
  #page;
  #stop = new AbortController();
  #rankingStop = new AbortController();
  /** What the sum in progress is of. @type {string | null} */ #of = null;
  /** @type {Shown | null} */ #run = null;

  /** @param {ModelsPage} page */
  constructor(page) {
    this.#page = page;
  }

  /** The piece to explain: the reader's choice, or the one whose probability is looked at; null if there is none. @returns {{ id: number, text: string } | null} */
  get asked() {
    const { run, query, explained } = this.#page.state;
    if (explained?.of === run && explained?.query === query) return explained;
    return this.#page.ranking.wanted;
  }

  /** Adds up for the run, the query and the piece on show, unless that is done. */
  async follow() {
    const { run, query } = this.#page.state;
    const { asked } = this;
    if (!run?.isWhole || !asked) return;
    const key = `${query} ${asked.id}`;
    if (this.#run === run && this.#of === key) return;
    this.stop();
    const { signal } = (this.#stop = new AbortController());
    if (this.#page.state.unwritten) this.#page.set({ unwritten: null });
    [this.#run, this.#of] = [run, key];
    try {
      const position = answerAt(run, query);
      const layers = Array.from({ length: run.layers + 1 }, (_, i) => i - 1);
      const [found, ...lens] = await Promise.all([
        run.run.contributions(asked.id, { position }),
        ...layers.map((layer) => run.run.lens(layer, { position, count: SHOWN })),
      ]);
      if (signal.aborted) return;
      this.#page.set({ written: { of: run, query, found, lens, without: null } });
      if (run.of.isKept) await this.rank();
    } catch (error) {
      if (!signal.aborted) this.#page.set({ unwritten: /** @type {Error} */ (error) });
    }
  }

  /** Adds up again, after a failure. */
  again() {
    this.#run = null;
    return this.follow();
  }

  /** Explains another piece. @param {{ id: number, text: string }} piece */
  explain({ id, text }) {
    const { run, query } = this.#page.state;
    if (run) this.#page.set({ explained: { of: run, query, id, text } });
  }

  /** Runs the model once without each head. An earlier ranking in progress ends. */
  async rank() {
    const { written, off, masks: mask } = this.#page.state;
    if (!written) return;
    this.#rankingStop.abort();
    const { signal } = (this.#rankingStop = new AbortController());
    const { of, found } = written;
    const read = this.#readFor(of, written.query, found.piece);
    const without = async (/** @type {readonly Head[]} */ heads) => {
      const options = { mask, headScale: this.#page.scalesFor([...off, ...heads]), signal };
      const run = await of.of.model.run(read, options);
      const share = of.causal ? run.probability(written.query) : likelyIn(run, written.query, found.piece);
      run.dispose();
      return share;
    };
    const heads = headsOf(of);
    /** @type {Map<string, number>} */
    const left = new Map();
    const tell = (/** @type {number} */ whole) => {
      const progress = { done: left.size, total: heads.length };
      const now = { ...written, without: { whole, progress, left: new Map(left) } };
      this.#page.set({ written: now, unwritten: null });
    };
    tell(NaN);
    try {
      const whole = await without([]);
      for (const head of heads) {
        left.set(nameOf(head), await without([head]));
        signal.throwIfAborted();
        tell(whole);
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#page.set({ written: { ...written, without: null }, unwritten: /** @type {Error} */ (error) });
    }
  }

  /** Stops the ranking. Its results so far stay. */
  stopRanking() {
    this.#rankingStop.abort();
    const { written } = this.#page.state;
    if (!written?.without) return;
    const { done } = written.without.progress;
    const without = done ? { ...written.without, progress: { done, total: done } } : null;
    this.#page.set({ written: { ...written, without } });
  }

  /** Stops what is being computed. */
  stop() {
    this.#stop.abort();
    this.#rankingStop.abort();
    this.#run = null;
  }

  /** The pieces up to the query, and the explained one as the answer (causal models). @param {Shown} run @param {number} query @param {number} piece */
  #readFor({ causal, tokens, of }, query, piece) {
    const ids = tokens.slice(0, query + 1).map(({ id }) => id);
    return causal ? { ids: [...ids, piece] } : /** @type {Text} */ (givenTo(of, this.#page.state));
  }
}

/** The probability of a piece among the likeliest; NaN if it is not among them. @param {import("./model-run.js").ModelRun} run @param {number} position @param {number} piece */
const likelyIn = (run, position, piece) =>
  run.predictions(position, run.listed).find(({ id }) => id === piece)?.probability ?? NaN;
