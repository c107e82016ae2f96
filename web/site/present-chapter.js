import { render } from "lit";
import { inLang } from "./lang.js";
import { markPresented, onTurn } from "./present.js";
import { enlarge, presenterBar, toFullScreen, toolbar } from "./presenter.js";

/** A presented chapter: arrows or the space bar reveal the text part by part; the next chapter follows. */
export function presentChapter() {
  markPresented();
  enlarge((by) => document.documentElement.style.setProperty("--enlarged", by));
  render(toolbar("", leave), presenterBar());
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
  const isFree = (/** @type {KeyboardEvent} */ { target }) => target === document.body; // the focused element handles its own keys
  document.addEventListener("keydown", (event) => {
    if (event.key === "f" && isFree(event)) toFullScreen();
  });
  onTurn((by) => {
    if (by > 0 && shown === pieces.length) return turn("next");
    if (by < 0 && shown === 1) return turn("prev");
    shown += by;
    show();
  }, isFree);
  show();
}

/** Leaves presentation mode for the chapter. */
function leave() {
  location.href = `${location.pathname}${inLang("")}`;
}
