import { SITE } from "./words.js";
import { say } from "../kit/text/words.js";
import { speaker } from "./lang.js";

/** The header of every hosted page: the list of pages on phones, the choice of a light or dark theme, and the link to share. */
const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The reader's choice lasts for this visit; the default is the system's. */
document.querySelector("#theme")?.addEventListener("click", () => {
  const isDark = root.classList.contains("dark") || (dark.matches && !root.classList.contains("light"));
  root.classList.toggle("dark", !isDark);
  root.classList.toggle("light", isDark);
});

/** Elements that the keyboard stops at. */
const STOP = "a[href], button, input, select, summary, [tabindex='0']";

/** The first stop in a tree, also within shadow roots. @param {ParentNode} root @returns {HTMLElement | undefined} */
function firstStop(root) {
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("*"))) {
    const found =
      each.matches(STOP) && each.tabIndex >= 0 ? each : each.shadowRoot && firstStop(each.shadowRoot);
    if (found) return found;
  }
}

/** Past the header, and past a figure's sentence and settings: the walk's current step. */
document.querySelector("#skip")?.addEventListener("click", (event) => {
  const view = document.querySelector("main > mha-explainer")?.shadowRoot?.querySelector(".view");
  const stop = view && firstStop(view);
  if (!stop) return; // the first Tab stop is the skip link
  event.preventDefault();
  stop.focus();
});

/** Says whether the list of pages is open. Escape and a press elsewhere close the list, as they do each popover. */
const pages = /** @type {HTMLElement | null} */ (document.querySelector("#pages")); // none in the page for iframes
pages?.addEventListener("toggle", (event) => {
  const isOpen = /** @type {ToggleEvent} */ (event).newState === "open";
  document.querySelector("#menu")?.setAttribute("aria-expanded", String(isOpen));
});
// The menu closes when the window becomes so wide that the header shows the links.
matchMedia("(min-width: 1080px)").addEventListener("change", () => pages?.hidePopover());

const SAID = 2000; // ms for which “Copied” shows

document.querySelector("#share")?.addEventListener("click", async ({ currentTarget }) => {
  const button = /** @type {HTMLElement} */ (currentTarget);
  try {
    await navigator.clipboard.writeText(location.href);
    const { copied, share } = say(SITE, speaker);
    button.textContent = copied;
    setTimeout(() => (button.textContent = share), SAID);
  } catch {
    prompt(say(SITE, speaker).link, location.href);
  }
});
