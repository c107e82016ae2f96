import { css, unsafeCSS, html } from "lit";
import { MESSAGES } from "../text/messages.js";
import { quoteValue } from "../text/quoted.js";
import { messageText, say } from "../text/words.js";
import { FirstView, Presence } from "./first-view.js";
import { Follow } from "./follow.js";
import { whyNoLink } from "./hosted-link.js";
import { isMute, localeAt, spoken } from "./language.js";
import { moreOnHover } from "./more.js";
import { failureNote, invalidValuesNote, placeholderStyles, loadingNote } from "./placeholder.js";
import { renderQueueEmpty } from "./render-queue.js";
import { roomRules } from "./room.js";
import { schemeProbe } from "./scheme.js";
import { theme } from "./theme.js";
import { TrackedElement } from "./tracked-element.js";

/**
 * A public element that shows no layer. The element loads near the viewport, reserves its height, and frees its memory after
 * it leaves the document. It opens heads in an mha-explainer beside it, or on a page that shows one layer.
 *
 * @typedef {import("../text/refusals.js").Message} Message
 *
 * @typedef {object} LoneStore
 * @property {() => Promise<void>} load
 * @property {() => void} rest
 * @property {Readonly<{ status: "waiting" | "ready" | "failed", failure: Error | null, invalidValues: Readonly<Record<string, Message>> }>} state
 *
 * @typedef {Readonly<Record<string, string>>} Pages   addresses by name: walk, heads, train, learn, and the lab of the cache
 * @typedef {{ act: (params: URLSearchParams) => void, target: HTMLElement }} Inside   an element that can open a head
 */

/** @param {Readonly<Record<string, import("./room.js").Heights>>} rooms reserved heights, by name */
export const loneStyles = (rooms) => [
  theme,
  schemeProbe,
  placeholderStyles,
  moreOnHover,
  css`
    :host {
      display: block;
      flex-grow: 1;
      background: var(--_paper);
    }
    .box {
      container-type: inline-size;
    }
    .room {
      display: flow-root;
      min-height: var(--mha-reserve, var(--_room));
    }
    ${unsafeCSS(roomRules(rooms))}
    @media print {
      .room {
        min-height: 0;
      }
    }
  `,
];

export class LoneElement extends TrackedElement {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    theme: { reflect: true },
    loading: {},
    alt: {},
    link: {},
    inside: {},
    pages: { attribute: false },
  };

  /** @type {LoneStore} */
  store = /** @type {any} */ (null); // set by the subclass
  #internals = this.attachInternals();
  #presence = new Presence(/** @type {any} */ (this), {
    load: () => void this.loaded().catch(() => {}), // an event reports the error
    rest: () => {
      this.store.rest();
      this.#loaded = null;
    },
  });
  /** @type {Promise<void> | null} */
  #loaded = null;
  /** Whether the language was loaded once. Later changes keep the old language until the new one is loaded. */
  #hasSpoken = false;
  #first = new FirstView(/** @type {any} */ (this), renderQueueEmpty);
  /** @type {Inside | null} */
  #inside = null;
  /** Messages already logged. @type {Set<string>} */
  #warned = new Set();

  constructor() {
    super();
    /** @type {"light" | "dark" | undefined} */
    this.theme = undefined;
    /** @type {"lazy" | "eager"} */
    this.loading = "lazy";
    /** A text alternative for the picture. */
    this.alt = "";
    /** The address of the pages that the menus of the element link to, or none. Defaults to the address that the build stated. */
    this.link = "";
    /** The id of an element of the page that can open a head. @type {string | undefined} */
    this.inside = undefined;
    /** Addresses of pages that can open a head, and of others. @type {Pages | undefined} */
    this.pages = undefined;
    new Follow(/** @type {any} */ (this));
  }

  connectedCallback() {
    super.connectedCallback();
    this.#internals.role = "group";
    this.#presence.come(this.loading === "eager" || Boolean(this.#loaded));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#presence.leave();
  }

  /** Resolves when there is something to show. @returns {Promise<void>} */
  loaded() {
    return (this.#loaded ??= Promise.all([this.store.load(), spoken(/** @type {any} */ (this))]).then(
      () => void this.dispatchEvent(new CustomEvent("load")),
      (error) => {
        this.#loaded = null;
        const { message, code } = error;
        this.dispatchEvent(new CustomEvent("error", { detail: { message, code } }));
        throw error;
      },
    ));
  }

  /** Loads again after a failure, also one after the element was loaded. */
  #loadAgain() {
    this.#loaded = null;
    this.loaded().catch(() => {}); // an event reports the error
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("alt") || changed.has("locale")) this.#internals.ariaLabel = this.alt || this.about;
    const refusal = whyNoLink(this.link);
    if (refusal) this.warn(refusal.message);
  }

  /** The element's name for screen readers, if there is no `alt`. */
  get about() {
    return "";
  }

  /** The name of the reserved room. */
  get roomName() {
    return "";
  }

  render() {
    const isReady = this.store.state.status === "ready";
    if (isReady) this.#first.begin();
    const coming = isReady && !this.#first.isThere ? "coming" : "";
    return html`<div class="box" spoken lang=${this.locale?.lang ?? "en"}>
      <div class="room ${this.roomName} ${coming}">${this.#content()}</div>
    </div>`;
  }

  #content() {
    const { status, failure, invalidValues } = this.store.state;
    if (status === "failed") return failureNote(failure, this, () => this.#loadAgain());
    const mute = !this.#hasSpoken && isMute(/** @type {any} */ (this));
    if (status === "waiting" || mute) return loadingNote(mute ? "" : this.renderWaiting());
    this.#hasSpoken = true;
    const said = Object.values(invalidValues).map((each) => messageText(each, this));
    return html`${invalidValuesNote(said, this)} ${this.renderReady()}`;
  }

  /** Text of the loading message. @returns {string} */
  renderWaiting() {
    return say(MESSAGES, this).loading;
  }

  /** @returns {unknown} */
  renderReady() {
    return html``;
  }

  /** Also waits for the elements inside. */
  getUpdateComplete() {
    return this.#first.complete(() => super.getUpdateComplete());
  }

  /** Words in the element's language. @returns {import("../text/words.js").Locale | undefined} */
  get locale() {
    return localeAt(/** @type {any} */ (this));
  }

  /** The element named by `inside`, if it can open a head; otherwise null. @returns {Inside | null} */
  whereInside() {
    if (!this.inside) return null;
    const root = /** @type {Document | ShadowRoot} */ (this.getRootNode());
    const target = /** @type {any} */ (root.getElementById(this.inside));
    if (!target) this.warn(`inside ${quoteValue(this.inside)} is not the id of an element of the page`);
    if (target !== this.#inside?.target)
      // Looked up on press, since the target may be defined later than this element.
      this.#inside = target && { target, act: (params) => target.act?.(params) };
    return this.#inside;
  }

  /** Logs a message once. @protected @param {string} message */
  warn(message) {
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    console.warn(`<${this.localName}> ${message}`);
  }
}
