import { effect } from "@preact/signals-core";
import { LitElement } from "lit";

/** An element that renders again when a signal changes that its last rendering read. A removed element tracks nothing. */
export class TrackedElement extends LitElement {
  /** @type {(() => void) | undefined} */
  #stopTracking;

  connectedCallback() {
    super.connectedCallback();
    this.requestUpdate();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stopTracking?.();
  }

  performUpdate() {
    if (!this.isUpdatePending) return;
    this.#stopTracking?.();
    if (!this.isConnected) return super.performUpdate();
    let isFirst = true;
    this.#stopTracking = effect(() => {
      if (!isFirst) return this.requestUpdate();
      isFirst = false;
      super.performUpdate();
    });
  }
}
