import { html } from "lit";
import { say } from "../kit/text/words.js";
import { PRESENT } from "./words.js";
import { speaker } from "./lang.js";

/** The bar of a presented page, and its size. */

/** Size in px that a page is laid out for; a larger window shows it enlarged. */
const SIZE = { width: 1280, height: 720 };

/**
 * Calls back with the factor by which the window enlarges the page, now and after each resize.
 * @param {(by: string) => void} set @param {number} [height] px that the page is laid out for @param {number} [least] factor
 */
export function enlarge(set, height = SIZE.height, least = 1) {
  const measure = () => set(String(Math.max(least, Math.min(innerWidth / SIZE.width, innerHeight / height))));
  measure();
  addEventListener("resize", measure);
}

/** Adds the empty bar with its styles to the page. */
export function presenterBar() {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  const site = /** @type {HTMLLinkElement} */ (document.querySelector('link[href$="site.css"]'));
  link.href = new URL("present.css", site.href).href;
  document.head.append(link);
  const bar = document.body.appendChild(document.createElement("aside"));
  bar.className = "presenter";
  return bar;
}

/** @param {unknown} own  the page's own buttons @param {() => void} leave */
export function toolbar(own, leave) {
  const words = say(PRESENT, speaker);
  return html`<div role="toolbar" aria-label=${words.title}>
    ${own}
    <button @click=${toFullScreen}>${words.fullScreen}</button>
    <button @click=${leave}>${words.leave}</button>
  </div>`;
}

export function toFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {}); // if the browser refuses, the window keeps its size
}
