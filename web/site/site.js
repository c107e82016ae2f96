import { render } from "lit";
import { unloaded } from "../kit/elements/again.js";
import { keepInAddress } from "./address.js";
import { carry } from "./header.js";

/** @typedef {import("../elements/explainer.js").Explainer} Explainer */

/** A hosted page of one explainer: a thin host of the same element anyone can embed. What is shown stands in its address. */
export function host() {
  const explainer = /** @type {Explainer} */ (document.querySelector("mha-explainer"));
  document.addEventListener("keydown", (event) => hand(event, explainer));
  introduce(explainer);
  keepInAddress(explainer, () => explainer.store.state.playing);
  /** The labs are of what is shown, where there is anything: after a failure, once another try brings it. */
  const show = () => showLabs(explainer);
  explainer.loaded().then(show, () => explainer.addEventListener("load", show, { once: true }));
  carry(explainer);
}

/** The labs are of what is shown: they are loaded when there is something. @param {Explainer} explainer */
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

/** Here the page is the explainer's: keys that nothing has the focus for are its own. @param {KeyboardEvent} event @param {Explainer} explainer */
function hand(event, explainer) {
  if (
    event.defaultPrevented ||
    event.target !== document.body ||
    !/^(ArrowLeft|ArrowRight|Escape)$/.test(event.key)
  )
    return;
  if (!explainer.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
}

/** What this is needs no saying to who has taken a step. @param {Explainer} explainer */
function introduce(explainer) {
  const what = document.querySelector("#what");
  explainer.addEventListener("stepchange", () => what?.classList.add("done"), { once: true });
  document.querySelector("#start")?.addEventListener("click", async () => {
    await explainer.loaded();
    const [first] = explainer.shown().steps;
    explainer.act(new URLSearchParams({ step: first.id }));
  });
}
