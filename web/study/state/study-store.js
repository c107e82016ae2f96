import { SignalStore } from "../../kit/state/signal-store.js";
import { sentencesIn } from "./sentence-source.js";
import { LOSS, measureOf } from "./axes.js";
import { isSamePlace } from "./study-types.js";

/** @import { Source } from "./sentence-source.js" */
/** @import { Cut, Head, Named, Read, Study, Subject, Sums, Tools } from "./study-types.js" */

/**
 * @typedef {{ study: Study, sums: Sums, names: readonly Named[], title: string }} Result  a study as it was at its last update
 * @typedef {{ message: string } & Partial<import("../../kit/text/refusals.js").Message>} Said
 * @typedef {"strongest" | "tenths" | "looks" | "all"} Part  of one head
 *
 * @typedef {object} State
 * @property {Subject | null} subject  null: a result is shown, nothing can be measured
 * @property {Result | null} result
 * @property {Result | null} kept      an earlier result, to compare with
 * @property {string} x  measure of the axis
 * @property {string} y
 * @property {Head} selected
 * @property {Head | null} pointed
 * @property {readonly Head[]} brushed
 * @property {Part} part
 * @property {string | null} by        measure that sentences are ranked by; null for the one that names the head, or that of the upright axis
 * @property {Source} source
 * @property {Cut} cut
 * @property {boolean} losses          with how far the loss rises without each head
 * @property {boolean} running
 * @property {boolean} stopped         there are sentences left to go on with
 * @property {Said | null} problem
 * @property {number} readings         sentences whose weights have arrived
 *
 * @typedef {Pick<State, "source" | "cut" | "losses">} Asked
 */

/** @type {Readonly<State>} */
const INITIAL = Object.freeze({
  ...{ subject: null, result: null, kept: null },
  ...{ x: "previous", y: "induction" },
  ...{ selected: { layer: 0, head: 0 }, pointed: null, brushed: [], part: "strongest", by: null },
  ...{ source: /** @type {Source} */ ({ kind: "default" }), cut: "sentences" },
  ...{ losses: false, running: false, stopped: false, problem: null, readings: 0 },
});

const PAUSE = 300; // ms between two updates of the page
const REST = 10; // updates take at most a tenth of the time

/**
 * The state of the views of many sentences: a study that grows while the model reads, one that may be kept to compare, and what is selected.
 * @extends {SignalStore<State>}
 */
export class StudyStore extends SignalStore {
  #stop = new AbortController();
  /** What the last run was asked. @type {Asked | null} */
  #asked = null;
  /**
   * What a run in progress replaces with its first result. It comes back if there is none.
   * @type {{ result: Result, stopped: boolean, asked: Asked | null } | null}
   */
  #former = null;
  /** Sentences that the model has read for their weights, by study. @type {WeakMap<Study, Map<number, Read | Said | null>>} */
  #reads = new WeakMap();
  /** @type {Promise<void>} */
  #reading = Promise.resolve();

  /** @param {Tools} tools */
  constructor(tools) {
    super(INITIAL);
    this.tools = tools;
  }

  /** Measures this model from now on. A result of another model stays only if it is kept. @param {Subject | null} subject */
  measure(subject) {
    if (subject === this.state.subject) return;
    this.#stop.abort();
    this.#free(this.state.result);
    this.#freeFormer();
    this.set({ subject, result: null, running: false, stopped: false, problem: null, brushed: [] });
  }

  /** Shows a study; axes that it did not measure give way to those that it did. @param {Study} study @param {string} title  of its model and text */
  show(study, title) {
    const { tools } = this;
    const { x, y, by } = this.state;
    this.#freeFormer();
    const isThere = (/** @type {string} */ axis) => study.measures.includes(measureOf(axis));
    const [first, second = first] = study.measures;
    this.set({
      result: { study, sums: study.sums(), names: tools.namesOf(study), title },
      ...{ x: isThere(x) ? x : first, y: isThere(y) ? y : second, by: by && isThere(by) ? by : null },
    });
  }

  /** @param {Study | null} other @param {string} title */
  compareWith(other, title) {
    const { tools } = this;
    this.set({
      kept: other && { study: other, sums: other.sums(), names: tools.namesOf(other), title },
    });
  }

  /** Keeps the result, to compare the next one with it. */
  keep() {
    this.set({ kept: this.state.result, result: null, stopped: false, brushed: [] });
  }

  /** Measures the model on the source from its beginning. @param {string} title */
  async start(title) {
    const { result, stopped } = this.state;
    this.#former = result && { result, stopped, asked: this.#asked };
    this.set({ result: null, stopped: false, brushed: [] });
    await this.#run(title, null);
  }

  /** Frees what a result holds in the core, unless it is kept. @param {Result | null | undefined} result */
  #free(result) {
    if (result && result.study !== this.state.kept?.study) result.study.dispose();
  }

  #freeFormer() {
    this.#free(this.#former?.result);
    this.#former = null;
  }

  /** Shows the result before the last run again, because the last run gave none. */
  #restore() {
    if (!this.#former) return;
    const { result, stopped, asked } = this.#former;
    this.#former = null;
    this.#asked = asked;
    this.set({ result, stopped });
  }

  /** Whether a stopped run has left sentences of the text that is chosen now. */
  get canGoOn() {
    const { stopped, source, cut, losses } = this.state;
    const asked = this.#asked;
    return stopped && source === asked?.source && cut === asked.cut && losses === asked.losses;
  }

  /**
   * How long a run with the loss without each head takes: so many times as long as one without, and for the sentences of the result, seconds. Null if
   * the model has no such losses.
   * @returns {{ times: number, seconds: number | null, count: number } | null} seconds: null if the result does not tell
   */
  get lossesEstimate() {
    const { subject, result } = this.state;
    if (!subject || subject.timesForLosses === null) return null;
    const { timesForLosses: times } = subject;
    const { measures = [], perSecond = 0, total, count = 0 } = result?.study ?? {};
    const all = total ?? count;
    const each = (measures.includes(LOSS) ? 1 : times) / perSecond;
    return { times, seconds: perSecond > 0 ? all * each : null, count: all };
  }

  /** Goes on with the sentences that a stopped run has left. */
  async goOn() {
    const { result } = this.state;
    if (result && this.canGoOn) await this.#run(result.title, result.study);
  }

  /** Stops the run. Its results so far stay. */
  stop() {
    if (!this.state.running) return;
    this.#stop.abort();
    const { result } = this.state;
    this.set({ running: false, stopped: result !== null });
    if (result) this.show(result.study, result.title);
    else this.#restore();
  }

  /** @param {string} title @param {Study | null} into  a study to go on with */
  async #run(title, into) {
    const { subject, source, cut, losses: wanted } = this.state;
    if (!subject) return;
    const losses = wanted && subject.timesForLosses !== null;
    this.#stop.abort();
    const { signal } = (this.#stop = new AbortController());
    this.#asked = { source, cut, losses: wanted };
    this.set({ running: true, stopped: false, problem: null });
    try {
      const sentences = await sentencesIn(source, cut, this.tools);
      const options = { looks: true, losses, signal };
      let next = 0; // time from which the page is updated again
      /** @type {Study | null} */
      let latest = null;
      for await (const study of subject.study(sentences, { ...options, ...(into && { into }) })) {
        if (signal.aborted) return;
        const now = performance.now();
        latest = study;
        if (now < next) continue;
        latest = null;
        this.show(study, title);
        next = now + Math.max(PAUSE, REST * (performance.now() - now));
      }
      if (latest && !signal.aborted) this.show(latest, title);
      if (!signal.aborted) this.set({ running: false });
    } catch (error) {
      if (!signal.aborted) this.set({ running: false, problem: /** @type {Error} */ (error) });
    }
    if (!signal.aborted) this.#restore();
  }

  /** Shows the file of a study, or takes the sentences of a text. @param {File} file @param {string} title */
  async take(file, title) {
    this.set({ problem: null });
    try {
      if (/\.npz$/i.test(file.name)) {
        const study = await this.tools.readStudy(new Uint8Array(await file.arrayBuffer()));
        this.#stop.abort();
        this.set({ running: false, stopped: false, brushed: [] });
        return this.show(study, title);
      }
      const columns = await this.tools.columnsOf(this.tools.bytesOf(file), file.name);
      this.set({ source: { kind: "file", file, columns, column: textAmong(columns) } });
    } catch (error) {
      this.set({ problem: /** @type {Error} */ (error) });
    }
  }

  /**
   * A sentence as the model reads it; undefined until the model has read it, which is asked for at the first call.
   * @param {Study} study @param {number} at the sentence @returns {Read | Said | null | undefined} null: there is no text or no model
   */
  readOf(study, at) {
    const { subject } = this.state;
    const text = study.textOf(at);
    if (!subject || text === null) return null;
    const known = this.#reads.get(study) ?? new Map();
    this.#reads.set(study, known);
    if (known.has(at)) return known.get(at);
    known.set(at, undefined);
    this.#reading = this.#reading.then(async () => {
      known.set(at, await subject.read(text).catch((error) => error));
      this.set({ readings: this.state.readings + 1 });
    });
    return undefined;
  }

  /** The measure that orders the sentences of the selected head. */
  get measureBy() {
    const { by, result, selected, y } = this.state;
    const name = result?.names[selected.layer * result.study.heads + selected.head]?.name;
    return by ?? name ?? measureOf(y);
  }

  /** @param {Head} selected */
  select(selected) {
    if (!isSamePlace(selected, this.state.selected)) this.set({ selected });
  }

  /** @param {Head | null} pointed */
  point(pointed) {
    if (!isSamePlace(pointed, this.state.pointed)) this.set({ pointed });
  }
}

/** The column that a file's texts most likely stand in. @param {readonly string[]} columns */
const textAmong = (columns) =>
  columns.find((name) => /^(text|sentence|content|body)s?$/i.test(name)) ?? columns[0];
