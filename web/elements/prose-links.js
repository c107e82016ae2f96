import { ROWS } from "../kit/state/shown.js";

/**
 * Links in an author's prose that act on an element: `<a href="#fig1" data-mha="step=scores&head=2">the scores</a>`. A click sets the
 * state; hovering or focusing previews it. The browser does not follow the link. `data-mha-for` names the element if there is no link, or if the link
 * leads elsewhere.
 *
 * @typedef {import("../kit/elements/configurable.js").Configurable} Configurable
 */

const WORD = "data-mha";

/** Attributes that a link can set. */
const KNOWN = ROWS.map(({ attribute }) => /** @type {string} */ (attribute));

/** The current preview and its link. @type {{ word: Element, element: Configurable } | null} */
let shown = null;

/** Listens to all links of the page, once. @param {Document} page */
export function listenToWords(page) {
  page.addEventListener("pointerover", (event) => event.pointerType === "mouse" && point(event));
  page.addEventListener("pointerout", (event) => event.pointerType === "mouse" && leave(event));
  page.addEventListener("focusin", (event) => wordOf(event)?.matches(":focus-visible") && point(event));
  page.addEventListener("focusout", leave);
  page.addEventListener("click", press);
}

/** @param {Event} event @returns {HTMLElement | undefined} */
const wordOf = (event) =>
  /** @type {HTMLElement | undefined} */ (
    event.composedPath().find((node) => node instanceof HTMLElement && node.hasAttribute(WORD))
  );

/** The element of a link; null while it does not exist or is not defined. @param {HTMLElement} word @returns {Configurable | null} */
function elementOf(word) {
  const id = word.dataset.mhaFor ?? decoded(word.getAttribute("href")?.match(/#(.*)$/)?.[1] ?? "");
  const root = /** @type {Document | ShadowRoot} */ (word.getRootNode());
  const element = /** @type {any} */ (root.getElementById?.(id) ?? word.ownerDocument.getElementById(id));
  return element && typeof element.act === "function" ? element : null;
}

/** @param {string} id */
function decoded(id) {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** @param {Event} event */
function point(event) {
  const word = wordOf(event);
  if (shown && !shown.word.isConnected) letGo(); // the hovered link was removed
  if (!word || shown?.word === word) return;
  letGo();
  const element = elementOf(word);
  if (!element) return;
  element.preview(word.dataset.mha ?? "");
  shown = { word, element };
}

/** @param {PointerEvent | FocusEvent} event */
function leave(event) {
  const word = wordOf(event);
  const to = event.relatedTarget;
  if (word && shown?.word === word && !(to instanceof Node && word.contains(to))) letGo();
}

function letGo() {
  shown?.element.endPreview();
  shown = null;
}

/** @param {MouseEvent} event */
function press(event) {
  const word = wordOf(event);
  const element = word && elementOf(word);
  if (!word || !element || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // leaves presses that open a tab or window to the browser
  event.preventDefault();
  letGo();
  const said = new URLSearchParams(word.dataset.mha);
  const odd = [...said.keys()].find((name) => !KNOWN.includes(name));
  if (odd !== undefined)
    console.warn(`data-mha="${said}": ${odd.slice(0, 40)} is none of ${KNOWN.join(", ")}`);
  element.act(said);
  const { top, bottom } = element.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) element.scrollIntoView({ block: "nearest" }); // brings the element into view
}
