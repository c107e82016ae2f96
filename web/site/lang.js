import "../elements/languages.js";
import { isComing, localeOf, localeThere } from "../kit/text/locales.js";
import { say, words } from "../kit/text/words.js";

/**
 * The language of a hosted page: the link's `lang`, or that of its markup. Markup with words has their name in `data-say`.
 */
const page = document.documentElement;
const asked = new URLSearchParams(location.search).get("lang");

/** Words of the markup by name; the English ones are in the markup. @type {Readonly<Record<string, string>>} */
const MARKUP = words("pages", {});

/** The page as a speaker. */
export const speaker = {
  get locale() {
    return localeOf(page.lang);
  },
};

/** Adds the chosen language to a query. @param {string} query with its question mark, or empty */
export const inLang = (query) =>
  asked ? `${query || "?"}${query.length > 1 ? "&" : ""}${new URLSearchParams({ lang: asked })}` : query;

if (asked) {
  const there = localeThere(asked);
  if (isComing(asked)) {
    page.lang = asked;
    there.then(sayMarkup).catch(console.warn); // the page stays English
  }
}

function sayMarkup() {
  const said = say(MARKUP, speaker);
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-say]"))) {
    const text = said[each.dataset.say ?? ""];
    if (!text) continue;
    if (each.ariaLabel) each.ariaLabel = text;
    else each.textContent = text;
  }
  document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" }); // names have other widths
}
