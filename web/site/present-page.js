import { html, render } from "lit";
import { say } from "../kit/text/words.js";
import { PRESENT } from "./words.js";
import { inLang, speaker } from "./lang.js";
import { OF_PAGE } from "./of-page.js";
import { bookmarks, markPresented, onTurn, presented } from "./present.js";
import { enlarge, presenterBar, toFullScreen, toolbar } from "./presenter.js";

/**
 * A presented figure: large, alone on the screen, with bookmarks of states. A bookmark is a link to the page, and opening it goes to that address.
 *
 * @typedef {object} Presented
 * @property {HTMLElement} element        the figure
 * @property {number} [height]            px that the figure is laid out for
 * @property {(by: number) => void} turn  moves on by one part, where there are no bookmarks
 */

const FOLLOWED = 150; // ms

/** @param {Presented} what */
export function presentFigure({ element, turn, height }) {
  markPresented();
  enlarge((by) => element.style.setProperty("zoom", by), height);
  const bar = presenterBar();
  let last = -1; // the last opened bookmark
  const go = (/** @type {number} */ to) => {
    if (!(to in bookmarks)) return;
    history.pushState(null, "", `${location.pathname}${presented(`?${bookmarks[to]}`)}`);
    dispatchEvent(new PopStateEvent("popstate"));
    draw();
  };
  const draw = () => {
    const at = bookmarks.indexOf(queryOfState());
    if (at >= 0) last = at;
    render(controls(at, go, draw), bar);
  };
  // The address follows the state a little later.
  element.addEventListener("statechange", () => setTimeout(draw, FOLLOWED));
  onTurn((by) => (bookmarks.length ? go(last < 0 ? 0 : last + by) : turn(by)), isFree, true);
  document.addEventListener("keydown", (event) => {
    if (/^[1-9]$/.test(event.key) && isFree(event)) go(Number(event.key) - 1);
    else if (event.key === "f" && isFree(event)) toFullScreen();
  });
  draw();
}

/** Query string of the shown state. */
function queryOfState() {
  const query = new URLSearchParams(location.search);
  for (const name of OF_PAGE) query.delete(name);
  return String(query);
}

/** Adds a bookmark of the shown state, or removes it. */
function mark() {
  const query = queryOfState() || "state=first"; // names nothing, and is no empty entry of the list
  const at = bookmarks.indexOf(query);
  if (at < 0) bookmarks.push(query);
  else bookmarks.splice(at, 1);
  history.replaceState(null, "", `${location.pathname}${presented(`?${query}`)}`);
}

/** @param {number} at the bookmark on show, or -1 @param {(to: number) => void} go @param {() => void} draw */
function controls(at, go, draw) {
  const words = say(PRESENT, speaker);
  const press = () => (mark(), draw());
  return toolbar(
    html`${bookmarks.map(
        (_, i) =>
          html`<button aria-label=${words.bookmark(i + 1)} aria-current=${i === at} @click=${() => go(i)}>
            ${i + 1}
          </button>`,
      )} <button @click=${press}>${at < 0 ? words.add : words.remove}</button>`,
    leave,
  );
}

/** Leaves presentation mode for the state on show. */
function leave() {
  location.href = `${location.pathname}${inLang(queryOfState() && `?${queryOfState()}`)}`;
}

const OWN_KEYS = "input, select, textarea, button, a, [role=tab], [contenteditable], canvas.walking";

/** Whether no focused element handles the key itself. @param {KeyboardEvent} event */
function isFree(event) {
  const at = event.composedPath()[0];
  const isArrow = event.key.startsWith("Arrow") || event.key.startsWith("Page");
  return !(at instanceof Element && at.matches(isArrow ? OWN_KEYS.replace("button, a, ", "") : OWN_KEYS));
}
