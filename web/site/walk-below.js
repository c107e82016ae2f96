/** What stands below the opening: the middle scene and the walk. Defines the elements and reads the address in one task, as `holdUntil` requires. */
import "../elements/animation.js";
import "../elements/explainer-element.js";
import "../elements/language-model.js";
import "../elements/vision-model.js";
import "../elements/row.js";
import { orUnloaded } from "./late.js";
import { host, showLabs } from "./site.js";

const explainer = host();

/** What a reader does first, as on the way to the print dialog. */
const SIGNS = ["pointermove", "pointerdown", "scroll", "keydown"];

/**
 * Loads Train's small form when it comes near the window, and the panels of the walk with the labs when they come near, or at the first sign of a
 * reader, so that a reader who prints at once has them.
 * @param {boolean} isLinked whether the link shows only the walk @param {() => Promise<unknown>} loadPanels
 */
export function loadRest(isLinked, loadPanels) {
  const small = document.querySelector("mha-train-small");
  if (small) whenNear(small, () => orUnloaded("train-small.js", import("../elements/train-small.js")));
  const load = whenNear(explainer, () => loadPanels().then(() => showLabs(explainer)));
  if (isLinked) load();
  else for (const sign of SIGNS) addEventListener(sign, load, { once: true, passive: true });
}

const NEAR = "600px";

/** Calls back once: when an element comes near the window, or when the returned function is called. @param {Element} element @param {() => unknown} load */
function whenNear(element, load) {
  let isLoaded = false;
  const loadOnce = () => {
    observer.disconnect();
    if (!isLoaded) load();
    isLoaded = true;
  };
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && loadOnce(),
    { rootMargin: NEAR },
  );
  observer.observe(element);
  return loadOnce;
}
