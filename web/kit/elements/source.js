/**
 * Finds the element whose id is in `for`, and follows it while it is in the page.
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
  #watching = null;
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {Configurable & { sourceFound: () => void }} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the element does not exist yet. */
  get isMissing() {
    return Boolean(this.#host.for && !this.element && document.readyState !== "loading");
  }

  /** Resolves when the element exists. @returns {Promise<Configurable>} */
  async there() {
    while (!this.element)
      await new Promise((/** @type {(value?: unknown) => void} */ found) => this.#waiting.push(found));
    return this.element;
  }

  hostConnected() {
    if (!this.#host.for) return;
    this.#find();
    if (document.readyState === "loading")
      document.addEventListener("DOMContentLoaded", () => this.#host.requestUpdate(), { once: true });
  }

  hostDisconnected() {
    this.#watching?.disconnect();
    this.#watching = null;
  }

  hostUpdate() {
    const { for: id } = this.#host;
    if (id && !this.#isIt(this.element)) this.#find();
    if (id || !this.element) return;
    this.hostDisconnected();
    this.element = null;
    this.#host.leave();
  }

  /** @param {Configurable | null} element */
  #isIt(element) {
    return (
      element !== null &&
      element.isConnected &&
      this.#wanted() === element &&
      this.#host.store === element.store
    );
  }

  /** The element with that id, or the element whose state it shows in turn. @returns {Configurable | null} */
  #wanted() {
    const root = /** @type {Document | ShadowRoot} */ (this.#host.getRootNode());
    let found = /** @type {any} */ (this.#host);
    for (let i = 0; i < MOST && found?.for; i++) found = root.getElementById?.(found.for);
    return found?.store && found !== this.#host && !found.for ? found : null;
  }

  /** Looks for the element now and on every change of the document, because it may be parsed, inserted or replaced later. */
  #find() {
    const root = this.#host.getRootNode();
    this.#watching ??= new MutationObserver(() => this.#isIt(this.element) || this.#find());
    this.#watching.observe(root, { childList: true, subtree: true, attributeFilter: ["id", "for"] });
    const wanted = this.#wanted();
    if (!wanted || this.#isIt(wanted)) return;
    this.element = wanted;
    this.#host.store = wanted.store;
    for (const found of this.#waiting.splice(0)) found();
    this.#host.sourceFound();
  }
}

const MOST = 8; // length of a chain of elements that show each other's state; a longer chain is a circle
