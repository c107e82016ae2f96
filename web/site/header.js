import { SITE } from "../kit/text/site.js";
import { say } from "../kit/text/words.js";
import { inLang, speaker } from "./lang.js";

/** What every hosted page has: the reader's choice of light and dark, and the link to share. */
const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The reader's choice holds for this visit; without one the system's does. */
document.querySelector("#theme")?.addEventListener("click", () => {
  const isDark = root.classList.contains("dark") || (dark.matches && !root.classList.contains("light"));
  root.classList.toggle("dark", !isDark);
  root.classList.toggle("light", isDark);
});

/** Where the header scrolls, this page's name is seen. */
document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });

const SAID = 2000; // ms that «Copied» stands

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

/** What is shown goes with the reader from page to page; which view of it, to the page that can have any. @param {import("../elements/explainer.js").Explainer} explainer */
export function carry(explainer) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("nav a")))
    for (const type of ["pointerdown", "focus", "click"])
      link.addEventListener(type, () => {
        if (!explainer.toParams) return; // until it is loaded
        const view = /embed/.test(link.pathname) ? `&view=${explainer.view}` : "";
        link.search = inLang(`?${explainer.toParams()}${view}`);
      });
}
