import { css } from "lit";
import { DARK, LIGHT } from "../draw/palette.js";
import { PRINTING } from "./printing.js";

/**
 * Tells a canvas which side of `light-dark()` its element is on and what its author wants otherwise, and when that changes: by the system, by a
 * `theme` attribute or a class anywhere above, by the site's own switch, or for paper, which is light. Properties that show nothing carry the
 * answer, and their transition is the notice.
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

/** Of the probe, what changes. */
export const NOTICES = ["text-decoration-color", "--_own"];

/** Draws as an author wants it; loaded where one does. @type {typeof import("./own-looks.js").paletteOn | undefined} */
let own;

/** Which it is on now, and whether its author wants anything otherwise. @param {HTMLElement} host */
export function sideOf(host) {
  const style = getComputedStyle(host);
  return {
    base: style.textDecorationColor.includes("255") ? DARK : LIGHT,
    isOwn: /[^|\s]/.test(style.getPropertyValue("--_own")),
  };
}

/** What it is to be drawn in. @param {HTMLElement} host @param {() => void} [again]  called when it has to be asked for once more */
export function paletteOf(host, again = () => {}) {
  const { base, isOwn } = sideOf(host);
  if (own) return own(host, base, again); // which knows paper
  if (!isOwn) return base;
  import("./own-looks.js")
    .then(({ paletteOn }) => {
      own = paletteOn;
      again();
    })
    .catch(console.warn); // in its own colours it is whole in all else
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

  /** Kept, since asking for it lays the page out. */
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
