import "../elements/languages.js";
import { localeOf, localeThere, offeredTag } from "../kit/text/locales.js";
import { say, words } from "../kit/text/words.js";
import { linkQuery } from "./link-query.js";

/**
 * The language of a hosted page: the link's `lang`, the one that the reader chose in the header, the browser's, or English. Markup with words
 * has their name in `data-say`. The page for iframes has no header, and follows only its link.
 */
const page = document.documentElement;
const choice = /** @type {HTMLSelectElement | null} */ (document.querySelector("#language"));
const isEnglish = (/** @type {string} */ lang) => /^en(-|$)/i.test(lang);

// A page that is written in another language than English has it whatever the reader's is, and its links keep it.
let asked = new URLSearchParams(linkQuery()).get("lang") ?? (isEnglish(page.lang) ? null : page.lang);

/** Where the browser keeps the reader's choice; linked.js reads it, too. */
const KEPT = "headscope language";

/** Words of the markup by name; the English ones are in the markup. @type {Readonly<Record<string, string>>} */
const MARKUP = words("pages", {});

/** English words of the markup that others have replaced. @type {WeakMap<HTMLElement, string>} */
const english = new WeakMap();

/** The page as a speaker. */
export const speaker = {
  get locale() {
    return localeOf(page.lang);
  },
};

/** Adds the link's or the chosen language to a query. @param {string} query with its question mark, or empty */
export const inLang = (query) =>
  asked ? `${query || "?"}${query.length > 1 ? "&" : ""}${new URLSearchParams({ lang: asked })}` : query;

/** @param {string} query @returns {string} the query in the link's or the chosen language instead of its own */
function withLang(query) {
  const params = new URLSearchParams(query);
  params.delete("lang");
  return inLang(params.size ? `?${params}` : "");
}

/** @param {string} lang */
async function show(lang) {
  const there = localeThere(lang);
  page.lang = lang;
  if (choice) choice.value = offeredTag(lang) || "en";
  await there;
  if (page.lang === lang) sayMarkup();
}

function sayMarkup() {
  const said = say(MARKUP, speaker);
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-say]"))) {
    if (!english.has(each)) english.set(each, each.ariaLabel ?? each.textContent);
    const text = said[each.dataset.say ?? ""] ?? english.get(each);
    if (each.ariaLabel) each.ariaLabel = text;
    else each.textContent = text;
  }
}

/** @returns {string | null} */
function keptChoice() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // storage is blocked
  }
}

/** The language of the page without a link's: the reader's choice, or the browser's first that the site has. */
const ownLanguage = () =>
  keptChoice() ?? navigator.languages.find((lang) => isEnglish(lang) || offeredTag(lang)) ?? "en";

const opened = asked ?? (choice ? ownLanguage() : "en");
if (offeredTag(opened)) void show(opened);

choice?.addEventListener("change", () => {
  asked = choice.value;
  try {
    localStorage.setItem(KEPT, asked);
  } catch {
    // Storage is blocked: links keep the choice.
  }
  history.replaceState(history.state, "", `${location.pathname}${withLang(location.search)}${location.hash}`);
  void show(asked);
});

/** Links to other pages of the site keep the link's or the chosen language. @param {Event} event */
function keepInLink(event) {
  const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
  if (!asked || link?.host !== location.host || link.download || link.getAttribute("href")?.startsWith("#"))
    return;
  link.search = withLang(link.search);
}
for (const type of ["click", "auxclick"]) document.addEventListener(type, keepInLink, true);
