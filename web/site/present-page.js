import { html, render } from "lit";
import { say } from "../kit/text/words.js";
import { PRESENT } from "./words.js";
import { inLang, speaker } from "./lang.js";
import { OF_PAGE } from "./of-page.js";
import { bookmarks, markPresented, onTurn, withPresentation } from "./present.js";
import { enlarge, presenterBar, toFullScreen, toolbar } from "./presenter.js";

/**
 * A presented figure: large, alone on the screen, with bookmarks of states. A bookmark is a link to the page, and opening it goes to that address.
 *
 * @typedef {object} Presented
 * @property {HTMLElement} element        the figure
 * @property {number} [height]            px that the figure is laid out for
 * @property {(by: number) => void} turn  moves on by one part, where there are no bookmarks
 */

/** @typedef {import("../elements/explainer.js").Explainer} Explainer */
/** @typedef {import("../elements/row.js").RowElement} RowElement */

const FOLLOWED = 150; // ms
/** A scene before the walk is laid out for this height in px; a lower window shows it smaller, down to a share. */
const SCENE = { height: 806, least: 0.8 };
/** What the middle scene shows in turn. */
const EXTENTS = /** @type {const} */ (["word", "words", "heads"]);

/** @param {Presented} what */
export function presentFigure({ element, turn, height }) {
  markPresented();
  enlarge((by) => element.style.setProperty("zoom", by), height);
  const bar = presenterBar();
  let last = -1; // the last opened bookmark
  const go = (/** @type {number} */ to) => {
    if (!(to in bookmarks)) return;
    history.pushState(null, "", `${location.pathname}${withPresentation(`?${bookmarks[to]}`)}`);
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

/**
 * The scenes of the story before the walk, each alone on the screen: the opening; one word in three moves, all words, all heads.
 * @param {Explainer} explainer
 * @returns {(by: number) => boolean} moves on by one scene; false where the walk itself moves
 */
export function presentStory(explainer) {
  const root = document.documentElement;
  const opening = /** @type {HTMLElement} */ (document.querySelector("mha-opening"));
  const row = /** @type {RowElement} */ (document.querySelector("mha-row"));
  for (const each of [opening, row])
    enlarge((by) => each.style.setProperty("zoom", by), SCENE.height, SCENE.least);
  const show = (/** @type {"opening" | "row" | "walk"} */ scene) => void (root.dataset.scene = scene);
  show("opening");
  row.addEventListener("walkon", () => show("walk"));
  return (by) => {
    const { step, picture } = explainer.store.state;
    const { scene } = root.dataset;
    if (scene === "walk") {
      if (by > 0 || step !== picture?.steps[0].id) return false;
      show("row");
    } else if (scene === "opening") {
      if (by > 0) show("row");
    } else {
      const next = EXTENTS[EXTENTS.indexOf(row.extent) + by];
      if (next) row.show(next);
      else show(by > 0 ? "walk" : "opening");
    }
    return true;
  };
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
  history.replaceState(null, "", `${location.pathname}${withPresentation(`?${query}`)}`);
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
