/** What stands below the opening: the middle scene and the walk. Defines the elements and reads the address in one task, as `holdUntil` requires. */
import "../elements/explainer-element.js";
import "../elements/language-model.js";
import "../elements/row.js";
import { orUnloaded } from "./late.js";
import { host, showLabs } from "./site.js";

const explainer = host();

/**
 * Loads what the reader comes near: the small form of Train; and the panels of the walk with the labs, also at the first key, so that a reader who
 * prints has them.
 * @param {boolean} isLinked whether the link shows only the walk @param {() => Promise<unknown>} loadPanels
 */
export function loadRest(isLinked, loadPanels) {
  const small = document.querySelector("mha-train-small");
  if (small) whenNear(small, () => orUnloaded("train-small.js", import("../elements/train-small.js")));
  const near = whenNear(explainer, () => loadPanels().then(() => showLabs(explainer)));
  if (isLinked) near();
  else addEventListener("keydown", near, { once: true });
}

const NEAR = "600px";

/** Calls back once: when an element comes near the window, or when the returned function is called. @param {Element} element @param {() => unknown} load */
function whenNear(element, load) {
  const near = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && comes(),
    { rootMargin: NEAR },
  );
  let hasCome = false;
  const comes = () => {
    near.disconnect();
    if (!hasCome) load();
    hasCome = true;
  };
  near.observe(element);
  return comes;
}
