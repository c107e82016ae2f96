/** The hosted page: a thin host of the same elements anyone can embed. What is shown stands in its address. */
import "../elements/hosted.js";
import { carry } from "./header.js";

/** Here the page is the explainer's: keys that nothing has the focus for are its own. */
document.addEventListener("keydown", (event) => {
  if (
    event.defaultPrevented ||
    event.target !== document.body ||
    !/^(ArrowLeft|ArrowRight|Escape)$/.test(event.key)
  )
    return;
  const meant = new KeyboardEvent(event.type, event);
  if (!document.querySelector("mha-explainer")?.dispatchEvent(meant)) event.preventDefault();
});

const what = document.querySelector("#what");
const explainer = /** @type {import("../elements/explainer.js").Explainer | null} */ (
  document.querySelector("mha-explainer")
);

/** What this is needs no saying to who has taken a step. */
explainer?.addEventListener("stepchange", () => what?.classList.add("done"), { once: true });

document.querySelector("#start")?.addEventListener("click", async () => {
  await explainer?.loaded();
  const [first] = explainer?.shown().steps ?? [];
  if (first) explainer?.act(new URLSearchParams({ step: first.id }));
});

/** The address says what is shown. Where no link led here, there is nothing to read in it, and it can wait. */
async function keepAddress() {
  await customElements.whenDefined("mha-explainer");
  if (!explainer) return;
  if (!location.search) await explainer.loaded().catch(() => {}); // which the element says
  const { keepInAddress } = await import("./address.js");
  await keepInAddress(explainer, () => explainer.store.state.playing);
}
keepAddress();

/** The labs are of what is shown, where there is anything. */
explainer?.loaded().then(
  async () => (await import("../elements/labs/folds.js")).showLabsBelow(explainer),
  () => {},
);

if (explainer) carry(explainer);
