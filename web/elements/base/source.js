/**
 * What an element finds by the id in its `for`: another element, whose state it shows.
 *
 * @typedef {import("./configurable.js").Configurable} Configurable
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @implements {ReactiveController}
 */
export class Source {
  /** @type {Configurable | null} */
  element = null;
  #host;
  /** @type {MutationObserver | null} */
  #waiting = null;

  /** @param {Configurable & { sourceFound: () => void }} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether it is still to come. */
  get isMissing() {
    return Boolean(this.#host.for && !this.element && document.readyState !== "loading");
  }

  hostConnected() {
    this.find();
    if (this.#host.for && document.readyState === "loading")
      document.addEventListener("DOMContentLoaded", () => this.#host.requestUpdate(), { once: true });
  }

  hostDisconnected() {
    this.#waiting?.disconnect();
    this.#waiting = null;
  }

  hostUpdate() {
    if (this.element?.id !== (this.#host.for || this.element?.id)) this.find();
  }

  /** Elements further down, or put in later, come to be. */
  find() {
    const { for: id } = this.#host;
    if (!id) return;
    const root = /** @type {Document | ShadowRoot} */ (this.#host.getRootNode());
    const found = /** @type {any} */ (root.getElementById?.(id));
    if (found?.store && found !== this.#host) {
      this.hostDisconnected();
      this.element = found;
      this.#host.store = found.store;
      this.#host.sourceFound();
      return;
    }
    this.#waiting ??= new MutationObserver(() => this.find());
    this.#waiting.observe(root, { childList: true, subtree: true, attributeFilter: ["id"] });
  }
}
