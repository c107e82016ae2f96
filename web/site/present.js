import { inLang } from "./lang.js";

/** Presentation mode: arrows or the space bar reveal the text part by part; the next chapter follows. */
export function present() {
  document.documentElement.classList.add("present");
  const pieces = [...document.querySelectorAll("article > :not(.link)")];
  let shown = 1;
  const show = () => {
    pieces.forEach((piece, i) => piece.classList.toggle("waits", i >= shown));
    pieces[shown - 1]?.scrollIntoView({ block: "nearest" });
  };
  const turn = (/** @type {string} */ rel) => {
    const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector(`.turn [rel=${rel}]`));
    if (link) location.href = `${link.getAttribute("href")}?present`;
  };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target !== document.body) return; // the focused element handles its own keys
    const by = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    if (by > 0 && shown === pieces.length) return turn("next");
    if (by < 0 && shown === 1) return turn("prev");
    shown += by;
    show();
  });
  show();
}

/** Keeps presentation mode in links, whatever the figure shows. @param {string} query with its question mark, or empty */
export const presented = (query) => inLang(`?present${query.replace("?", "&")}`);
