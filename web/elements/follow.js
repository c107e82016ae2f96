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

  /** @param {import("lit").ReactiveControllerHost & HTMLElement & { store: Store | null }} host */
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
