/**
 * How wide an element is, in CSS pixels and parts of them. It is rendered again when that changes.
 *
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @implements {ReactiveController}
 */
export class Width {
  #value = 0;
  #observer = new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width === this.#value) return;
    this.#value = contentRect.width;
    this.host.requestUpdate();
  });

  /** @param {import("lit").ReactiveControllerHost & HTMLElement} host */
  constructor(host) {
    this.host = host;
    host.addController(this);
  }

  /** Measured the first time it is asked for, kept from then on. */
  get value() {
    return (this.#value ||= this.host.getBoundingClientRect().width);
  }

  hostConnected() {
    this.#observer.observe(this.host);
  }

  hostDisconnected() {
    this.#observer.disconnect();
  }
}
