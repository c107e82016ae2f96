import { css } from "lit";
import { DARK, LIGHT } from "../../draw/palette.js";

/**
 * Tells a canvas which side of `light-dark()` its element is on, and when that changes: by the system, by a `theme`
 * attribute anywhere above, by the site's own switch, or for paper, which is light. A property that shows nothing carries the answer, and its
 * transition is the notice.
 */
export const schemeProbe = css`
  :host {
    text-decoration-color: light-dark(rgb(0 0 1), rgb(255 255 254));
    transition: text-decoration-color 1ms;
  }
`;

/** A window's events. */
export const PRINTING = ["beforeprint", "afterprint"];

/** Which it is on now. @param {HTMLElement} host */
export const paletteOf = (host) =>
  getComputedStyle(host).textDecorationColor.includes("255") ? DARK : LIGHT;

/**
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @implements {ReactiveController}
 */
export class Scheme {
  /** @type {import("../../draw/palette.js").Palette | null} */
  #palette = null;

  /** @param {import("lit").ReactiveControllerHost & HTMLElement} host */
  constructor(host) {
    this.host = host;
    host.addController(this);
  }

  /** Kept, since asking for it lays the page out. */
  get palette() {
    return (this.#palette ??= paletteOf(this.host));
  }

  forget() {
    this.#palette = null;
  }

  hostConnected() {
    this.forget();
    this.host.addEventListener("transitionend", this);
    for (const type of PRINTING) addEventListener(type, this);
  }

  hostDisconnected() {
    this.host.removeEventListener("transitionend", this);
    for (const type of PRINTING) removeEventListener(type, this);
  }

  /** @param {Event} event */
  handleEvent({ target, type }) {
    if (target !== this.host && target !== window) return;
    this.#palette = type === "beforeprint" ? LIGHT : null;
    this.host.requestUpdate();
  }
}
