/**
 * The width of an element in CSS pixels, with fractions. Renders the element again when its width or the device pixel ratio changes.
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

  /** Media query for the current resolution; it fires when the resolution changes. @type {MediaQueryList | undefined} */
  #screen;

  /** @param {import("lit").ReactiveControllerHost & HTMLElement} host */
  constructor(host) {
    this.host = host;
    host.addController(this);
  }

  /** The layout width, which zoom and transforms of the host do not change. Measured on first access, then kept up to date. */
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
