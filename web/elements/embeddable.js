import { LitElement, css, html } from "lit";
import { flatIndex } from "../state/memory.js";
import { elementIn } from "../state/selection.js";
import { Store } from "../state/store.js";
import { tokenize } from "../state/tokens.js";
import { MESSAGES } from "../text/messages.js";
import { Follow } from "./follow.js";
import { handleKey } from "./keys.js";
import { theme } from "./theme.js";

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
export class Embeddable extends LitElement {
  static properties = {
    tokens: {
      noAccessor: true,
      converter: { fromAttribute: (/** @type {string | null} */ text) => tokenize(text ?? "") },
    },
    keyTokens: {
      noAccessor: true,
      attribute: "key-tokens",
      converter: { fromAttribute: (/** @type {string | null} */ text) => tokenize(text ?? "") },
    },
    kvHeads: { noAccessor: true, attribute: "kv-heads", type: Number },
    dModel: { noAccessor: true, attribute: "d-model", type: Number },
    heads: { noAccessor: true, type: Number },
    causal: { noAccessor: true, type: Boolean },
    weights: { noAccessor: true },
    seed: { noAccessor: true, type: Number },
    step: { noAccessor: true },
    head: { noAccessor: true, type: Number },
    store: { attribute: false, noAccessor: true },
    theme: {},
    loading: {},
    alt: {},
  };

  static styles = [
    theme,
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

  #store = new Store();
  #own = true;
  /** @type {Promise<void> | null} */
  #loaded = null;
  /** @type {IntersectionObserver | null} */
  #near = null;
  #internals = this.attachInternals();

  constructor() {
    super();
    /** @type {"light" | "dark" | undefined} */
    this.theme = undefined;
    /** @type {"lazy" | "eager"} */
    this.loading = "lazy";
    /** A sentence for those who do not see the picture. */
    this.alt = "";
    new Follow(this);
    this.#store.addEventListener("change", (event) => this.#tell(/** @type {CustomEvent} */ (event)));
    this.addEventListener("keydown", (event) => this.#own && handleKey(event, this.#store));
  }

  connectedCallback() {
    super.connectedCallback();
    if (!this.#own) return;
    if (this.loading === "eager") this.#load().catch(() => {});
    else this.#loadWhenNear();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#near?.disconnect();
    if (this.#own) this.#store.play(false);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("alt")) this.#internals.ariaLabel = this.alt || "Multi-head attention, step by step";
    this.#internals.role = this.#own ? "group" : null;
  }

  get store() {
    return this.#store;
  }

  /** Hands over another element's state. @param {Store} store */
  set store(store) {
    this.#store = store;
    this.#own = false;
    this.requestUpdate();
  }

  /** The sentence's tokens; set as an array or as a sentence. @returns {readonly string[]} */
  get tokens() {
    return this.#store.state.settings.tokens;
  }
  /** @param {readonly string[] | string} tokens */
  set tokens(tokens) {
    this.#configure({ tokens: asTokens(tokens) });
  }

  /** The second sentence's tokens, whose keys and values are asked; none for self-attention. @returns {readonly string[]} */
  get keyTokens() {
    return this.#store.state.settings.keyTokens;
  }
  /** @param {readonly string[] | string} tokens */
  set keyTokens(tokens) {
    this.#configure({ keyTokens: asTokens(tokens) });
  }

  /** Key/value heads; null for as many as heads. */
  get kvHeads() {
    return this.#store.state.settings.kvHeads;
  }
  set kvHeads(kvHeads) {
    this.#configure({ kvHeads });
  }

  get dModel() {
    return this.#store.state.settings.dModel;
  }
  set dModel(dModel) {
    this.#configure({ dModel });
  }

  get heads() {
    return this.#store.state.settings.heads;
  }
  set heads(heads) {
    this.#configure({ heads });
  }

  get causal() {
    return this.#store.state.settings.causal;
  }
  set causal(causal) {
    this.#configure({ causal });
  }

  get weights() {
    return this.#store.state.settings.weights;
  }
  set weights(weights) {
    this.#configure({ weights });
  }

  get seed() {
    return this.#store.state.settings.seed;
  }
  set seed(seed) {
    this.#configure({ seed });
  }

  /** The id of the step on show. Set to one that does not happen, it stays where it is. */
  get step() {
    return this.#store.state.step;
  }
  set step(id) {
    this.#store.showStep(id);
  }

  /** The selected head, or null. */
  get head() {
    return this.#store.state.selection.head;
  }
  set head(head) {
    this.#store.select({ head }, "host");
  }

  /** One stage on. */
  next() {
    this.#store.move(1, "host");
  }

  /** One stage back. */
  prev() {
    this.#store.move(-1, "host");
  }

  /**
   * Shows a step, once there is a picture.
   * @param {string} id
   * @returns {Promise<void>} rejects with the steps there are where there is no such step
   */
  async goTo(id) {
    await this.#load();
    this.#store.goTo(id, "host");
    await this.updateComplete;
  }

  /**
   * A step's numbers, copied out.
   * @param {string} id
   * @returns {Promise<import("../core/types.js").StepTensor>} data in logical order, with its shape, strides, offset and storage
   */
  async getTensor(id) {
    await this.#load();
    const { picture, problem } = this.#store.state;
    if (!picture) throw new Error(problem?.message ?? MESSAGES.empty);
    return picture.tensor(id);
  }

  render() {
    const { status, failure, picture, settings } = this.#store.state;
    if (status === "failed")
      return html`<div class="reserved">
        <slot></slot>
        <p class="note" role="alert">${MESSAGES.noCore} ${failure?.message}</p>
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

  /** @param {Partial<import("../state/settings.js").Settings>} change */
  #configure(change) {
    this.#store.configure(change, "host");
  }

  #load() {
    return (this.#loaded ??= this.#store.load());
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

  /** Says what the reader did, and nothing of what the host did itself. @param {CustomEvent<{ before: import("../state/store.js").State, by: string }>} event */
  #tell({ detail: { before, by } }) {
    const { state } = this.#store;
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
    if (state.selection !== before.selection) this.#tellCell(fire);
  }

  /** @param {(type: string, detail: object) => void} fire */
  #tellCell(fire) {
    const { picture, step: id, selection } = this.#store.state;
    const step = picture?.step(id);
    const index = step && picture && elementIn(step, selection, picture.steps);
    if (!step || !picture || !index) return;
    fire("cellselect", { step: id, index, value: picture.values(id)[flatIndex(step, index)] });
  }
}

/** @param {readonly string[] | string} tokens */
const asTokens = (tokens) => (typeof tokens === "string" ? tokenize(tokens) : Array.from(tokens, String));
