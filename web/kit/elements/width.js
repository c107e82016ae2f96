/**
 * The width of an element in CSS pixels, with fractions, and its device pixels per CSS pixel. Renders the element again when either changes.
 *
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @implements {ReactiveController}
 */
export class Width {
  #value = 0;
  #ratio = 0;
  #observesZoom = false;
  #observer = new ResizeObserver(([{ contentRect }]) => {
    const ratio = this.#ratio && ratioOf(this.host); // 0 if nothing reads it
    if (contentRect.width === this.#value && ratio === this.#ratio) return;
    this.#value = contentRect.width;
    this.#ratio = ratio;
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

  /** Device pixels per CSS pixel, with CSS zoom if the browser reports it. Kept while the zoom is observed, because reading it forces a layout. */
  get ratio() {
    return this.#observesZoom && this.#ratio ? this.#ratio : (this.#ratio = ratioOf(this.host));
  }

  hostConnected() {
    this.#ratio = 0;
    this.#observesZoom = observe(this.#observer, this.host);
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

/** @param {HTMLElement} element */
const ratioOf = (element) => devicePixelRatio * (element.currentCSSZoom ?? 1);

/**
 * Observes the size in device pixels, which CSS zoom changes too; in CSS pixels where a browser cannot.
 * @param {ResizeObserver} observer @param {HTMLElement} element @returns {boolean} whether in device pixels
 */
function observe(observer, element) {
  try {
    observer.observe(element, { box: "device-pixel-content-box" });
    return true;
  } catch {
    observer.observe(element);
    return false;
  }
}
