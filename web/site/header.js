import { SITE } from "./words.js";
import { say } from "../kit/text/words.js";
import { speaker } from "./lang.js";

/** The header of every hosted page: the choice of a light or dark theme, and the link to share. */
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

const FADE = 32; // px at most

/** If the header scrolls: shows this page's name, and fades the names at an end where more follow. @param {HTMLElement} nav */
function follow(nav) {
  nav.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const fade = () => {
    const after = nav.scrollWidth - nav.clientWidth - nav.scrollLeft;
    nav.style.setProperty("--fade-before", `${Math.min(FADE, nav.scrollLeft)}px`);
    nav.style.setProperty("--fade-after", `${Math.min(FADE, after)}px`);
  };
  nav.addEventListener("scroll", fade);
  new ResizeObserver(fade).observe(nav);
}

const names = /** @type {HTMLElement | null} */ (document.querySelector("header nav"));
if (names) follow(names); // the page for iframes has no header, and loads this code in a file that pages share

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
