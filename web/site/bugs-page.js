/** The page of bugs: its text stands in the markup, in English; pictures are computed when they come near the window. */
import { BugMaps } from "../check/elements/bug-maps.js";
import { bugsText } from "../check/words-bugs.js";
import { define } from "../kit/elements/define.js";
import { onLocale } from "../kit/text/locales.js";
import { carryLast } from "./carry.js";
import "./header.js";
import { speaker } from "./lang.js";

carryLast();

define("mha-bug-maps", BugMaps);

/** Texts of the markup by key, in the language of the page. */
function sayTexts() {
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-bugs]")))
    each.textContent = bugsText(each.dataset.bugs ?? "", speaker);
}

onLocale(sayTexts);
new MutationObserver(sayTexts).observe(document.documentElement, { attributeFilter: ["lang"] });
sayTexts();
