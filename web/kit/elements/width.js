/**
 * How wide an element is, in CSS pixels and parts of them. It is rendered again when that changes, or how fine the screen is.
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

  /** Asks for one resolution: it answers when that is no longer the screen's. @type {MediaQueryList | undefined} */
  #screen;

  /** @param {import("lit").ReactiveControllerHost & HTMLElement} host */
  constructor(host) {
    this.host = host;
    host.addController(this);
  }

  /** Measured the first time it is asked for, kept from then on; as it is laid out, whatever the host zooms or scales. */
  get value() {
    return (this.#value ||= parseFloat(getComputedStyle(this.host).width) || 0);
  }

  hostConnected() {
    this.#observer.observe(this.host);
    this.#screen = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    this.#screen.onchange = () => {
      this.hostDisconnected();
      this.hostConnected();
      this.host.requestUpdate();
    };
  }

  hostDisconnected() {
    this.#observer.disconnect();
    if (this.#screen) this.#screen.onchange = null;
  }
}
