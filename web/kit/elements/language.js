import { isComing, localeOf, localeThere, onLocale } from "../text/locales.js";

/**
 * The language of an element: the nearest `lang` attribute of its own or an ancestor, also across shadow roots.
 *
 * @typedef {import("lit").LitElement} LitElement
 */

/** Connected elements. @type {Set<LitElement>} */
const speakers = new Set();

/** Renders all elements in the new language. */
const sayAnew = () => speakers.forEach((each) => each.requestUpdate("locale", NaN));

onLocale(sayAnew);

/** Observes `lang` attributes. Elements keep their words until the new tables are loaded. */
const changes =
  globalThis.MutationObserver &&
  new MutationObserver(() =>
    Promise.all([...speakers].map((each) => localeThere(langOf(each)))).then(sayAnew),
  );

/** Marks the inner box of an element that has its own language. */
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

/** Resolves when the words of an element's language are loaded. @param {Element} element */
export const spoken = (element) => localeThere(langOf(element));

/** Whether words of an element's language are still loading. @param {Element} element */
export const isMute = (element) => isComing(langOf(element));

/** Renders an element again whenever its language changes. @param {LitElement} element */
export function speaks(element) {
  speakers.add(element);
  for (let root = element.getRootNode(); root; root = /** @type {ShadowRoot} */ (root).host?.getRootNode())
    if (!speakers.has(/** @type {any} */ (root).host))
      changes.observe(root, { subtree: true, attributeFilter: ["lang"] });
}

/** @param {LitElement} element */
export const isSilent = (element) => void speakers.delete(element);
