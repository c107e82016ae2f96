import { render } from "lit";
import "../elements/default-model.js";
import { loadFailed } from "../kit/elements/load-failed.js";
import { keepInAddress } from "./address.js";
import { carryState } from "./carry.js";
import "./header.js";
import { keepLab, withLab } from "./lab-address.js";
import { orUnloaded } from "./late.js";
import "./model-storage.js";
import { asPage, bookmarks, isPresented } from "./present.js";
import { keepExact, storyOf, tellStory } from "./story.js";

/** @typedef {import("../elements/explainer.js").Explainer} Explainer */

/** A hosted page with one explainer, the same element that anyone can embed. The address holds the state. */
export function host() {
  const explainer = /** @type {Explainer} */ (document.querySelector("mha-explainer"));
  document.addEventListener("keydown", (event) => hand(event, explainer));
  introduce(explainer);
  const story = bookmarks.length ? null : storyOf(document); // bookmarks are states of the walk
  keepInAddress(
    explainer,
    () => explainer.store.state.playing,
    (query) => asPage(withLab(query)),
    story,
  );
  if (story) tellStory(explainer);
  keepExact(explainer, !story);
  carryState(explainer);
  if (isPresented) present(explainer, Boolean(story));
  return explainer;
}

const HEADS_HEIGHT = 800; // px of the heads, presented

/** The figure alone: the walk with its captions, before it the scenes of the story; or the heads. @param {Explainer} explainer @param {boolean} hasStory */
async function present(explainer, hasStory) {
  const late = await orUnloaded("present-page.js", import("./present-page.js"));
  if (!late) return;
  explainer.controls = "none";
  const turnScene = hasStory ? late.presentStory(explainer) : () => false;
  late.presentFigure({
    element: explainer,
    turn: (by) => void (turnScene(by) || turn(explainer, by)),
    height: explainer.view === "walk" ? undefined : HEADS_HEIGHT,
  });
  await explainer.loaded();
  if (explainer.view === "walk") explainer.store.tour(true, { begins: false });
}

/** Moves on by a step of the walk, or by a head. @param {Explainer} explainer @param {number} by */
function turn(explainer, by) {
  const { store } = explainer;
  if (explainer.view === "walk") return void store.move(by);
  const { picture, selection } = store.state;
  if (!picture) return;
  const { heads } = picture.settings;
  store.select({ head: ((selection.head ?? 0) + by + heads) % heads });
}

/** Labs load once the page has a picture: after a failure, when another try brings one. @param {Explainer} explainer */
export function showLabs(explainer) {
  if (isPresented) return;
  const show = () => void loadLabs(explainer);
  explainer.loaded().then(show, () => explainer.addEventListener("load", show, { once: true }));
}

/** @param {Explainer} explainer */
async function loadLabs(explainer) {
  try {
    const { showLabsBelow } = await import("../labs/labs-below.js");
    keepLab(await showLabsBelow(explainer, explainer.view === "heads" ? "heads" : undefined));
  } catch (error) {
    const place = document.createElement("div");
    place.className = "unloaded";
    const retry = () => (place.remove(), loadLabs(explainer));
    render(loadFailed(/** @type {Error} */ (error), explainer, retry), place);
    explainer.after(place);
  }
}

/** Keys that no focused element handles go to the explainer. @param {KeyboardEvent} event @param {Explainer} explainer */
function hand(event, explainer) {
  if (
    event.defaultPrevented ||
    event.target !== document.body ||
    explainer.getBoundingClientRect().top > innerHeight || // below the window
    !/^(ArrowLeft|ArrowRight|Escape)$/.test(event.key)
  )
    return;
  if (!explainer.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
}

/** Readers who have taken a step need no introduction. @param {Explainer} explainer */
function introduce(explainer) {
  const what = document.querySelector("#what");
  explainer.addEventListener("stepchange", () => what?.classList.add("done"), { once: true });
  document.querySelector("#start")?.addEventListener("click", async () => {
    await explainer.loaded();
    explainer.scrollIntoView();
    explainer.store.tour(true, { plays: !matchMedia("(prefers-reduced-motion: reduce)").matches });
    explainer.focusOn("step"); // the button disappears
  });
}
