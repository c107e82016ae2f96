import { computed } from "@preact/signals-core";
import { Recovery } from "../../kit/state/recovery.js";
import { SignalStore } from "../../kit/state/signal-store.js";
import { emptyRun, paintArriving } from "./page-arriving.js";
import { ByteCount } from "./page-bytes.js";
import { Continuation } from "./page-continuation.js";
import { PageLink } from "./page-link.js";
import { Openings } from "./page-openings.js";
import { SecondSentence } from "./pair.js";
import { HeadRanking } from "./page-ranking.js";
import {
  NOTICED,
  PAINTED,
  firstQuery,
  givenTo,
  readsSame,
  shownRun,
  slowProgress,
  targetFor,
} from "./page-run.js";
import { IDLE, INITIAL, UNMARKED, isSameHead } from "./page-state.js";
import { LayerTrace } from "./page-head.js";

/** @import { Core } from "../../core/index.js" */
/** @import { ModelRun } from "./model-run.js" */
/** @import { Head, Kind, Look, State } from "./page-state.js" */
/** @import { Shown } from "./page-run.js" */

/** @typedef {"reader" | "author"} By who changes the state */

/** @typedef {{ after: ModelRun, id: number, ids: readonly number[], text: string }} Next a piece to add to a run, and all pieces and the text with it */

/** What a run has read. @typedef {Pick<State, "text" | "target" | "ids" | "image" | "masks" | "off">} Read */

/**
 * The state of the page Models: the model on show, and its runs on a sentence. Its parts open models, read links, continue the text,
 * compare with a second sentence, rank heads and trace layers. Each `change` has the state before, and `by`: "author" for changes by attributes.
 * @extends {SignalStore<State>}
 */
export class ModelsPage extends SignalStore {
  #isStale = computed(() => this.state.progress !== null && this.state.run?.isWhole === true);
  #recovery = new Recovery({
    forget: () => {}, // what the reader is typing stays
    restore: async () => {
      await this.#loadCore();
      await this.run();
    },
    giveUp: (failure) => this.set({ status: "failed", failure }),
  });
  /** @type {Core | null} */ #core = null;
  /** Stops the run in progress. */
  #stop = new AbortController();
  /** What the run on show has read. @type {Read | null} */
  #read = null;
  /** The head that a run selected while its layers arrive. @type {Head | null} */
  #unchosen = null;
  bytes = new ByteCount((bytes) => this.set({ bytes }));
  /** Number of calls of choose(). An opening does not take the view from a model that the reader has chosen meanwhile. */
  choices = 0;
  link = new PageLink(this);
  pair = new SecondSentence(this);
  continuation = new Continuation(this);
  ranking = new HeadRanking(this);
  /** An address that load() opens a model from. @type {string | undefined} */
  address;

  /** @param {import("./page-openings.js").LoadModels} loadModels */
  constructor(loadModels) {
    super(INITIAL);
    this.openings = new Openings(this, loadModels);
    new LayerTrace(this);
  }

  /** Whether the run on show is of an earlier text, while a long run is in progress. Tracked like a field of the state. */
  get isStale() {
    return this.#isStale.value;
  }

  /** Whether the run on show has read the text, the masks and the heads off of the state. It has not after a run that was stopped. */
  get isRead() {
    const { run, text, target, ids, image, masks, off } = this.state;
    const read = this.#read;
    return (
      run !== null &&
      read?.text === text &&
      read.target === target &&
      read.ids === ids &&
      read.image === image &&
      read.masks === masks &&
      read.off === off
    );
  }

  /** The core while the status is "ready". After a trap, the failed one until a fresh one is loaded. */
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
    await this.runAgain();
    if (this.address && !this.state.models.length) void this.openings.openAt(this.address);
  }

  async #loadCore() {
    if (this.state.status === "failed") this.set({ status: "waiting", failure: null });
    try {
      this.#core = await this.#recovery.load();
      this.set({ status: "ready" });
    } catch (error) {
      this.set({ status: "failed", failure: /** @type {Error} */ (error) });
      throw error;
    }
  }

  /** Frees the models. The second sentence stays, and is compared when a model is opened again. */
  rest() {
    this.stop();
    this.openings.rest();
    this.pair.rest();
  }

  /** Stops all work in progress. */
  stop() {
    this.openings.stop();
    this.stopRuns();
  }

  /** Stops what is being run, but not what is being opened. */
  stopRuns() {
    this.ranking.stop();
    this.pair.stop();
    this.continuation.stop();
    this.#stop.abort();
    this.set(IDLE);
  }

  /** Runs the text if the run on show has not read it, because its run was stopped. */
  async runAgain() {
    if (this.opened && !this.isRead) await this.run();
  }

  /** Shows a model that the reader chooses. @param {number} at */
  choose(at) {
    this.choices++;
    this.set({ wanted: null });
    return this.show(at);
  }

  /**
   * Shows a model that was opened. The text of a link that the model cannot run is ignored.
   * @param {number} at @param {By} [by] @param {State["models"]} [models] those that are open from now on
   */
  async show(at, by = "reader", models = this.state.models) {
    const { model } = models[at];
    this.set(
      {
        models,
        ...{ at, masks: [], run: null, whole: null, ranking: null, pair: null, problem: null },
        ...{ written: null, patching: null, patchProblem: null },
        ...{ selected: { layer: 0, head: 0 }, pointed: null, query: 0, asked: null, ...UNMARKED },
        image: this.state.image?.from ?? this.state.image ?? firstExample(models[at]),
        ...this.link.begin(model),
      },
      { by },
    );
    await this.run();
    const { run, problem } = this.state;
    if (!run && problem && this.link.dropText()) await this.write(this.link.begin(model).text, by);
  }

  /** Runs a picture, for a model that reads pictures. @param {import("./page-state.js").Given} image */
  async see(image) {
    this.set({ image, masks: [] });
    await this.run();
  }

  /** Runs a source and a target, for a model with an encoder and a decoder. @param {string} text @param {string} target "" for what the model writes */
  async writePair(text, target) {
    this.set({ text, target, ids: null });
    await this.run();
  }

  /** Shows the maps of a kind of attention, of a model with an encoder and a decoder. @param {import("./page-state.js").Kind} kind */
  async showKind(kind) {
    const { run, whole } = this.state;
    this.set({ kind });
    if (!run?.kind || !run.isWhole || !this.opened) return;
    const { opened } = this;
    const shown = await shownRun(this.core, opened, run.run, { kind });
    const all = whole && (whole === run ? shown : await shownRun(this.core, opened, whole.run, { kind }));
    if (this.state.run !== run || this.state.kind !== kind) return; // another run or kind is on show
    const { layer, head } = this.state.selected;
    const isOther = shown.tokens !== run.tokens;
    this.set({
      ...{ run: shown, whole: all, ranking: null, key: null, hovered: null, pointed: null, ...UNMARKED },
      query: isOther ? shown.tokens.length - 1 : this.state.query,
      selected: { layer: Math.min(layer, shown.layers - 1), head: Math.min(head, shown.heads - 1), kind },
    });
  }

  /** @param {string} text @param {By} [by] */
  async write(text, by = "reader") {
    this.set({ text, ids: null, masks: [], patchProblem: null }, { by });
    await this.run();
  }

  /**
   * Runs the model on show, then compares with the second sentence, if there is one. An earlier run in progress is stopped, and its results
   * are not shown.
   * @param {Next} [next] the run continues an earlier one by a piece
   */
  async run(next) {
    const { opened } = this;
    if (!opened) return;
    this.#stop.abort();
    const { signal } = (this.#stop = new AbortController());
    const { text, target, ids, image, masks, off } = {
      ...this.state,
      ...(next && { text: next.text, ids: next.ids }),
    };
    const read = givenTo(opened, { text, ids, image });
    if (read === undefined) return this.set(IDLE);
    const { run: before, kind } = this.state;
    const { encoder, vision, layers: blocks } = opened.model.info;
    if (before?.isWhole) this.bytes.reset();
    this.set({ running: true, progress: null, ranking: null });
    const { onProgress, end } = slowProgress(
      { done: 0, total: (encoder?.layers ?? 0) + blocks + 1 },
      (progress) => !signal.aborted && this.set({ progress }),
      this.state.run ? NOTICED : 0,
    );
    /** @type {ReturnType<typeof paintArriving> | undefined} */
    let layers;
    try {
      if (!before?.isWhole && !vision && !encoder) {
        const tokens = opened.model.tokensOf(/** @type {import("./run-options.js").Text} */ (read), masks);
        layers = paintArriving(
          this.core,
          emptyRun(opened, tokens, masks),
          (shown) => signal.aborted || this.#showArriving(shown),
          opened.named ? 0 : PAINTED,
        );
      }
      /** @param {State["off"]} without @param {{ caches?: boolean, ids?: readonly number[] }} [how] ids: of the target */
      const runOf = (without, { caches = false, ids: written } = {}) =>
        opened.model.run(read, {
          ...{ mask: masks, headScale: this.scalesFor(without), caches, onProgress, signal },
          onLayer: caches ? layers?.onLayer : undefined,
          ...(encoder && { target: written ? { ids: written } : targetFor(opened.model, target) }),
        });
      const showMade = async (/** @type {Promise<ModelRun>} */ made) =>
        shownRun(this.core, opened, await made, { signal, kind });
      // A target that the model writes is written with all heads, so that a run without some reads the same pieces.
      const written = encoder && !target && off.length ? await showMade(runOf([])) : null;
      const run = await showMade(
        next
          ? next.after.goOn(next.id, { onProgress, signal })
          : runOf(off, { caches: true, ids: written?.run.tokens.map(({ id }) => id) }),
      );
      const known = written ?? (this.#read?.image === image ? this.state.whole : null);
      const whole = !off.length ? run : known && readsSame(known, run) ? known : await showMade(runOf([]));
      if (signal.aborted) return;
      this.#showRun(run, whole, { text, target, ids, image, masks, off });
      if (encoder && this.state.kind !== kind) await this.showKind(this.state.kind);
    } catch (error) {
      if (!signal.aborted) this.set({ ...IDLE, problem: /** @type {Error} */ (error) });
    } finally {
      end();
      layers?.end();
      this.bytes.tell();
    }
    if (!signal.aborted && !vision && !encoder) await this.pair.follow();
  }

  /** Shows the layers of a run that have arrived. @param {Shown} shown */
  #showArriving(shown) {
    const { run: before, query } = this.state;
    const last = shown.tokens.length - 1;
    this.#read = null;
    this.set({
      ...{ run: shown, whole: null, problem: null, key: null, hovered: null },
      query: before?.tokens === shown.tokens ? query : last,
      ...this.link.selectionIn(shown, before?.of !== shown.of),
    });
    if (before?.of !== shown.of) this.#unchosen = this.state.selected;
  }

  /** @param {Shown} run @param {Shown} whole @param {Read} read */
  #showRun(run, whole, read) {
    const { query, run: before } = this.state;
    const last = run.tokens.length - 1;
    const isOther = before?.tokens.length !== run.tokens.length;
    const isFirst = before?.of !== run.of || this.state.selected === this.#unchosen;
    this.#read = read;
    this.#unchosen = null;
    const { text, ids } = read; // a picture that the reader has drawn on meanwhile stays
    this.set({
      ...{ run, whole, ...IDLE, problem: null, key: null, hovered: null, text, ids },
      query: isOther ? firstQuery(run) : Math.min(query, last),
      ...this.link.selectionIn(run, isFirst),
    });
  }

  /** Factors of heads by layer: 0 for those in `off`. Of a model with an encoder and a decoder by kind, then by layer. @param {readonly Head[]} off */
  scalesFor(off) {
    const { heads, encoder } = /** @type {import("./page-state.js").Opened} */ (this.opened).model.info;
    if (!encoder) return scalesOf(off, heads);
    const of = (/** @type {Kind} */ kind) => off.filter((head) => head.kind === kind);
    return {
      ...{ encoder: scalesOf(of("encoder"), encoder.heads), decoder: scalesOf(of("decoder"), heads) },
      cross: scalesOf(of("cross"), heads),
    };
  }

  /** Ranks heads for a class from now on. @param {number} asked */
  askFor(asked) {
    this.set({ asked, ranking: null });
  }

  /** @param {Head} selected */
  select(selected) {
    this.set({ selected });
  }

  /** @param {Head | null} pointed */
  point(pointed) {
    if (!isSameHead(this.state.pointed, pointed)) this.set({ pointed });
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
    const others = off.filter((each) => !isSameHead(each, head));
    this.set({ off: others.length < off.length ? others : [...off, head] });
    await this.run();
  }

  /** Switches these heads off, and all others on. @param {readonly Head[]} off */
  async turnOff(off) {
    this.set({ off });
    await this.run();
  }
}

/** @param {readonly Head[]} off @param {number} heads of a layer */
function scalesOf(off, heads) {
  /** @type {Record<number, Float32Array>} */
  const scales = {};
  for (const { layer, head } of off) (scales[layer] ??= new Float32Array(heads).fill(1))[head] = 0;
  return scales;
}

/** The picture that a model shows first: the last of the first row. @param {import("./page-state.js").Opened} opened */
const firstExample = ({ examples, model }) =>
  examples?.[(model.info.vision?.labels.length ?? 1) - 1] ?? examples?.[0] ?? null;
