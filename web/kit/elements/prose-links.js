import { ROWS } from "../state/shown.js";

/**
 * Words of an author's own prose that act on an element: `<a href="#fig1" data-mha="step=scores&head=2">the scores</a>`. A click sets,
 * pointing at them previews, and so does the focus of a keyboard. A link among them is not followed. Where an element's id is not what a link
 * leads to, or there is no link, `data-mha-for` names it.
 *
 * @typedef {import("./configurable.js").Configurable} Configurable
 */

const WORD = "data-mha";

/** What words can set. */
const KNOWN = ROWS.map(({ attribute }) => /** @type {string} */ (attribute));

/** What is previewed, and by which words. @type {{ word: Element, element: Configurable } | null} */
let shown = null;

/** Listens to all of the page's words, once. @param {Document} page */
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

/** What words act on; null while it is not there, or does not know how yet. @param {HTMLElement} word @returns {Configurable | null} */
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
  if (shown && !shown.word.isConnected) letGo(); // words that went while they were pointed at
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
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a link that is opened elsewhere
  event.preventDefault();
  letGo();
  const said = new URLSearchParams(word.dataset.mha);
  const odd = [...said.keys()].find((name) => !KNOWN.includes(name));
  if (odd !== undefined)
    console.warn(`data-mha="${said}": ${odd.slice(0, 40)} is none of ${KNOWN.join(", ")}`);
  element.act(said);
  const { top, bottom } = element.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) element.scrollIntoView({ block: "nearest" }); // what was asked for is seen
}
