import { css, html } from "lit";
import { flatIndex } from "../../state/memory.js";
import { elementIn } from "../../state/selection.js";
import { MESSAGES } from "../../text/messages.js";
import { wordsOf } from "../../text/steps.js";
import { Configurable } from "./configurable.js";
import { Follow } from "./follow.js";
import { handleKey } from "./keys.js";
import { Scheme, schemeProbe } from "./scheme.js";
import { compareView, measureWith, sceneOf, toPNG } from "../walk/stage-view.js";
import { theme } from "./theme.js";

const PICTURE_WIDTH = 960; // px, of a picture in an article
const REST_AFTER = 1000; // ms out of the document

/**
 * What every public element shares: its attributes, its loading when near the viewport, its events and methods. Inside
 * another element it is handed that one's store and leaves all of this to it.
 *
 * @fires load - the first picture is there
 * @fires error - the core could not be loaded, or refused the first settings; detail { message, code }
 * @fires stepchange - the reader went to another step; detail { step }
 * @fires headchange - the reader selected another head; detail { head }
 * @fires cellselect - the reader selected an element; detail { step, index, value }
 */
export class Embeddable extends Configurable {
  static styles = [
    theme,
    schemeProbe,
    css`
      :host {
        display: block;
        container-type: inline-size;
        background: var(--_paper);
      }
      .reserved {
        min-height: var(--mha-reserve, 620px);
        padding: 16px var(--_gutter);
      }
      .note {
        margin: 0;
        color: var(--_muted);
      }
      .empty {
        padding: 48px var(--_gutter);
        text-align: center;
        color: var(--_muted);
      }
    `,
  ];

  /** @type {Promise<void> | null} */
  #loaded = null;
  /** @type {IntersectionObserver | null} */
  #near = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  #internals = this.attachInternals();
  #scheme = new Scheme(this);

  constructor() {
    super();
    new Follow(this);
    // Of another element's store that element tells, and answers the keys.
    this.store.addEventListener("change", (event) => this.#tell(/** @type {CustomEvent} */ (event)));
    this.addEventListener("keydown", (event) => this.ownsStore && handleKey(event, this.store));
  }

  connectedCallback() {
    super.connectedCallback();
    if (!this.ownsStore) return;
    clearTimeout(this.#resting);
    this.store.wake();
    if (this.loading === "eager") this.#load().catch(() => {});
    else this.#loadWhenNear();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#near?.disconnect();
    if (this.ownsStore) this.#restSoon();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("alt")) this.#internals.ariaLabel = this.alt || "Multi-head attention, step by step";
    this.#internals.role = this.ownsStore ? "group" : null;
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
    await this.#load();
    this.store.goTo(id, "host");
    await this.updateComplete;
  }

  /**
   * A step's numbers, copied out.
   * @param {string} id
   * @returns {Promise<import("../../core/types.js").StepTensor>} data in logical order, with its shape, strides, offset and storage
   */
  async getTensor(id) {
    await this.#load();
    return this.#shown().tensor(id);
  }

  /**
   * The picture of the current step as a standalone SVG document.
   * @param {{ width?: number }} [options] in px; the height follows
   * @returns {Promise<string>}
   */
  async toSVG({ width = PICTURE_WIDTH } = {}) {
    const { scene, background } = await this.#picture(width);
    const step = this.store.state.picture?.step(this.step);
    const shown = compareView(this.store)?.title ?? (step ? wordsOf(step).title : "");
    const { toSVG } = await import("../../draw/svg.js"); // few ask for one
    return toSVG(scene, { background, title: this.alt || `${shown}: multi-head attention` });
  }

  /**
   * The picture of the current step as a PNG.
   * @param {{ width?: number, scale?: number }} [options] width in px, scale in pixels a px
   * @returns {Promise<Blob>}
   */
  async toBlob({ width = PICTURE_WIDTH, scale = 2 } = {}) {
    const { scene, background } = await this.#picture(width);
    return toPNG(scene, { background, scale });
  }

  /** @param {number} width */
  async #picture(width) {
    if (!(width > 0)) throw new RangeError(`width ${width} is not a number of px above 0`);
    await this.#load();
    this.#shown();
    this.#scheme.forget();
    const { palette } = this.#scheme;
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
      new OffscreenCanvas(1, 1).getContext("2d")
    );
    const scene = sceneOf(this.store, { width, palette, measure: measureWith(context) });
    return { scene: /** @type {import("../../draw/marks.js").Scene} */ (scene), background: palette.paper };
  }

  /** @throws {Error} with what the page says, where nothing is shown */
  #shown() {
    const { picture, settings } = this.store.state;
    if (!picture || !settings.tokens.length) throw new Error(this.#reason);
    return picture;
  }

  render() {
    const { status, failure, picture, settings } = this.store.state;
    if (status === "failed")
      return html`<div class="reserved">
        <slot></slot>
        <p class="note" role="alert">${sentence(failure?.message ?? "")}</p>
      </div>`;
    if (status === "waiting")
      return html`<div class="reserved">
        <slot><p class="note">${MESSAGES.loading}</p></slot>
      </div>`;
    return this.renderReady(Boolean(picture && settings.tokens.length));
  }

  /** @param {boolean} _drawable whether there is a picture of something @returns {unknown} */
  renderReady(_drawable) {
    return html``;
  }

  /** Why there is no picture, or what would bring one. */
  get #reason() {
    return this.store.state.problem?.message ?? MESSAGES.empty;
  }

  /** In place of a picture. */
  renderNothing() {
    return html`<p class="empty">${this.#reason}</p>`;
  }

  async #load() {
    await (this.#loaded ??= this.store.load());
    this.store.wake();
    if (!this.isConnected) this.#restSoon();
  }

  /** Of an element that was removed for good, and not to be put elsewhere. */
  #restSoon() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.isConnected || this.store.rest(), REST_AFTER);
  }

  #loadWhenNear() {
    this.#near = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        this.#near?.disconnect();
        this.#load().catch(() => {});
      },
      { rootMargin: "600px" },
    );
    this.#near.observe(this);
  }

  /** Says what the reader did, and nothing of what the host did itself. @param {CustomEvent<{ before: import("../../state/store.js").State, by: string }>} event */
  #tell({ detail: { before, by } }) {
    const { state } = this.store;
    const fire = (/** @type {string} */ type, /** @type {object} */ detail) =>
      this.dispatchEvent(new CustomEvent(type, { detail }));
    if (by === "load") {
      const failure = state.failure ?? state.problem;
      if (failure)
        fire("error", { message: failure.message, code: "code" in failure ? failure.code : "config" });
      if (state.picture) fire("load", {});
    }
    if (by !== "reader") return;
    if (state.step !== before.step) fire("stepchange", { step: state.step });
    if (state.selection.head !== before.selection.head) fire("headchange", { head: state.selection.head });
    // With another picture, what was selected may have moved to where there still is something.
    if (state.selection !== before.selection && state.picture === before.picture) this.#tellCell(fire);
  }

  /** @param {(type: string, detail: object) => void} fire */
  #tellCell(fire) {
    const { picture, step: id, selection } = this.store.state;
    const step = picture?.step(id);
    const index = step && picture && elementIn(step, selection, picture.steps);
    if (!step || !picture || !index) return;
    fire("cellselect", { step: id, index, value: picture.values(id)[flatIndex(step, index)] });
  }
}

/** An error's message as a sentence. @param {string} message */
const sentence = (message) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
