import { exportParts } from "./parts.js";
import { isSilent, speaks } from "./language.js";

/**
 * Behaviour of all elements of a store: marks the hovered axis, follows the language, exports parts, and fires `focuslost` if a rendering
 * removed the focused element.
 *
 * @typedef {import("../state/store.js").Store} Store
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @implements {ReactiveController}
 */
export class Follow {
  /** @type {Element | null | undefined} */
  #focused;

  /** @param {import("lit").LitElement & { store: Store | null }} host */
  constructor(host) {
    this.host = host;
    host.addController(this);
  }

  hostUpdate() {
    // The styles of every element read the hovered axis from an attribute.
    const axis = this.host.store?.state.axis ?? null;
    if (axis !== this.host.getAttribute("lit"))
      axis ? this.host.setAttribute("lit", axis) : this.host.removeAttribute("lit");
    this.#focused = this.host.shadowRoot?.activeElement;
  }

  hostUpdated() {
    if (this.#focused && !this.host.shadowRoot?.activeElement)
      this.host.dispatchEvent(new Event("focuslost", { bubbles: true, composed: true }));
  }

  hostConnected() {
    speaks(this.host);
    exportParts(this.host);
  }

  hostDisconnected() {
    isSilent(this.host);
  }
}

/**
 * Moves the focus without scrolling.
 * @param {import("lit").LitElement} host
 * @param {string} selector
 */
export const focus = (host, selector) =>
  /** @type {HTMLElement | null} */ (host.renderRoot.querySelector(selector))?.focus({ preventScroll: true });
