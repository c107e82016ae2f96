import { exportParts } from "./parts.js";
import { isSilent, speaks } from "./language.js";

/**
 * Renders an element again whenever the store it was given changes. Where what had the focus is gone then, it says so: `focuslost`.
 *
 * @typedef {import("../state/store.js").Store} Store
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @implements {ReactiveController}
 */
export class Follow {
  /** @type {Store | null} */
  #followed = null;
  /** @type {Element | null | undefined} */
  #focused;

  /** @param {import("lit").LitElement & { store: Store | null }} host */
  constructor(host) {
    this.host = host;
    host.addController(this);
  }

  hostUpdate() {
    if (this.host.store !== this.#followed) this.#follow(this.host.store);
    // The axis that is pointed at somewhere, for every element's styles to light.
    const axis = this.#followed?.state.axis ?? null;
    if (axis !== this.host.getAttribute("lit"))
      axis ? this.host.setAttribute("lit", axis) : this.host.removeAttribute("lit");
    this.#focused = this.host.shadowRoot?.activeElement;
  }

  hostUpdated() {
    if (this.#focused && !this.host.shadowRoot?.activeElement)
      this.host.dispatchEvent(new Event("focuslost", { bubbles: true, composed: true }));
  }

  /** What was elsewhere may have missed something. */
  hostConnected() {
    speaks(this.host);
    exportParts(this.host);
    this.#follow(this.host.store);
    this.host.requestUpdate();
  }

  hostDisconnected() {
    isSilent(this.host);
    this.#follow(null);
  }

  handleEvent() {
    this.host.requestUpdate();
  }

  /** @param {Store | null} store */
  #follow(store) {
    this.#followed?.removeEventListener("change", this);
    store?.addEventListener("change", this);
    this.#followed = store;
  }
}

/**
 * Moves the focus, and not the page.
 * @param {import("lit").LitElement} host
 * @param {string} selector
 */
export const focus = (host, selector) =>
  /** @type {HTMLElement | null} */ (host.renderRoot.querySelector(selector))?.focus({ preventScroll: true });
