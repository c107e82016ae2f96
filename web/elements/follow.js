/**
 * Renders an element again whenever the store it was given changes.
 *
 * @typedef {import("../state/store.js").Store} Store
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @implements {ReactiveController}
 */
export class Follow {
  /** @type {Store | null} */
  #followed = null;

  /** @param {import("lit").ReactiveControllerHost & { store: Store | null }} host */
  constructor(host) {
    this.host = host;
    host.addController(this);
  }

  hostUpdate() {
    if (this.host.store !== this.#followed) this.#follow(this.host.store);
  }

  hostConnected() {
    this.#follow(this.host.store);
  }

  hostDisconnected() {
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
