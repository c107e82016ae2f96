import { css, html } from "lit";
import { MESSAGES } from "../../text/messages.js";
import { Configurable } from "./configurable.js";
import { schemeProbe } from "./scheme.js";
import { theme } from "./theme.js";

const REST_AFTER = 1000; // ms out of the document

/** A public element that loads the core when it is near the viewport, and gives its memory back when it has left the document. */
export class Loading extends Configurable {
  static styles = [
    theme,
    schemeProbe,
    css`
      :host {
        display: block;
        flex-grow: 1;
        align-self: stretch;
        justify-self: stretch;
        background: var(--_paper);
      }
      /* A container says nothing of its own width. Where the layout asks, this does: an article's at most, and nothing at least. */
      .strut {
        display: grid;
        grid-template-columns: minmax(0, 960px);
      }
      .box {
        container-type: inline-size;
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

  connectedCallback() {
    super.connectedCallback();
    if (!this.ownsStore) return;
    clearTimeout(this.#resting);
    this.store.wake();
    if (this.loading === "eager")
      this.loaded().catch(() => {}); // which is told by an event
    else this.#loadWhenNear();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#near?.disconnect();
    if (this.ownsStore) this.#restSoon();
  }

  /** Resolves when the core is there, and there is a picture or a problem to show. @returns {Promise<void>} */
  async loaded() {
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
        this.loaded().catch(() => {});
      },
      { rootMargin: "600px" },
    );
    this.#near.observe(this);
  }

  render() {
    return html`<div class="strut"></div>
      <div class="box">${this.#content()}</div>`;
  }

  #content() {
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

  /** In place of a picture. */
  renderNothing() {
    return html`<p class="empty">${this.#reason}</p>`;
  }

  /** The picture on show. @throws {Error} with what the page says, where nothing is */
  shown() {
    const { picture, settings } = this.store.state;
    if (!picture || !settings.tokens.length) throw new Error(this.#reason);
    return picture;
  }

  /** Why there is no picture, or what would bring one. */
  get #reason() {
    return this.store.state.problem?.message ?? MESSAGES.empty;
  }
}

/** An error's message as a sentence. @param {string} message */
const sentence = (message) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
