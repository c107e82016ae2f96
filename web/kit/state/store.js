import { loadCore } from "../../core/index.js";
import { facingSelected } from "./batch.js";
import { compare, mostDifferent } from "./compare.js";
import { namesFor, ownWith } from "./own-numbers.js";
import { askedOf, compute } from "./picture.js";
import { NOTHING, NOWHERE, meaningOf } from "./selection.js";
import { whyInvalid } from "./invalid-settings.js";
import { SETTINGS, asLabelled, overLimit, settingNamed } from "./settings.js";
import { ROWS, SHOWN } from "./shown.js";
import { moveFrom, unknownStep } from "./stages.js";
import { TrackedFields } from "./tracked-fields.js";
import { TrainedWeights } from "./trained-weights.js";
import { INITIAL, kept, pathOf } from "./state.js";
import { isSame, shownIn, valueIn } from "./snapshot.js";

/**
 * The one state behind the elements, and the only way to change it. Elements read `state` and call; every call ends in
 * one `change` event, which names the cause so that a host never hears its own set echoed.
 *
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./selection.js").Selection} Selection
 * @typedef {import("./picture.js").Picture} Picture
 *
 * @typedef {import("./state.js").State} State
 *
 * @typedef {{ fault: import("../../core/types.js").Fault, by: By, stays: boolean }} Asked  a wrong path, and whether what is selected stays so
 * @typedef {"reader" | "host" | "preview"} By  who caused a change; of a preview nobody is told
 */

const PLAY_INTERVAL = 1800; // ms: time to read a title and see what moved
const TOGETHER = 250; // ms: what plays and what the reader presses go one stage between them

export class Store extends EventTarget {
  #fields = new TrackedFields(INITIAL);

  /** @type {import("../../core/index.js").Core | null} */
  #core = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** When what plays went on last, and when the reader did. */
  #went = { played: -Infinity, moved: -Infinity };
  #resting = false;
  /** The wrong path that is on its way. @type {Asked | null} */
  #asked = null;
  /** Trains the layer's weights where weights is "trained". */
  #trained = new TrainedWeights(
    (message, by) => this.#set({ problem: { setting: null, message: asLabelled(message) } }, by),
    () => this.configure({ weights: this.state.settings.weights }, "host"),
  );
  /** Resolves when the wrong path that was set is shown. @type {Promise<void> | undefined} */
  #taken;
  /** What a host set that is not in this picture, by name: it may be in the next. @type {Record<string, any>} */
  #refused = {};

  /** What is shown; whoever reads a field of it while rendering is rendered again when that field changes. @returns {State} */
  get state() {
    return this.#fields.view;
  }

  /** What is selected right now, the preview before what is held. */
  get selection() {
    return this.state.hover ?? this.state.selection;
  }

  /** Fetches the core and computes; resolves when there is a picture or a problem to show. */
  async load() {
    try {
      this.#core = await loadCore();
      this.#set({ status: "ready", ...this.#computed(this.state.settings, null) }, "host");
      await this.#trained.done;
      this.#fulfil();
      await this.#taken; // or said why not
      this.#set({}, "load");
    } catch (error) {
      this.#set({ status: "failed", failure: /** @type {Error} */ (error) }, "load");
      throw error;
    }
  }

  /** @param {Partial<Settings>} change @param {By} [by] */
  configure(change, by = "reader") {
    const settings = { ...this.state.settings, ...change };
    const [setting = null] = /** @type {(keyof Settings)[]} */ (Object.keys(change));
    if (this.state.picture && Object.keys(change).every((name) => name === "colormap"))
      return this.#set({ settings, picture: recoloured(this.state.picture, settings) }, by);
    const computes = this.#core && !this.#resting;
    const playing = this.state.playing && (settings.tokens.length > 0 || this.#halted());
    const before = this.state.picture;
    const asked = this.#asked;
    this.#set({ settings, playing, ...(computes ? this.#computed(settings, setting) : {}) }, by);
    if (this.state.picture === before) return;
    if (!before) this.#fulfil();
    else if (by === "host") this.#again(asked);
  }

  /** With another picture, what a host set of it and was not in the one before, in whichever order it sets its properties. @param {Asked | null} asked */
  #again(asked) {
    if (Object.keys(this.#refused).length) this.#show({ ...this.#refused }, "host");
    if (asked?.by === "host") this.#takeWrong(asked);
  }

  /** Settings and what is shown of them, by name; what does not exist is said and changes nothing. @param {Readonly<Record<string, any>>} change @param {By} [by] */
  take(change, by = "host") {
    const { settings: held } = this.state;
    const rows = SETTINGS.filter(({ name }) => name in change);
    const fit = rows
      .filter((row) => this.#fits(row, change[row.name], by))
      .filter(({ name }) => !isSame(held[name], change[name]));
    const settings = Object.fromEntries(fit.map(({ name }) => [name, change[name]]));
    if (fit.length) this.configure(settings, by);
    this.#show(change, by);
  }

  /** Before there is a picture it is a wish; what is left out is then as a picture opens. @param {Readonly<Record<string, any>>} change @param {By} by */
  #show(change, by) {
    const { picture } = this.state;
    const rows = SHOWN.filter(({ name }) => name in change);
    if (!picture) {
      const wishes = { ...this.state.wishes };
      for (const row of rows) {
        wishes[row.name] = change[row.name];
        if (change[row.name] === row.default) delete wishes[row.name];
      }
      return this.#set({ wishes }, by);
    }
    const fit = rows.filter((row) => this.#fits(row, change[row.name], by));
    let to = this.state;
    for (const { name, read, write } of fit)
      if (!isSame(read(to), change[name])) to = { ...to, ...write(change[name], to) };
    if (to.step !== this.state.step) {
      if (to.playing) this.#playOn(); // from here there is time again
      to = { ...to, comparison: this.#left() };
    }
    this.#set(to, by);
    const has = (/** @type {string} */ row) => fit.some(({ name }) => name === row);
    if (has("layer")) this.#goToLayer(change.layer ?? 0, by);
    if (has("wrong")) {
      const isSelected = [change.head, change.token, change.keyToken].some(
        (at) => at !== undefined && at !== null,
      );
      this.#goWrong(change.wrong, by, isSelected);
    }
  }

  /** @param {number} layer of one's own attention @param {By} by */
  #goToLayer(layer, by) {
    if (layer !== this.state.own.layer) this.give({ layer }, by);
  }

  /** @param {import("../../core/types.js").Fault} fault @param {By} by @param {boolean} stays whether what is selected is what was asked for */
  #goWrong(fault, by, stays) {
    const { comparison } = this.state;
    if (fault === "none") {
      this.#asked = null; // one that is on its way does not come
      if (comparison) this.makeRight(by);
    } else if (fault !== comparison?.fault) this.#taken = this.#takeWrong({ fault, by, stays });
  }

  /** Where it cannot be taken, that is said as of other values. @param {Asked} asked */
  async #takeWrong(asked) {
    const { fault, by } = asked;
    const refused = await this.#compare(asked);
    if (refused === null || by === "preview") return;
    if (by === "host") this.#refused.wrong = fault;
    const wrong = `wrong "${fault}" ${refused.replace(`${fault} `, "")}`;
    this.#set({ misfits: { ...this.state.misfits, wrong } }, "host");
  }

  /** Whether a row has such a value; where not, that is said, unless it is only pointed at. @param {import("./invalid-settings.js").Row & { name: string, default: unknown }} row @param {unknown} value @param {By} by */
  #fits(row, value, by) {
    const said = value === row.default ? null : whyInvalid(row, value, this.state.picture);
    if (by === "preview") return said === null;
    if (said !== null && by === "host") this.#refused[row.name] = value;
    else delete this.#refused[row.name];
    const { [row.name]: was = null, ...others } = this.state.misfits;
    if (said !== was)
      this.#set({ misfits: said === null ? others : { ...others, [row.name]: said } }, "host");
    return said === null;
  }

  /** What was wished for before there was a picture. */
  #fulfil() {
    const { picture, wishes } = this.state;
    if (!picture) return;
    this.#set({ wishes: {} }, "host");
    this.#show(wishes, "host");
    this.#set({ from: null }, "host");
  }

  /** Shows it for as long as it is pointed at; of what is not there yet nothing is shown. @param {Readonly<Record<string, any>>} change */
  peek(change) {
    if (!this.state.picture) return;
    const held = Object.fromEntries(ROWS.map((row) => [row.name, valueIn(this.state, row)]));
    this.#set({ peeked: held }, "preview");
    this.take(change, "preview");
  }

  /** Back to what is held. */
  unpeek() {
    const { peeked } = this.state;
    if (!peeked) return;
    this.take(peeked, "preview");
    this.#set({ peeked: null }, "preview");
  }

  /**
   * Takes numbers of one's own in place of those of the page, or another layer of these. Tokens that nobody named are numbered.
   * @param {Partial<import("./own.js").Own>} change @param {By} [by]
   */
  give(change, by = "host") {
    const { settings, own } = this.state;
    this.#set({ own: ownWith(own, change) }, by);
    this.configure(namesFor(settings, this.state.own, own), by);
  }

  /** @param {Partial<import("./look.js").Look>} change of how the heads are looked at */
  look(change) {
    this.#set({ look: { ...this.state.look, ...change } }, "reader");
  }

  /** @param {string} id @param {By} [by] @throws {RangeError} naming the steps there are */
  goTo(id, by = "reader") {
    const { picture, step, comparison } = this.state;
    if (picture && !picture.step(id)) throw unknownStep(id, picture.steps);
    if (id !== step) this.#show({ step: id }, by);
    else if (comparison) this.makeRight(by);
  }

  /** @param {number} by stages @param {By} [cause] @returns {boolean} false past either end */
  move(by, cause = "reader") {
    if (cause === "reader") {
      if (this.state.playing && by > 0 && isRecent(this.#went.played)) return true;
      this.#went.moved = performance.now();
    }
    return this.#moveBy(by, cause);
  }

  /** @param {number} by @param {By} cause */
  #moveBy(by, cause) {
    const { picture, step, settings } = this.state;
    const to =
      picture &&
      settings.tokens.length &&
      moveFrom(picture.stages, step, by, picture.step(step)?.lane ?? null);
    if (to) this.goTo(to.id, cause);
    return Boolean(to);
  }

  /** What is held is in view: windows that were moved come back to it. @param {Partial<Selection>} change @param {By} [by] */
  select(change, by = "reader") {
    this.#set({ selection: { ...this.state.selection, ...change }, hover: null, panned: NOWHERE }, by);
  }

  /** Selects an element, and with it its token and head. @param {string} id @param {readonly number[]} index */
  selectElement(id, index) {
    this.select(this.#meaning(id, index));
  }

  /** Moves the windows along the axes of a field. @param {import("./selection.js").Panned} change the first shown */
  pan(change) {
    this.#set({ panned: { ...this.state.panned, ...change }, hover: null }, "reader");
  }

  /** Selects an element that is in view: no window moves. @param {string} id @param {readonly number[]} index */
  hold(id, index) {
    this.#set({ selection: { ...this.state.selection, ...this.#meaning(id, index) }, hover: null }, "reader");
  }

  /** Selects an element that is in view and shows what it was computed from; the same one again closes that. @param {string} id @param {readonly number[]} index */
  trace(id, index) {
    const { origin } = this.state;
    const same = origin && origin.id === id && origin.index.join() === index.join();
    const selection = { ...this.state.selection, ...this.#meaning(id, index) };
    this.#set({ selection, hover: null, origin: same ? null : { id, index } }, "reader");
  }

  /** Closes what an element was computed from; it stays selected. */
  untrace() {
    if (this.state.origin) this.#set({ origin: null }, "reader");
  }

  /**
   * Sets a wrong path beside the right one, once all is there that shows it, at the head and the token where it shows most; a reader who has
   * gone on meanwhile is left alone. Where these settings cannot go wrong so, that is said instead.
   * @param {import("../../core/types.js").Fault} fault
   * @param {Promise<unknown>} [shown] resolves when what shows it is loaded
   */
  async tryWrong(fault, shown) {
    const message = await this.#compare({ fault, by: "reader", stays: false }, shown);
    if (message !== null) this.#set({ refusal: { fault, message } }, "reader");
  }

  /** @param {Asked} asked @param {Promise<unknown>} [shown] @returns {Promise<string | null>} why it cannot be taken */
  async #compare(asked, shown) {
    const { fault, by, stays } = (this.#asked = asked);
    const { picture, step } = this.state;
    const waits = () =>
      this.#asked === asked && !this.#resting && this.state.picture === picture && this.state.step === step;
    try {
      await shown;
      if (!this.#core || !picture || !waits()) return null;
      const comparison = compare(this.#core, askedOf(picture), fault, picture.own);
      this.#asked = null;
      this.#compared(comparison, by, stays ? null : mostDifferent(comparison));
    } catch (error) {
      if (!waits()) return null;
      this.#asked = null;
      return /** @type {Error} */ (error).message;
    }
    return null;
  }

  /** Leaves the wrong path. @param {By} [by] */
  makeRight(by = "reader") {
    this.#asked = null;
    this.#compared(null, by);
  }

  /** @param {State["comparison"]} comparison @param {By} by @param {Partial<Selection> | null} [most] where it shows most */
  #compared(comparison, by, most) {
    this.#left();
    const playing = this.#halted();
    const selection = most ? { ...this.state.selection, ...most } : this.state.selection;
    this.#set({ comparison, selection, refusal: null, axis: null, hover: null, origin: null, playing }, by);
  }

  /** The core; null before it is loaded, and never where there is a picture. */
  get core() {
    return this.#core;
  }

  /**
   * What a panel wants to know of the core and the settings on show; null before there is a core.
   * @template Answer
   * @param {(core: import("../../core/index.js").Core, settings: Settings) => Answer} question
   */
  ask(question) {
    const { settings } = this.state.picture ?? this.state;
    return this.#core && question(this.#core, settings);
  }

  /** @returns {null} the comparison after it was given back */
  #left() {
    this.state.comparison?.right.dispose();
    this.state.comparison?.wrong.dispose();
    return null;
  }

  /** @returns {false} what plays is stopped */
  #halted() {
    clearTimeout(this.#timer);
    return false;
  }

  /** @param {string | null} axis its kind, as in axisKind */
  lightAxis(axis) {
    this.#set({ axis }, "reader");
  }

  /** @param {string | null} id of the step that made it */
  lightTensor(id) {
    if (id !== this.state.tensor) this.#set({ tensor: id }, "reader");
  }

  /** @param {boolean} largest whether attention is drawn to its largest weight, not to 1 */
  scaleTo(largest) {
    this.#set({ largest }, "reader");
  }

  /** @param {string} language by id */
  speak(language) {
    this.#set({ language }, "reader");
  }

  /** @param {string} id @param {readonly number[] | null} index null when the pointer left */
  preview(id, index) {
    const hover = index && { ...this.state.selection, ...this.#meaning(id, index) };
    if (hover || this.state.hover) this.#set({ hover }, "reader");
  }

  /** @returns {boolean} whether anything was held */
  letGo() {
    const { comparison, selection, origin } = this.state;
    if (comparison) this.#set({ comparison: this.#left() }, "reader");
    else if (origin) this.untrace();
    else {
      const nothing = { ...NOTHING, batch: selection.batch }; // which sentence is looked at is no mark on it
      this.#set({ selection: nothing, hover: null, panned: NOWHERE, tensor: null }, "reader");
      return !isSame(selection, nothing);
    }
    return true;
  }

  /** @param {boolean} playing */
  play(playing) {
    this.#halted();
    if (playing) {
      if (!isRecent(this.#went.moved) && !this.#playStage())
        this.goTo(/** @type {Picture} */ (this.state.picture).stages[0][0].id);
      this.#playOn();
    }
    this.#set({ playing }, "reader");
  }

  #playStage() {
    this.#went.played = performance.now();
    return this.#moveBy(1, "reader");
  }

  #playOn() {
    this.#halted();
    this.#timer = setTimeout(() => this.#playStage() || this.play(false), PLAY_INTERVAL);
  }

  /** Gives the memory in the core back, while nobody looks; what was fetched stays readable. */
  rest() {
    this.play(false);
    this.state.picture?.dispose();
    this.#resting = true;
    this.#trained.end();
    if (this.state.comparison) this.#set({ comparison: this.#left() }, "host");
  }

  /** Computes anew what resting gave back. */
  wake() {
    if (!this.#resting) return;
    this.#resting = false;
    const { settings, picture, problem } = this.state;
    const computed = this.#computed(settings, problem && problem.setting);
    // Under settings that are refused, or an emptied sentence, what was on show is computed.
    this.#set(
      {
        ...(picture && !computed.picture && this.#computed(askedOf(picture), null, picture.own)),
        ...computed,
      },
      "host",
    );
    this.#again(null);
  }

  /** @param {string} id @param {readonly number[]} index */
  #meaning(id, index) {
    const picture = pathOf(this.state);
    const step = picture?.step(id);
    if (!step) return {};
    const { batch, ...meaning } = meaningOf(step, index, /** @type {Picture} */ (picture).steps);
    return picture?.items ? { ...meaning, batch } : meaning;
  }

  /**
   * The new picture, or the old one and why. Bad settings never lose what the reader had.
   * @param {Settings} settings @param {keyof Settings | null} setting @param {State["own"]} [own]
   * @returns {Partial<State>}
   */
  #computed(settings, setting, own = this.state.own) {
    if (!settings.tokens.length) return { problem: null };
    const limit = overLimit(settings);
    if (limit) return { problem: limit };
    try {
      const trained = this.#trained.of(settings, this.state.own.layer);
      if (trained === null) return {};
      if (trained) {
        own = trained.own;
        settings = { ...settings, tokens: trained.tokens };
      }
      const picture = compute(/** @type {any} */ (this.#core), settings, { own });
      this.state.picture?.dispose();
      return {
        ...{ picture, problem: null, ...kept(this.state, picture), comparison: this.#left() },
        ...(trained && { settings }), // with the words as the model reads them
      };
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      return { problem: { setting: setting ?? settingNamed(message), message: asLabelled(message) } };
    }
  }

  /** What was changed while something else was pointed at is held, and stays when that is let go. @param {State} before */
  #hold(before) {
    const { peeked } = this.state;
    const kept = ROWS.filter((row) => isSame(shownIn(before, row), shownIn(this.state, row)));
    const held = peeked && Object.fromEntries(kept.map(({ name }) => [name, peeked[name]]));
    this.#fields.replace({ ...this.state, peeked: held });
  }

  /** @param {Partial<State>} change @param {By | "load"} by */
  #set(change, by) {
    const before = this.state;
    const state = { ...before, ...change };
    this.#fields.replace(facingSelected(state));
    if (before.peeked && by !== "preview") this.#hold(before);
    this.dispatchEvent(new CustomEvent("change", { detail: { before, by } }));
  }
}

/** The same numbers in other colours. @param {Picture} picture @param {Settings} settings @returns {Picture} */
const recoloured = (picture, { colormap }) => ({ ...picture, settings: { ...picture.settings, colormap } });

/** @param {number} time */
const isRecent = (time) => performance.now() - time < TOGETHER;
