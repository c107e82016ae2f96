/** Moves the focus on when an update removes the focused control, so that the keyboard goes on from the same place. @implements {ReactiveController} */
export class KeptFocus {
  #host;
  #next;
  /** @type {Element | null} */
  #before = null;

  /** @param {ReactiveElement} host @param {string} next  a selector of what gets the focus */
  constructor(host, next) {
    this.#host = host;
    this.#next = next;
    host.addController(this);
  }

  get #root() {
    return /** @type {ShadowRoot | undefined} */ (this.#host.renderRoot);
  }

  hostUpdate() {
    this.#before = this.#root?.activeElement ?? null;
  }

  hostUpdated() {
    if (!this.#before || this.#before.isConnected) return;
    /** @type {HTMLElement | null | undefined} */ (this.#root?.querySelector(this.#next))?.focus();
  }
}

/** @import { ReactiveController, ReactiveElement } from "lit" */
