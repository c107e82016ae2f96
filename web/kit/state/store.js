import { loadCore } from "../../core/index.js";
import { whyInvalid } from "./invalid-settings.js";
import { namesFor, ownWith } from "./own-numbers.js";
import { Playback } from "./playback.js";
import { ReactiveState } from "./reactive-state.js";
import { NOTHING, NOWHERE, meaningOf } from "./selection.js";
import { SETTINGS } from "./settings.js";
import { SHOWN } from "./shown.js";
import { inLoad, refused, whyUnloaded } from "../text/refusals.js";
import { isSame } from "./snapshot.js";
import { moveFrom, unknownStep } from "./stages.js";
import { heldIn, pathOf, selectedIn } from "./state.js";

/**
 * The one state behind the elements, and the only way to change it. Elements read `state` and call.
 *
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./selection.js").Selection} Selection
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("./state.js").State} State
 * @typedef {import("./reactive-state.js").By} By
 */

const AT_ONCE = 2000; // ms

export class Store extends ReactiveState {
  #playback = new Playback({
    isPlaying: () => this.state.playing,
    moveOn: () => this.#moveBy(1, "reader"),
    ended: () => this.play(false),
  });
  /** Identity of the reader's last request for a wrong path; an earlier request is ignored when its panels arrive. */
  #tried = {};

  /** The selection on show: the pointer's preview, or the selection that a click holds. */
  get selection() {
    return selectedIn(this.state);
  }

  /** Fetches the core and computes; resolves when there is a picture or a problem to show. After it failed it may be tried again. */
  async load() {
    if (this.state.status === "failed") this.change({ status: "waiting", failure: null }, "host");
    try {
      const core = await loadCore();
      if (core !== this.core) this.#recoverFrom(core);
      this.change({ status: "ready", core, changed: null }, "host");
      await this.trained.done;
      this.change({}, "load");
    } catch (error) {
      this.change({ status: "failed", failure: /** @type {Error} */ (error) }, "load");
      throw error;
    }
  }

  /** When a fresh core took the place of one that had trapped. */
  #recovered = -Infinity;

  /** Takes a fresh core once this one has trapped; that one trapping at once as well is told as a failure. @param {import("../../core/index.js").Core} core */
  async #recoverFrom(core) {
    await core.broken;
    if (this.core !== core) return;
    const isAgain = performance.now() - this.#recovered < AT_ONCE;
    this.#recovered = performance.now();
    if (!isAgain) return this.load().catch(() => {}); // which is told by the status
    const failure = inLoad(refused("core_failed_again"));
    this.change({ status: "failed", failure, core: null }, "load");
  }

  /** @param {Partial<Settings>} settings @param {By} [by] */
  configure(settings, by = "reader") {
    const [changed = null] = /** @type {(keyof Settings)[]} */ (Object.keys(settings));
    this.change({ settings, changed }, by);
  }

  /**
   * Writes settings and values of what is shown, by row name. Values that do not exist change nothing: they wait for a picture in which they
   * exist, and `misfits` says so.
   * @param {Readonly<Record<string, any>>} values @param {By} [by]
   */
  take(values, by = "host") {
    const { settings: held, picture, waiting } = this.state;
    const rows = SETTINGS.filter(({ name }) => name in values);
    const invalid = rows.filter((row) => whyInvalid(row, values[row.name], picture) !== null);
    const fit = rows.filter((row) => !invalid.includes(row) && !isSame(held[row.name], values[row.name]));
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

  /** Shows values while they are pointed at. Ignored until there is a picture. @param {Readonly<Record<string, any>>} values */
  peek(values) {
    if (!this.state.picture) return;
    if (!this.state.held) this.change({ held: heldIn(this.state) }, "preview");
    this.take(values, "preview");
  }

  /**
   * Takes numbers of one's own in place of those of the page. Tokens that nobody named are numbered.
   * @param {Partial<import("./own.js").Own>} change @param {By} [by]
   */
  give(change, by = "host") {
    const { settings, own: before } = this.state;
    const own = ownWith(before, change);
    this.change({ own, settings: namesFor(settings, own, before), changed: "tokens" }, by);
  }

  /** @param {Partial<import("./look.js").Look>} look how the heads are looked at */
  look(look) {
    this.change({ look }, "reader");
  }

  /** @param {string} id @param {By} [by] @throws {RangeError} naming the steps there are */
  goTo(id, by = "reader") {
    const { picture, step, comparison } = this.state;
    if (picture && !picture.step(id)) throw unknownStep(id, picture.steps);
    if (id !== step) this.take({ step: id }, by);
    else if (comparison) this.makeRight(by);
  }

  /** @param {number} by stages @param {By} [cause] @returns {boolean} false past either end */
  move(by, cause = "reader") {
    if (cause === "reader" && this.#playback.hasMoved(this.state.playing ? by : 0)) return true;
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

  /** Selects, and brings windows that the reader moved back to the selection. @param {Partial<Selection>} selection @param {By} [by] */
  select(selection, by = "reader") {
    this.change({ selection, hover: null, panned: NOWHERE }, by);
  }

  /** Selects an element, and with it its token and head. @param {string} id @param {readonly number[]} index */
  selectElement(id, index) {
    this.select(this.#meaning(id, index));
  }

  /** Moves the windows along the axes of a field. @param {import("./selection.js").Panned} change the first shown */
  pan(change) {
    this.change({ panned: { ...this.state.panned, ...change }, hover: null }, "reader");
  }

  /** Selects an element that is in view: no window moves. @param {string} id @param {readonly number[]} index */
  hold(id, index) {
    this.change({ selection: this.#meaning(id, index), hover: null }, "reader");
  }

  /** Selects an element that is in view and shows what it was computed from; the same one again closes that. @param {string} id @param {readonly number[]} index */
  trace(id, index) {
    const { origin } = this.state;
    const isTraced = origin && origin.id === id && origin.index.join() === index.join();
    const selection = this.#meaning(id, index);
    this.change({ selection, hover: null, origin: isTraced ? null : { id, index } }, "reader");
  }

  /** Closes what an element was computed from; it stays selected. */
  untrace() {
    if (this.state.origin) this.change({ origin: null }, "reader");
  }

  /**
   * Sets a wrong path beside the right one, at the head in which it shows most, once everything that shows it is loaded. Ignored
   * if the reader has gone on meanwhile. A wrong path that these settings cannot take becomes `refusal`.
   * @param {import("../../core/types.js").Fault} fault
   * @param {Promise<unknown>} [shown] resolves when what shows it is loaded
   */
  async tryWrong(fault, shown) {
    const tried = (this.#tried = {});
    const { picture, step } = this.state;
    const error = await Promise.resolve(shown).then(() => undefined, whyUnloaded);
    const { picture: now, step: at, resting } = this.state;
    if (this.#tried !== tried || resting || now !== picture || at !== step) return;
    this.change({ wrong: { fault, isTried: true, opening: "moves", error } }, "reader");
  }

  /** Leaves the wrong path. @param {By} [by] */
  makeRight(by = "reader") {
    this.#tried = {};
    this.change({ wrong: null, axis: null, hover: null, origin: null }, by);
  }

  /** The core; null before it is loaded, and never where there is a picture. */
  get core() {
    return this.state.core;
  }

  /**
   * What a panel wants to know of the core and the settings on show; null before there is a core.
   * @template Answer
   * @param {(core: import("../../core/index.js").Core, settings: Settings) => Answer} question
   */
  ask(question) {
    const { settings } = this.state.picture ?? this.state;
    return this.core && question(this.core, settings);
  }

  /** @param {string | null} axis its kind, as in axisKind */
  lightAxis(axis) {
    this.change({ axis }, "reader");
  }

  /** @param {string | null} id of the step that made it */
  lightTensor(id) {
    if (id !== this.state.tensor) this.change({ tensor: id }, "reader");
  }

  /** @param {boolean} largest whether attention is drawn to its largest weight, not to 1 */
  scaleTo(largest) {
    this.change({ largest }, "reader");
  }

  /** @param {string} language by id */
  speak(language) {
    this.change({ language }, "reader");
  }

  /** @param {string} id @param {readonly number[] | null} index null when the pointer left */
  preview(id, index) {
    const hover = index && { ...this.state.selection, ...this.#meaning(id, index) };
    if (hover || this.state.hover) this.change({ hover }, "reader");
  }

  /** @returns {boolean} whether anything was held */
  letGo() {
    const { comparison, selection, origin } = this.state;
    if (comparison) this.change({ wrong: null }, "reader");
    else if (origin) this.untrace();
    else {
      const nothing = { ...NOTHING, batch: selection.batch }; // which sentence is looked at is no mark on it
      this.change({ selection: nothing, hover: null, panned: NOWHERE, tensor: null }, "reader");
      return !isSame(selection, nothing);
    }
    return true;
  }

  /** @param {boolean} playing */
  play(playing) {
    this.#playback.stop();
    if (playing && !this.#playback.start())
      this.goTo(/** @type {Picture} */ (this.state.picture).stages[0][0].id);
    this.change({ playing }, "reader");
  }

  /** Gives the memory in the core back, while nobody looks; what was fetched stays readable. */
  rest() {
    this.play(false);
    this.trained.end();
    this.change({ resting: true }, "host");
  }

  /** Computes anew what resting gave back. */
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
