import { render } from "lit";
import "../elements/default-model.js";
import { unloaded } from "../kit/elements/again.js";
import { keepInAddress } from "./address.js";
import { carry } from "./header.js";
import "./model-storage.js";

/** @typedef {import("../elements/explainer.js").Explainer} Explainer */

/** A hosted page with one explainer, the same element that anyone can embed. The address holds the state. */
export function host() {
  const explainer = /** @type {Explainer} */ (document.querySelector("mha-explainer"));
  document.addEventListener("keydown", (event) => hand(event, explainer));
  introduce(explainer);
  keepInAddress(explainer, () => explainer.store.state.playing);
  /** Labs need a picture: after a failure, they load once another try brings one. */
  const show = () => showLabs(explainer);
  explainer.loaded().then(show, () => explainer.addEventListener("load", show, { once: true }));
  carry(explainer);
  return explainer;
}

/** Labs load once the page has a picture. @param {Explainer} explainer */
async function showLabs(explainer) {
  try {
    const { showLabsBelow } = await import("../labs/labs-below.js");
    await showLabsBelow(explainer);
  } catch (error) {
    const place = document.createElement("div");
    place.className = "unloaded";
    const retry = () => (place.remove(), showLabs(explainer));
    render(unloaded(/** @type {Error} */ (error), explainer, retry), place);
    explainer.after(place);
  }
}

/** Keys that no focused element handles go to the explainer. @param {KeyboardEvent} event @param {Explainer} explainer */
function hand(event, explainer) {
  if (
    event.defaultPrevented ||
    event.target !== document.body ||
    explainer.getBoundingClientRect().top > innerHeight || // not what the reader looks at
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
    const [first] = explainer.shown().steps;
    explainer.act(new URLSearchParams({ step: first.id }));
  });
}
