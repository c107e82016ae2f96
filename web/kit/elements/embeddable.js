import { VIEWS } from "../state/views.js";
import { MESSAGES } from "../text/messages.js";
import { say } from "../text/words.js";
import { eventsOf } from "./events.js";
import { Follow } from "./follow.js";
import { Keys } from "./keys.js";
import { Loading } from "./loading.js";

/** What writes files, loaded when one is asked for. */
export const loadExports = () => import("./exports.js");

/**
 * What every public element shares: its attributes, its loading when near the viewport, its events and methods. Inside
 * another element it is handed that one's store and leaves all of this to it.
 *
 * @fires load - the first picture is there
 * @fires error - the core could not be loaded, or refused the first settings; detail { message, code }
 * @fires stepchange - the reader went to another step; detail { step }
 * @fires headchange - the reader selected another head; detail { head }
 * @fires cellselect - the reader selected an element; detail { step, index, value }
 * @fires statechange - the reader changed what is shown; detail { changed, state }, the names of what changed, and all of it as `state` has it
 */
export class Embeddable extends Loading {
  #internals = this.attachInternals();
  /** What was said on the console, and still is so. @type {Set<string>} */
  #warned = new Set();

  constructor() {
    super();
    this.addEventListener("command", (event) => this.#obey(/** @type {any} */ (event).command));
    new Follow(this);
    new Keys(this);
    // Of another element's store that element tells.
    this.store.addEventListener("change", (event) => this.#tell(/** @type {CustomEvent} */ (event)));
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("alt") || changed.has("locale"))
      this.#internals.ariaLabel = this.alt || say(MESSAGES, this).about;
    this.#internals.role = this.standsAlone ? (this.readonly ? "figure" : "group") : null;
    if (this.store.state.status === "ready") this.#warn();
  }

  /** As a button with `commandfor` and `command` asks. @param {string} command */
  #obey(command) {
    const { store } = this;
    if (!store.state.picture) return;
    if (command === "--next") store.move(1);
    else if (command === "--prev") store.move(-1);
    else if (command === "--play") store.play(true);
    else if (command === "--pause") store.play(false);
    else console.warn(`<${this.localName}> command ${command} is none of --next, --prev, --play, --pause`);
  }

  /** Whether the steps of the layer are what it shows. */
  get showsSteps() {
    return true;
  }

  /** One stage on. */
  next() {
    this.store.move(1, "host");
  }

  /** One stage back. */
  prev() {
    this.store.move(-1, "host");
  }

  /**
   * Shows a step, once there is a picture.
   * @param {string} id
   * @returns {Promise<void>} rejects with the steps there are where there is no such step
   */
  async goTo(id) {
    await this.loaded();
    this.store.goTo(id, "host");
    await this.updateComplete;
  }

  /**
   * A step's numbers, copied out.
   * @param {string} id
   * @returns {Promise<import("../../core/types.js").StepTensor>} data in logical order, with its shape, strides, offset and storage
   */
  async getTensor(id) {
    await this.loaded();
    return this.shown().tensor(id);
  }

  /**
   * The element's picture as a standalone SVG document.
   * @param {import("./exports.js").PictureOptions} [options]
   * @returns {Promise<string>}
   */
  async toSVG(options) {
    return (await this.#exports()).svgOf(this, options);
  }

  /**
   * The element's picture as a PNG.
   * @param {import("./exports.js").PictureOptions & { scale?: number }} [options] scale in pixels a px
   * @returns {Promise<Blob>}
   */
  async toBlob(options) {
    return (await this.#exports()).pngOf(this, options);
  }

  /**
   * The numbers of what is shown as CSV: a row an element of the step's tensor, or of all heads a row a head.
   * @returns {Promise<string>} rejects where it would be more than four million rows
   */
  async toCSV() {
    return (await this.#exports()).csvOf(this);
  }

  async #exports() {
    const [exports] = await Promise.all([loadExports(), this.loaded()]);
    const { layer } = this.shown();
    if (!layer && VIEWS[this.pictured].steps) throw new Error(say(MESSAGES, this).alone);
    return exports;
  }

  /** What a file, and a figure that only shows, has. @abstract @param {import("../draw/marks.js").Surface} _surface @returns {Promise<import("../draw/marks.js").TitledScene>} */
  async pictureOn(_surface) {
    throw new Error(`<${this.localName}> draws no picture`);
  }

  /** @param {CustomEvent<{ before: import("../state/state.js").State, by: string }>} event */
  #tell({ detail: { before, by } }) {
    const { problem } = this.store.state;
    if (by === "host" && problem && problem.message !== before.problem?.message)
      console.warn(`<${this.localName}> ${problem.message}`); // a reader sees it
    for (const [type, detail] of eventsOf(before, this.store.state, by, this.showsSteps)) {
      // As those of an image: a window listens to load and error of its own.
      const rises = type !== "load" && type !== "error";
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: rises, composed: rises }));
    }
  }

  /** Each once, on the console too. */
  #warn() {
    const said = this.misfits.map(({ message }) => message);
    for (const message of said.filter((each) => !this.#warned.has(each)))
      console.warn(`<${this.localName}> ${message}`);
    this.#warned = new Set(said);
  }
}
