/** The hosted page: a thin host of the same elements anyone can embed. */

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The reader's choice holds for this visit; without one the system's does. */
document.querySelector("#theme")?.addEventListener("click", () => {
  const isDark = root.classList.contains("dark") || (dark.matches && !root.classList.contains("light"));
  root.classList.toggle("dark", !isDark);
  root.classList.toggle("light", isDark);
});

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
  if (first) await explainer?.goTo(first.id);
  what?.classList.add("done");
});

/** Sentence and settings go with the reader from page to page, in the link. */
customElements
  .whenDefined("mha-explainer")
  .then(() => explainer?.fromParams(new URLSearchParams(location.search)));

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("nav a")))
  for (const type of ["pointerdown", "focus", "click"])
    link.addEventListener(type, () => {
      if (!explainer?.toParams) return; // not loaded
      const url = new URL(link.href);
      url.search = String(explainer.toParams());
      link.href = url.href;
    });
