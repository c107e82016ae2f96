import { css } from "lit";
import { DARK, LIGHT } from "../draw/palette.js";
import { PRINTING } from "./printing.js";

/**
 * Tells painters the side of `light-dark()` that applies to an element, the author's changes, and when either changes: by the system, a `theme`
 * attribute or class of an ancestor, the site's switch, or print, which is light. Invisible properties carry the values, and their transitions signal
 * changes.
 */
export const schemeProbe = css`
  :host {
    text-decoration-color: light-dark(rgb(0 0 1), rgb(255 255 254));
    transition:
      text-decoration-color 1ms,
      --_own 1ms;
    transition-behavior: allow-discrete;
  }
`;

/** The probe's properties whose transitions signal a change. */
export const NOTICES = ["text-decoration-color", "--_own"];

/** The code for authors' looks. Loads if an element has such looks. @type {typeof import("./own-looks.js").paletteOn | undefined} */
let own;

/** Current scheme, and whether the author changes any looks. @param {HTMLElement} host */
export function sideOf(host) {
  const style = getComputedStyle(host);
  return {
    base: style.textDecorationColor.includes("255") ? DARK : LIGHT,
    isOwn: /[^|\s]/.test(style.getPropertyValue("--_own")),
  };
}

/** The palette to draw with. @param {HTMLElement} host @param {() => void} [again]  called when the palette must be read again */
export function paletteOf(host, again = () => {}) {
  const { base, isOwn } = sideOf(host);
  if (own) return own(host, base, again); // paletteOn() also handles print
  if (!isOwn) return base;
  import("./own-looks.js")
    .then(({ paletteOn }) => {
      own = paletteOn;
      again();
    })
    .catch(console.warn); // the default looks apply instead
  return base;
}

/**
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @implements {ReactiveController}
 */
export class Scheme {
  /** @type {import("../draw/palette.js").Palette | null} */
  #palette = null;

  /** @param {import("lit").ReactiveControllerHost & HTMLElement} host */
  constructor(host) {
    this.host = host;
    host.addController(this);
  }

  /** The palette, cached because reading styles forces a layout. */
  get palette() {
    return (this.#palette ??= paletteOf(this.host, this.#again));
  }

  forget() {
    this.#palette = null;
  }

  #again = () => {
    this.forget();
    this.host.requestUpdate();
  };

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
    this.#palette = type === "beforeprint" && !own ? LIGHT : null;
    this.host.requestUpdate();
  }
}
