import { isComing, localeOf, localeThere, onLocale } from "../text/locales.js";

/**
 * In which language an element speaks: that of the nearest `lang`, its own or of what it stands in, also around a shadow root.
 *
 * @typedef {import("lit").LitElement} LitElement
 */

/** Elements that stand in a page. @type {Set<LitElement>} */
const speakers = new Set();

/** They say what they say in another language. */
const sayAnew = () => speakers.forEach((each) => each.requestUpdate("locale", NaN));

onLocale(sayAnew);

/** When the tables are there; until then what is said stays as it is. */
const changes =
  globalThis.MutationObserver &&
  new MutationObserver(() =>
    Promise.all([...speakers].map((each) => localeThere(langOf(each)))).then(sayAnew),
  );

/** What an element's own box is marked with, whose language it has chosen itself. */
const OURS = "spoken";

/** @param {Element} element */
function langOf(element) {
  for (let at = element; at; at = /** @type {ShadowRoot} */ (at.getRootNode()).host) {
    const said = at.closest(`[lang]:not([${OURS}])`);
    if (said) return said.getAttribute("lang") ?? "";
  }
  return "";
}

/** @param {Element} element */
export const localeAt = (element) => localeOf(langOf(element));

/** Resolves when an element's language is there. @param {Element} element */
export const spoken = (element) => localeThere(langOf(element));

/** Whether an element's language is still to come. @param {Element} element */
export const isMute = (element) => isComing(langOf(element));

/** Has an element say anew what it says whenever there is another language for it. @param {LitElement} element */
export function speaks(element) {
  speakers.add(element);
  for (let root = element.getRootNode(); root; root = /** @type {ShadowRoot} */ (root).host?.getRootNode())
    if (!speakers.has(/** @type {any} */ (root).host))
      changes.observe(root, { subtree: true, attributeFilter: ["lang"] });
}

/** @param {LitElement} element */
export const isSilent = (element) => void speakers.delete(element);
