import { Recovery } from "./recovery.js";
import { whyInvalid } from "./invalid-settings.js";
import { namesFor, ownWith } from "./own.js";
import { Playback } from "./playback.js";
import { ReactiveState } from "./reactive-state.js";
import { NOTHING, NOWHERE, meaningOf } from "./selection.js";
import { SETTINGS, hasInput } from "./settings.js";
import { SHOWN } from "./shown.js";
import { refused, whyUnloaded } from "../text/refusals.js";
import { isDeeplyEqual } from "./snapshot.js";
import { moveFrom, tourFrom, unknownStep } from "./stages.js";
import { heldIn, pathOf, selectedIn } from "./state.js";

/**
 * The state of the elements, and the only way to change it. Elements read `state` and call methods.
 *
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./selection.js").Selection} Selection
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("./state.js").State} State
 * @typedef {import("./reactive-state.js").By} By
 */

export class Store extends ReactiveState {
  #playback = new Playback({
    isPlaying: () => this.state.playing,
    speed: () => this.state.speed,
    moveOn: () => this.#moveBy(1, "reader"),
    ended: () => this.play(false),
  });
  /** Identity of the reader's last request for a wrong path. Earlier requests are ignored when their panels arrive. */
  #tried = {};
  #recovery = new Recovery({
    forget: () => this.trained.end(),
    restore: () => this.#restore(),
    giveUp: () => {}, // the problem holds the error
  });

  /** The shown selection: previewed by the pointer, or set by a click. */
  get selection() {
    return selectedIn(this.state);
  }

  /** Loads the core and computes. Resolves when there is a picture or a problem to show. Can be called again after a failure. */
  async load() {
    const { status, resting } = this.state;
    if (status === "failed") this.change({ status: "waiting", failure: null }, "host");
    try {
      const core = await this.#recovery.load();
      this.change({ status: "ready", core, changed: null }, "host");
      await this.settled();
      if (!resting) this.wake(); // the element was removed meanwhile
      await this.settled();
      this.change({}, "load");
    } catch (error) {
      this.change({ status: "failed", failure: /** @type {Error} */ (error) }, "load");
      throw error;
    }
  }

  /** Whether the trained weights that were requested last are on their way. */
  get awaitsWeights() {
    return this.trained.isComing;
  }

  /** Resolves when the trained weights that were requested last are there, or training has failed. */
  async settled() {
    let done;
    do {
      done = this.trained.done;
      await done;
    } while (done !== this.trained.done); // other weights were requested meanwhile
  }

  /** Computes everything again in a fresh core. */
  async #restore() {
    const { wrong } = this.state;
    await this.load();
    if (wrong) this.change({ wrong }, "host");
  }

  /** @param {Partial<Settings>} settings @param {By} [by] */
  configure(settings, by = "reader") {
    const [changed = null] = /** @type {(keyof Settings)[]} */ (Object.keys(settings));
    this.change({ settings, changed }, by);
  }

  /**
   * Writes settings and shown values, by row name. Invalid values change nothing: they wait for a picture in which they exist, and `invalidValues`
   * reports them.
   * @param {Readonly<Record<string, any>>} values @param {By} [by]
   */
  take(values, by = "host") {
    const { settings: held, picture, waiting } = this.state;
    const rows = SETTINGS.filter(({ name }) => name in values);
    const invalid = rows.filter((row) => whyInvalid(row, values[row.name], picture) !== null);
    const fit = rows.filter(
      (row) => !invalid.includes(row) && !isDeeplyEqual(held[row.name], values[row.name]),
    );
    const shown = SHOWN.filter(({ name }) => name in values);
    const waits = [...invalid, ...shown.filter((row) => picture || values[row.name] !== row.default)];
    const others = Object.entries(waiting).filter(([name]) => !(name in values));
    const settings = only(values, fit);
    this.change(
      {
        ...(fit.length && { settings, changed: fit[0].name }),
        ...(by !== "preview" && { waiting: { ...Object.fromEntries(others), ...only(values, waits) } }),
      },
      by,
      only(values, shown),
    );
    if (this.state.playing && "step" in values) this.#playback.wait();
  }

  /** Previews values while the pointer is over their link. Ignored until there is a picture. @param {Readonly<Record<string, any>>} values */
  peek(values) {
    if (!this.state.picture) return;
    if (!this.state.held) this.change({ held: heldIn(this.state) }, "preview");
    this.take(values, "preview");
  }

  /**
   * Uses an author's own numbers in place of the page's. Tokens without names are numbered.
   * @param {Partial<import("./own.js").Own>} change @param {By} [by]
   */
  give(change, by = "host") {
    const { settings, own: before } = this.state;
    const own = ownWith(before, change);
    this.change({ own, settings: namesFor(settings, own, before), changed: "tokens" }, by);
  }

  /** @param {Partial<import("./look.js").Look>} look how the heads are viewed */
  look(look) {
    this.change({ look }, "reader");
  }

  /** @param {string} id @param {By} [by] @throws {RangeError} with the list of steps, if there is no such step */
  goTo(id, by = "reader") {
    const { picture, step, comparison } = this.state;
    if (picture && !picture.step(id)) throw unknownStep(id, picture.steps);
    if (id !== step) this.take({ step: id }, by);
    else if (comparison) this.makeRight(by);
  }

  /** @param {number} by number of stages, or of steps in the tour @param {By} [cause] @returns {boolean} false beyond either end */
  move(by, cause = "reader") {
    if (cause === "reader" && this.#playback.hasMoved(this.state.playing ? by : 0)) return true;
    return this.#moveBy(by, cause);
  }

  /** @param {number} by @param {By} cause */
  #moveBy(by, cause) {
    const { picture, step, settings, touring } = this.state;
    if (!picture || !hasInput(settings)) return false;
    const to = touring
      ? tourFrom(picture.stages, step, by)
      : moveFrom(picture.stages, step, by, picture.step(step)?.lane ?? null);
    if (to) this.goTo(to.id, cause);
    return Boolean(to);
  }

  /** Selects, and moves windows back to the selection. @param {Partial<Selection>} selection @param {By} [by] */
  select(selection, by = "reader") {
    this.change({ selection, hover: null, panned: NOWHERE }, by);
  }

  /** Selects an element with its token and head. @param {string} id @param {readonly number[]} index */
  selectElement(id, index) {
    this.select(this.#meaning(id, index));
  }

  /** Moves the windows along the axes of a field. @param {import("./selection.js").Panned} change first shown indices */
  pan(change) {
    this.change({ panned: { ...this.state.panned, ...change }, hover: null }, "reader");
  }

  /** Selects an element in view without moving windows. @param {string} id @param {readonly number[]} index */
  hold(id, index) {
    this.change({ selection: this.#meaning(id, index), hover: null }, "reader");
  }

  /** Selects an element in view and shows its inputs; the same element again hides them. @param {string} id @param {readonly number[]} index */
  trace(id, index) {
    const { origin } = this.state;
    const isTraced = origin && origin.id === id && origin.index.join() === index.join();
    const selection = this.#meaning(id, index);
    this.change({ selection, hover: null, origin: isTraced ? null : { id, index } }, "reader");
  }

  /** Hides an element's inputs; it stays selected. */
  untrace() {
    if (this.state.origin) this.change({ origin: null }, "reader");
  }

  /**
   * Shows a wrong path beside the right one, at the head with the largest difference, once its panels are loaded. Ignored if the reader has
   * moved on. A path that the settings do not allow becomes `refusal`.
   * @param {import("../../core/types.js").Fault} fault
   * @param {Promise<unknown>} [shown] resolves when the panels are loaded
   */
  async tryWrong(fault, shown) {
    const tried = (this.#tried = {});
    const { picture, step } = this.state;
    const error = await Promise.resolve(shown).then(
      () => undefined,
      (reason) => refused("path_not_loaded", { reason: whyUnloaded(reason) }),
    );
    const { picture: now, step: at, resting } = this.state;
    if (this.#tried !== tried || resting || now !== picture || at !== step) return;
    this.change({ wrong: { fault, isTried: true, opening: "moves", error } }, "reader");
  }

  /** Leaves the wrong path. @param {By} [by] */
  makeRight(by = "reader") {
    this.#tried = {};
    this.change({ wrong: null, axis: null, hover: null, origin: null }, by);
  }

  /** The core. Null before it is loaded; always set if there is a picture. */
  get core() {
    return this.state.core;
  }

  /**
   * The answer of the core to a panel's question about the shown settings; null before the core is loaded.
   * @template Answer
   * @param {(core: import("../../core/index.js").Core, settings: Settings) => Answer} question
   */
  ask(question) {
    const { settings } = this.state.picture ?? this.state;
    return this.core && question(this.core, settings);
  }

  /** @param {string | null} axis kind of the axis, as in axisKind() */
  lightAxis(axis) {
    this.change({ axis }, "reader");
  }

  /** @param {string | null} id id of the step */
  lightTensor(id) {
    if (id !== this.state.tensor) this.change({ tensor: id }, "reader");
  }

  /** @param {boolean} largest whether colours run to the largest weight instead of 1 */
  scaleTo(largest) {
    this.change({ largest }, "reader");
  }

  /** @param {string} language id of the language */
  speak(language) {
    this.change({ language }, "reader");
  }

  /** @param {string} id @param {readonly number[] | null} index null when the pointer has left */
  preview(id, index) {
    const hover = index && { ...this.state.selection, ...this.#meaning(id, index) };
    if (hover || this.state.hover) this.change({ hover }, "reader");
  }

  /** @returns {boolean} whether there was anything to clear */
  letGo() {
    const { comparison, selection, origin } = this.state;
    if (comparison) this.change({ wrong: null }, "reader");
    else if (origin) this.untrace();
    else {
      const nothing = { ...NOTHING, batch: selection.batch }; // keeps the shown sentence, which Escape does not clear
      this.change({ selection: nothing, hover: null, panned: NOWHERE, tensor: null }, "reader");
      return !isDeeplyEqual(selection, nothing);
    }
    return true;
  }

  /**
   * Opens the tour, or closes it.
   * @param {boolean} isOpen
   * @param {{ plays?: boolean, begins?: boolean }} [how]  plays: whether the tour moves on by itself; begins: whether it goes to the first step
   */
  tour(isOpen, { plays = false, begins = true } = {}) {
    this.#playback.stop();
    this.change({ touring: isOpen, playing: isOpen && plays }, "reader");
    const [first] = this.state.picture?.steps ?? [];
    if (!isOpen || !first) return;
    if (begins) this.goTo(first.id);
    if (plays) this.#playback.wait();
  }

  /** Plays the tour from the current step, or pauses it. @param {boolean} playing */
  play(playing) {
    this.#playback.stop();
    if (playing) this.change({ touring: true }, "reader");
    if (playing && !this.#playback.start())
      this.goTo(/** @type {Picture} */ (this.state.picture).stages[0][0].id);
    this.change({ playing }, "reader");
  }

  /** @param {number} speed one of SPEEDS */
  pace(speed) {
    this.change({ speed }, "reader");
    if (this.state.playing) this.#playback.wait();
  }

  /** Frees the memory in the core while the element is not in use; copied numbers stay readable. */
  rest() {
    this.play(false);
    this.trained.end();
    this.change({ resting: true }, "host");
  }

  /** Recomputes the freed picture. */
  wake() {
    if (this.state.resting) this.change({ resting: false }, "host");
  }

  /** @param {string} id @param {readonly number[]} index @returns {Partial<Selection>} */
  #meaning(id, index) {
    const picture = pathOf(this.state);
    const step = picture?.step(id);
    if (!step) return {};
    const { batch, ...meaning } = meaningOf(step, index, /** @type {Picture} */ (picture).steps);
    return picture?.items ? { ...meaning, batch } : meaning;
  }
}

/** @param {Readonly<Record<string, any>>} values @param {readonly { name: string }[]} rows */
const only = (values, rows) => Object.fromEntries(rows.map(({ name }) => [name, values[name]]));
