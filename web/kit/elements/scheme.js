import { css } from "lit";
import { DARK, LIGHT } from "../draw/palette.js";
import { PRINTING } from "./printing.js";

/**
 * Reports to painters which side of `light-dark()` an element is on and its author's changes, and when these change: by the system, a
 * `theme` attribute or class of an ancestor, the site's own switch, or print, which is light. Invisible properties carry the values, and
 * their transitions signal changes.
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

/** Properties of the probe that change. */
export const NOTICES = ["text-decoration-color", "--_own"];

/** Draws an author's looks; loaded if an element has any. @type {typeof import("./own-looks.js").paletteOn | undefined} */
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
  if (own) return own(host, base, again); // handles paper too
  if (!isOwn) return base;
  import("./own-looks.js")
    .then(({ paletteOn }) => {
      own = paletteOn;
      again();
    })
    .catch(console.warn); // falls back to the default looks
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

  /** Cached, since reading it causes a layout. */
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
