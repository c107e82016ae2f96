import { computed } from "@preact/signals-core";
import { loadCore } from "../../core/index.js";
import { Recovery } from "../../kit/state/recovery.js";
import { SignalStore } from "../../kit/state/signal-store.js";
import { modelRefusal } from "../words-refusals.js";
import { textAfter } from "./continued-text.js";
import { bytesOf, stampOf } from "./page-files.js";
import { sortedBy } from "./page-measures.js";
import { readBy, readsSame, shownRun } from "./page-run.js";
import { IDLE, INITIAL, NONE, UNMARKED, isSame } from "./page-state.js";
import { NOTICED, slowProgress } from "./slow-progress.js";

/** @import { Core } from "../../core/index.js" */
/** @import { ModelRun } from "./model-run.js" */
/** @import { Head, Look, Model, State } from "./page-state.js" */
/** @import { Shown } from "./page-run.js" */

/** @typedef {"reader" | "author"} By who changes the state */

/** @typedef {{ after: ModelRun, id: number, ids: readonly number[], text: string }} Next a piece to add to a run, and all pieces and the text with it */

const AUTHOR = Object.freeze({ by: "author" });
const KEPT = 2 ** 30; // bytes of files; the weights of larger models are read again for each run

/**
 * What readers and authors do with models: open them, and run them on a sentence. Each `change` has the state before, and `by`: "author" for
 * changes by attributes.
 * @extends {SignalStore<State>}
 */
export class ModelsPage extends SignalStore {
  #isStale = computed(() => this.state.progress !== null && this.state.run !== null);
  /** @type {Core | null} */ #core = null;
  #recovery = new Recovery(() => void this.#recover());
  /** Stops the opening in progress, and the run in progress. */
  #stops = { opening: new AbortController(), run: new AbortController() };
  /** Number of calls of show(). An opening that the reader has left by showing another model does not take the view. */
  #shows = 0;
  /** Pieces that goOn() added last, and the text and the pieces that it began with. @type {{ ids: readonly number[], from: { text: string, ids: readonly number[] } } | null} */
  #goneOn = null;
  /** Loads what opens checkpoints, when it is first needed. */
  #loadModels;
  /** An address that load() opens a model from. @type {string | undefined} */
  address;

  /** @param {() => Promise<Pick<typeof import("../index.js"), "openCheckpoint">>} loadModels */
  constructor(loadModels) {
    super(INITIAL);
    this.#loadModels = loadModels;
  }

  /** Whether the run on show is of an earlier text, while a long run is in progress. Tracked like a field of the state. */
  get isStale() {
    return this.#isStale.value;
  }

  /** The core, once it is loaded. */
  get core() {
    return /** @type {Core} */ (this.#core);
  }

  /** The model on show; undefined for none. */
  get opened() {
    return this.state.models[this.state.at];
  }

  /** Loads the core. A model at an address is opened after that. */
  async load() {
    await this.#loadCore();
    if (this.address && !this.state.models.length) void this.openAt(this.address);
  }

  async #loadCore() {
    if (this.state.status === "failed") this.set({ status: "waiting", failure: null });
    try {
      const core = await loadCore();
      if (core !== this.#core) this.#recovery.watch(core);
      this.#core = core;
      this.set({ status: "ready" });
    } catch (error) {
      this.set({ status: "failed", failure: /** @type {Error} */ (error) });
      throw error;
    }
  }

  /** Computes again in a fresh core. */
  async #recover() {
    await this.#loadCore().then(
      () => this.run(),
      () => {}, // the state holds the error
    );
  }

  /** Frees the models. */
  rest() {
    this.stop();
    for (const { model } of this.state.models) model.dispose();
    this.set({ models: [], ...NONE });
  }

  /** Opens a folder of an author's host in place of the last such folder. A folder that is open is shown. @param {string} given its address */
  async openAt(given) {
    const address = given.replace(/\/+$/, "");
    const known = this.state.models.findIndex((each) => each.address === address);
    if (known >= 0) return this.#showKnown(known, "author");
    await this.#open(address.split("/").pop() ?? address, (signal) => this.filesAt(address, signal), address);
  }

  /** The files of a folder of an author's host. @protected @param {string} address @param {AbortSignal} signal @returns {Promise<Record<string, Blob>>} */
  async filesAt(address, signal) {
    const { filesAt } = await import("./page-address.js");
    return filesAt(address, signal);
  }

  /** Opens files that a reader gives. @param {import("./page-files.js").Given | import("./page-files.js").Dropped} given */
  open({ name, files }) {
    return this.#open(name, async () => files);
  }

  /** Opens a folder that the reader picked, in this visit or an earlier one. @param {FileSystemDirectoryHandle} folder */
  openFolder(folder) {
    return this.#open(folder.name, async () => {
      const { filesInFolder } = await import("./folder-files.js");
      return filesInFolder(folder);
    });
  }

  /**
   * @param {string} name "" for the family's @param {(signal: AbortSignal) => Promise<Record<string, Blob>>} filesFor
   * @param {string | null} [address] of the folder, if an author's host has it
   */
  async #open(name, filesFor, address = null) {
    this.stop();
    const { signal } = (this.#stops.opening = new AbortController());
    this.set({ reading: { name }, refused: null, missing: null });
    const shows = this.#shows;
    try {
      const [{ openCheckpoint }, files] = await Promise.all([this.#loadModels(), readable(filesFor(signal))]);
      signal.throwIfAborted();
      const stamp = address === null ? stampOf(files) : null;
      const known = this.state.models.findIndex((each) => stamp !== null && each.stamp === stamp);
      if (known >= 0) return await this.#showKnown(known, "reader");
      const bytes = bytesOf(files);
      const isKept = bytes <= KEPT;
      const model = await openCheckpoint(files, { signal, keep: isKept });
      if (signal.aborted) return model.dispose();
      const opened = { ...{ name: name || model.info.family, address, stamp }, bytes, isKept, model };
      await this.#add(opened, shows === this.#shows);
    } catch (error) {
      if (!signal.aborted)
        this.set({ reading: null, refused: /** @type {Error} */ (error), missing: address });
    }
  }

  /** Adds a model to the list. A model of the author's replaces the last one. @param {import("./page-state.js").Opened} opened @param {boolean} isShown */
  async #add(opened, isShown) {
    const { models, at } = this.state;
    const replaced = opened.address === null ? undefined : models.find(({ address }) => address !== null);
    const kept = [...models.filter((each) => each !== replaced), opened];
    const shown = kept.indexOf(models[at]);
    this.set({ models: kept, reading: null, ...(shown < 0 ? NONE : { at: shown }) }, AUTHOR);
    replaced?.model.dispose();
    if (isShown || shown < 0) await this.show(kept.length - 1, opened.address === null ? "reader" : "author");
  }

  /** Shows a model that is open already, instead of opening its folder again. @param {number} at @param {By} by */
  async #showKnown(at, by) {
    this.stop();
    this.set({ refused: null, missing: null });
    if (at !== this.state.at) await this.show(at, by);
  }

  /** Closes a model and frees its memory. If it is on show, the model before it is shown. @param {number} at */
  async close(at) {
    const { models, at: shown } = this.state;
    const closed = models[at];
    if (!closed) return;
    const others = models.filter((each) => each !== closed);
    if (at === shown) this.stop();
    this.set({
      models: others,
      ...(at === shown ? { ...NONE, problem: null } : { at: others.indexOf(models[shown]) }),
    });
    closed.model.dispose();
    if (at === shown && others.length) await this.show(Math.max(0, at - 1));
  }

  /** Stops what is being opened or run. */
  stop() {
    this.#stops.opening.abort();
    this.#stops.run.abort();
    this.set({ reading: null, ...IDLE });
  }

  /** Shows a model that was opened. @param {number} at @param {By} [by] */
  async show(at, by = "reader") {
    this.#shows++;
    this.set(
      {
        ...{ at, masks: [], run: null, whole: null, ranking: null, problem: null },
        ...{ selected: { layer: 0, head: 0 }, pointed: null, query: 0, ...UNMARKED },
        ...this.begin(this.state.models[at].model),
      },
      { by },
    );
    await this.run();
  }

  /** The text and the heads off with which a model is first run. @protected @param {Model} model @returns {Pick<State, "text" | "ids" | "off">} */
  begin(model) {
    return { text: this.textFor(model, this.state.text), ids: null, off: [] };
  }

  /** A text that a model reads, if possible the given one. A model without a tokenizer reads ids. @protected @param {Model} model @param {string} text */
  textFor({ whyNoText }, text) {
    const reads = whyNoText === null;
    const isIds = /^[\d\s]*$/.test(text);
    return reads === isIds ? (reads ? INITIAL.text : "0 1 2 3") : text;
  }

  /** What a run selects. Weight on the previous token is the easiest role to see in a map. @protected @param {Shown} run @param {boolean} isFirst of this model @returns {Partial<State>} */
  selectionIn(run, isFirst) {
    return isFirst ? { selected: sortedBy(run, "previous")[0] } : {};
  }

  /** @param {string} text @param {By} [by] */
  async write(text, by = "reader") {
    this.set({ text, ids: null, masks: [] }, { by });
    await this.run();
  }

  /** Runs the model on show. An earlier run in progress is stopped, and its results are not shown. @param {Next} [next] the run continues an earlier one by a piece */
  async run(next) {
    const { opened } = this;
    if (!opened) return;
    this.#stops.run.abort();
    const { signal } = (this.#stops.run = new AbortController());
    const { text, ids, masks, off } = { ...this.state, ...(next && { ids: next.ids }) };
    this.set({ running: true, progress: null, ranking: null });
    const { onProgress, end } = slowProgress(
      { done: 0, total: opened.model.info.layers + 1 },
      (progress) => !signal.aborted && this.set({ progress }),
      this.state.run ? NOTICED : 0,
    );
    try {
      const read = ids ? { ids } : readBy(opened.model, text);
      const runOf = (/** @type {State["off"]} */ without, caches = false) =>
        opened.model.run(read, {
          ...{ mask: masks, headScale: this.scalesFor(without), caches, onProgress, signal },
        });
      const shown = async (/** @type {Promise<ModelRun>} */ made) =>
        shownRun(this.core, opened, await made, signal);
      const run = await shown(next ? next.after.goOn(next.id, { onProgress, signal }) : runOf(off, true));
      const known = this.state.whole;
      const whole = !off.length ? run : known && readsSame(known, run) ? known : await shown(runOf([]));
      end();
      if (signal.aborted) return;
      const { query } = this.state;
      const last = run.tokens.length - 1;
      const isOther = this.state.run?.tokens.length !== run.tokens.length;
      const isFirst = this.state.run?.of !== opened;
      this.set({
        ...{ run, whole, ...IDLE, problem: null, key: null, hovered: null },
        ...(next && { text: next.text, ids: next.ids }),
        query: isOther ? last : Math.min(query, last),
        ...this.selectionIn(run, isFirst),
      });
    } catch (error) {
      end();
      if (!signal.aborted) this.set({ ...IDLE, problem: /** @type {Error} */ (error) });
    }
  }

  /** Factors of heads by layer: 0 for those in `off`. @protected @param {readonly Head[]} off */
  scalesFor(off) {
    const { heads } = /** @type {import("./page-state.js").Opened} */ (this.opened).model.info;
    /** @type {Record<number, Float32Array>} */
    const scales = {};
    for (const { layer, head } of off) (scales[layer] ??= new Float32Array(heads).fill(1))[head] = 0;
    return scales;
  }

  /** @param {Head} selected */
  select(selected) {
    this.set({ selected });
  }

  /** @param {Head | null} pointed */
  point(pointed) {
    if (!isSame(this.state.pointed, pointed)) this.set({ pointed });
  }

  /** @param {number} query */
  ask(query) {
    this.set({ query, key: null, ranking: null });
  }

  /** Selects a query and a key. @param {number} query @param {number} key */
  meet(query, key) {
    if (query !== this.state.query) this.ask(query);
    this.set({ key });
  }

  /** @param {number | null} hovered a piece */
  hover(hovered) {
    if (hovered !== this.state.hovered) this.set({ hovered });
  }

  /** Changes how heads are drawn. @param {Partial<Look>} change */
  look(change) {
    this.set({ look: { ...this.state.look, ...change } });
  }

  /** Marks and sorts heads. Without a measure, heads are neither sorted nor faded. @param {Partial<Pick<State, "measure" | "order" | "only">>} change */
  sort(change) {
    this.set(change.measure === "none" ? UNMARKED : change);
  }

  /** Masks a piece, or shows it again. @param {number} place */
  async mask(place) {
    const { masks } = this.state;
    const others = masks.filter((each) => each !== place);
    this.set({ masks: others.length < masks.length ? others : [...masks, place].sort((a, b) => a - b) });
    this.ask(place);
    await this.run();
  }

  /** Switches a head off, or on again. @param {Head} head */
  async turn(head) {
    const { off } = this.state;
    const others = off.filter((each) => !isSame(each, head));
    this.set({ off: others.length < off.length ? others : [...off, head] });
    await this.run();
  }

  /** Switches these heads off, and all others on. @param {readonly Head[]} off */
  async turnOff(off) {
    this.set({ off });
    await this.run();
  }

  /** Adds the likeliest next piece of the last run to the text, once it is computed. */
  async goOn() {
    const { run, running, text, ids: known } = this.state;
    if (!run || running) return;
    const { tokens, run: after, of } = run;
    const [{ id }] = after.predictions(tokens.length - 1, 1);
    const before = tokens.map((token) => token.id);
    const ids = [...before, id];
    // The decoder reads all pieces that were added together: one alone may be a part of a character, or lack its space.
    const { text: typed, ids: first } =
      known && known === this.#goneOn?.ids ? this.#goneOn.from : { text, ids: before };
    this.#goneOn = { from: { text: typed, ids: first }, ids };
    await this.run({ after, id, ids, text: typed + textAfter(of.model.decode(ids), of.model.decode(first)) });
  }
}

/** Files that are read now. A system that refuses says so in its own words, without what to do. @param {Promise<Record<string, Blob>>} files */
const readable = (files) =>
  files.catch((/** @type {Error} */ error) => {
    if (error instanceof DOMException && error.name !== "AbortError")
      throw modelRefusal("format", "folder_unreadable", { reason: error.message });
    throw error;
  });
