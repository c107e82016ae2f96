import { inLang } from "./lang.js";

/**
 * Presentation mode, `?present` in a link: what every presented page shares. The value of the parameter lists bookmarks, as a teacher set
 * them: states of the page, each the query of a link, with semicolons between them.
 */

const NAME = "present";

export const isPresented = new URLSearchParams(location.search).has(NAME);

/** The bookmarks of the link; a presented page may add to them. */
export const bookmarks = (new URLSearchParams(location.search).get(NAME) ?? "").split(";").filter(Boolean);

/** Marks the page as presented, for its styles. */
export const markPresented = () => document.documentElement.classList.add(NAME);

/** Keeps presentation mode and bookmarks in links, whatever the figure shows. @param {string} query with its question mark, or empty */
export function withPresentation(query) {
  const list = bookmarks.join(";").replace(/[%&+#]/g, encodeURIComponent);
  return inLang(`?${NAME}${list && `=${list}`}${query.replace("?", "&")}`);
}

/** The query of a link, or that of a page without presentation mode. */
export const asPage = isPresented ? withPresentation : inLang;

/** How keys turn pages, as arrows and a presenter's remote send them. @type {Readonly<Record<string, number>>} */
const TURNS = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 };

/**
 * Calls back when a key turns to the next part, 1, or to the previous one, -1.
 * @param {(by: number) => void} turn
 * @param {(event: KeyboardEvent) => boolean} isFree  whether no focused element handles the key itself
 * @param {boolean} [first]  whether elements of the page hear of the key only afterwards
 */
export function onTurn(turn, isFree, first = false) {
  const hear = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const by = TURNS[event.key];
    if (!by || !isFree(event)) return;
    event.preventDefault();
    event.stopPropagation();
    turn(by);
  };
  document.addEventListener("keydown", hear, first);
}
