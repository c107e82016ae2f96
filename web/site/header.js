import { SITE } from "../kit/text/site.js";
import { say } from "../kit/text/words.js";
import { inLang, speaker } from "./lang.js";

/** The header of every hosted page: the choice of a light or dark theme, and the link to share. */
const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The reader's choice lasts for this visit; the default is the system's. */
document.querySelector("#theme")?.addEventListener("click", () => {
  const isDark = root.classList.contains("dark") || (dark.matches && !root.classList.contains("light"));
  root.classList.toggle("dark", !isDark);
  root.classList.toggle("light", isDark);
});

/** If the header scrolls, scrolls to this page's name. */
document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });

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

/**
 * Adds the state to links between pages; the view only to the page Embed.
 * @param {import("../elements/explainer.js").Explainer} explainer
 */
export function carry(explainer) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("nav a")))
    for (const type of ["pointerdown", "focus", "click"])
      link.addEventListener(type, () => {
        if (!explainer.toParams) return; // before the element is defined
        const view = /embed/.test(link.pathname) ? `&view=${explainer.view}` : "";
        link.search = inLang(`?${explainer.toParams()}${view}`);
      });
}
