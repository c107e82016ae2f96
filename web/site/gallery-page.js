/** The gallery: a press on a picture puts the live figure in its place. The code of figures loads with the first press. */
import { define } from "../kit/elements/define.js";
import { say } from "../kit/text/words.js";
import { carryLast } from "./carry.js";
import "./header.js";
import { speaker } from "./lang.js";
import { orUnloaded } from "./late.js";
import { sayKeys } from "./say-keys.js";
import { GALLERY } from "./words-gallery.js";
import { SITE } from "./words.js";

const SAID = 2000; // ms for which “Copied” shows

carryLast();
sayKeys("data-gallery", (key) => /** @type {Record<string, string>} */ (say(GALLERY, speaker))[key]);

/** Defines the elements of all examples. */
async function loadFigures() {
  const [{ BugMaps }] = await Promise.all([
    import("../check/elements/bug-maps.js"),
    import("../elements/index.js"),
    import("../elements/learn.js"),
  ]);
  define("mha-bug-maps", BugMaps);
  return true;
}

for (const still of document.querySelectorAll("button.still"))
  still.addEventListener("click", async () => {
    still.ariaBusy = "true";
    const isLoaded = await orUnloaded("gallery-page.js", loadFigures());
    still.ariaBusy = null;
    const figure = still.closest(".figure");
    const live = figure?.querySelector("template")?.content.cloneNode(true);
    if (!isLoaded || !live || !still.isConnected) return;
    still.replaceWith(live);
    /** @type {HTMLElement} */ (figure).tabIndex = -1;
    /** @type {HTMLElement} */ (figure).focus({ preventScroll: true });
  });

/** The code beside a button. @param {Element} button */
const codeBeside = (button) => /** @type {HTMLElement} */ (button.closest(".source")?.querySelector("code"));

for (const button of document.querySelectorAll("button.copy"))
  button.addEventListener("click", async () => {
    const code = codeBeside(button);
    try {
      await navigator.clipboard.writeText(`${code.textContent}\n`);
    } catch {
      getSelection()?.selectAllChildren(code); // for the reader's own copy
      return;
    }
    const before = button.textContent;
    button.textContent = say(SITE, speaker).copied;
    setTimeout(() => (button.textContent = before), SAID);
  });

// The guide's link has the address of an example; the page knows its own.
for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.still"))) {
  const code = link.closest("section")?.querySelector("code");
  if (code) code.textContent = link.href;
}
