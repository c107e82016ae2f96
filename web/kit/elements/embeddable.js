import { VIEWS } from "../state/views.js";
import { MESSAGES } from "../text/messages.js";
import { say } from "../text/words.js";
import { eventsOf } from "./events.js";
import { Follow } from "./follow.js";
import { Keys } from "./keys.js";
import { Loading } from "./loading.js";

/**
 * Base of all public elements: attributes, loading near the viewport, events and methods. Inside another element, the outer element owns the store,
 * loads the core and fires the events.
 *
 * @fires load - the first picture is ready
 * @fires error - the core could not be loaded, or refused the first settings; detail { message, code }
 * @fires stepchange - the reader moved to another step; detail { step }
 * @fires headchange - the reader selected another head; detail { head }
 * @fires cellselect - the reader selected an element; detail { step, index, value }
 * @fires statechange - the reader changed the state; detail { changed, state }: the names of the changed properties, and the whole `state`
 */
export class Embeddable extends Loading {
  #internals = this.attachInternals();
  /** Warnings already logged that still apply. @type {Set<string>} */
  #warned = new Set();

  constructor() {
    super();
    this.addEventListener("command", (event) => this.#obey(/** @type {any} */ (event).command));
    new Follow(this);
    new Keys(this);
    // If another element owns the store, that element fires the events.
    this.store.addEventListener("change", (event) => this.#tell(/** @type {CustomEvent} */ (event)));
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("alt") || changed.has("locale"))
      this.#internals.ariaLabel = this.alt || say(MESSAGES, this).about;
    this.#internals.role = this.standsAlone ? (this.readonly ? "figure" : "group") : null;
    if (this.store.state.status === "ready") this.#warn();
  }

  /** Handles a command of a button with `commandfor` and `command`. @param {string} command */
  #obey(command) {
    const { store } = this;
    if (!store.state.picture) return;
    if (command === "--next") store.move(1);
    else if (command === "--prev") store.move(-1);
    else if (command === "--play") store.play(true);
    else if (command === "--pause") store.play(false);
    else console.warn(`<${this.localName}> command ${command} is none of --next, --prev, --play, --pause`);
  }

  /** Whether the element shows steps of the layer. */
  get showsSteps() {
    return true;
  }

  /** Closes what is open above the picture. @returns {boolean} whether anything was open */
  fold() {
    return false;
  }

  /** Moves forward by one stage. */
  next() {
    this.store.move(1, "host");
  }

  /** Moves back by one stage. */
  prev() {
    this.store.move(-1, "host");
  }

  /**
   * Shows a step once there is a picture.
   * @param {string} id
   * @returns {Promise<void>} rejects if there is no such step; the error lists the steps
   */
  async goTo(id) {
    await this.loaded();
    this.store.goTo(id, "host");
    await this.updateComplete;
  }

  /**
   * The numbers of a step, copied.
   * @param {string} id
   * @returns {Promise<import("../../core/types.js").StepTensor>} data in logical order, with its shape, strides, offset and storage
   */
  async getTensor(id) {
    await this.loaded();
    return this.shown().tensor(id);
  }

  /**
   * The picture as a standalone SVG document.
   * @param {import("./exports.js").PictureOptions} [options]
   * @returns {Promise<string>}
   */
  async toSVG(options) {
    return (await this.#exports()).svgOf(this, options);
  }

  /**
   * The picture as a PNG.
   * @param {import("./exports.js").PictureOptions & { scale?: number }} [options] scale: image pixels per CSS pixel
   * @returns {Promise<Blob>}
   */
  async toBlob(options) {
    return (await this.#exports()).pngOf(this, options);
  }

  /**
   * The numbers on show as CSV: one row per element of the step's tensor or, for views of heads, one row per head.
   * @returns {Promise<string>} rejects if there would be more than four million rows
   */
  async toCSV() {
    return (await this.#exports()).csvOf(this);
  }

  async #exports() {
    const [exports] = await Promise.all([import("./exports.js"), this.loaded()]);
    const { layer } = this.shown();
    if (!layer && VIEWS[this.pictured].steps) throw new Error(say(MESSAGES, this).alone);
    return exports;
  }

  /**
   * The scene for files and for figures without controls.
   * @abstract @param {import("../draw/marks.js").Surface} _surface @returns {Promise<import("../draw/marks.js").TitledScene>}
   */
  async pictureOn(_surface) {
    throw new Error(`<${this.localName}> draws no picture`);
  }

  /** @param {CustomEvent<{ before: import("../state/state.js").State, by: import("../state/reactive-state.js").By | "load" }>} event */
  #tell({ detail: { before, by } }) {
    const { problem } = this.store.state;
    if (by === "host" && problem && problem.message !== before.problem?.message)
      console.warn(`<${this.localName}> ${problem.message}`); // readers see the message too
    for (const [type, detail] of eventsOf(before, this.store.state, by, this.showsSteps)) {
      // Like an image's, load and error events do not bubble, because window has events of the same names.
      const rises = type !== "load" && type !== "error";
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: rises, composed: rises }));
    }
  }

  /** Logs each warning once. */
  #warn() {
    const said = this.invalidValues.map(({ message }) => message);
    for (const message of said.filter((each) => !this.#warned.has(each)))
      console.warn(`<${this.localName}> ${message}`);
    this.#warned = new Set(said);
  }
}
